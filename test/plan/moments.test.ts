import { suite } from "uvu";
import * as assert from "uvu/assert";
import { momentsOf } from "../../src/plan/moments.ts";
import { clip, ledgerOf } from "../builders/world.ts";

const moments = suite("moments");
moments("that were posted come before those a plan adds", () => {
	const [before, planned] = [ledgerOf(), ledgerOf(clip(0), { operation: "" })];
	const found = momentsOf([before]);
	found.add(planned);
	assert.equal(found.near(before, before.moment), [before, planned]);
});
moments.run();
