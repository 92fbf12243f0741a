import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import { withdrawalOf } from "../../src/reconcile/withdrawal.ts";
import { AFTER, BEFORE, HELD } from "../builders/held.ts";
import { clip, NOW, posted, postRequest } from "../builders/world.ts";

const DAY = 86_400_000;
const state = posted(clip(0), {
	status: "SCHEDULED",
	acceptedAt: epochMs(NOW - DAY),
	request: postRequest(clip(0), { scheduledAt: BEFORE }),
});
const post = { address: HELD, state, operation: "op-1" };

const withdrawing = suite("a person's word that a post was cancelled");
withdrawing("counts as long as it is not due", () => {
	const at = epochMs(BEFORE - 1);
	const expected = { type: "withdrawn", address: HELD, operation: "op-1", at, by: "ann", why: "a typo" };
	assert.equal(withdrawalOf(post, { by: "ann", at, why: "a typo" }), expected);
});
withdrawing("is refused from its time on, because it may be public", () => {
	for (const at of [BEFORE, AFTER])
		assert.throws(() => withdrawalOf(post, { by: "ann", at }), /was due at .* and may be public/);
});
withdrawing("is refused while its request may be on its way", () => {
	const fresh = { ...post, state: { ...state, acceptedAt: NOW } };
	assert.throws(() => withdrawalOf(fresh, { by: "ann", at: NOW }), /handed over too recently/);
});
withdrawing.run();
