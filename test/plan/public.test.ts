import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AttentionChange } from "../../src/model/plan.ts";
import { publicChange } from "../../src/plan/public.ts";
import { operation, TALK } from "../builders/world.ts";

/** What is shown of an attempt whose outcome is unknown. */
function shown(evidence: object | undefined): unknown {
	const { evidence: _, ...attempt } = operation({ payload: '{"key":"secret"}' });
	const change = {
		...{ address: TALK, action: "attention", reason: "outcome-unknown", remedy: { code: "resolve" } },
		operation: { ...attempt, ...(evidence && { evidence }) },
	} as unknown as AttentionChange;
	const bare = publicChange(change);
	if (!("operation" in bare)) return undefined;
	const { payload, ...rest } = bare.operation;
	return [payload, "evidence" in rest ? rest.evidence : "no evidence"];
}

const shows = suite("a change that anybody may see");
shows("holds no bytes of the request and none of the answer", () => {
	assert.equal(shown({ httpStatus: 502, rawBody: "<html>" }), ["", { httpStatus: 502 }]);
});

shows("has no evidence where there was none", () => {
	assert.equal(shown(undefined), ["", "no evidence"]);
});
shows.run();
