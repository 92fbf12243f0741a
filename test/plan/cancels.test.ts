import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Change } from "../../src/model/plan.ts";
import { withinCancels } from "../../src/plan/cancels.ts";
import { first, place, second } from "../builders/rows.ts";
import { NOW } from "../builders/world.ts";

const cancel = (address: typeof first): Change => ({
	...{ address, place, action: "cancel", taskId: "p-1", at: NOW },
	...{ reason: "no-longer-asked", reasonData: { cause: "post" } as never },
});
const both = [cancel(first), cancel(second)];

const limiting = suite("how many posts may be cancelled");
limiting("as many as the limit says are, and without a limit all", () => {
	assert.is(withinCancels(both, { maxCancels: 2 }), both);
	assert.is(withinCancels(both, {}), both);
	assert.is(withinCancels([], { maxCancels: 0 }).length, 0);
});
limiting("of one more none is", () => {
	const actions = withinCancels(both, { maxCancels: 1 }).map(({ action }) => action);
	assert.equal(actions, ["attention", "attention"]);
});
limiting.run();
