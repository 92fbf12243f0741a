import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AddressText } from "../../src/model/address.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { AttentionChange, Change } from "../../src/model/plan.ts";
import { withPatterns } from "../../src/plan/patterns.ts";
import { addressOf, clip, NOW, posted, postRequest, snapshot, world } from "../builders/world.ts";

const [FIRST, SECOND] = [addressOf(), addressOf(clip(1))];
const ALL = 'k.post.shorts["talk@*"].tube';
const later = epochMs(NOW + 60_000);
const scheduled = (index: number) =>
	posted(clip(index), { request: postRequest(clip(index), { scheduledAt: later }), status: "SCHEDULED" });
const state = snapshot({ [FIRST as string]: scheduled(0), [SECOND as string]: scheduled(1) });

/** What a person is told to do about a post. */
type Told = Pick<Extract<AttentionChange, { readonly reason: "post-failed" }>, "remedy">["remedy"];

const failed = (address: AddressText, remedy: Told): Change => ({
	...{ address, action: "attention", reason: "post-failed" },
	...{ reasonData: { status: "CANCELLED" }, remedy },
});
const cancelled = (address: AddressText): Change =>
	failed(address, { code: "cancelled-at-service", address });

function patternsOf(changes: readonly Change[], resources = state.resources) {
	const given = world({ state: { ...state, resources } });
	return withPatterns(changes, given).map((change) =>
		change.action === "attention" && "pattern" in change.remedy ? change.remedy.pattern : undefined,
	);
}

const patterns = suite("one command for many posts");

patterns("names all posts of an entry to an account that share a remedy", () => {
	assert.equal(patternsOf([cancelled(FIRST), cancelled(SECOND)]), [ALL, ALL]);
});

patterns("is no use for one post, nor where it would name others", () => {
	assert.equal(patternsOf([cancelled(FIRST)]), [undefined]);
	const more = { ...state.resources, [addressOf(clip(2)) as string]: scheduled(2) };
	assert.equal(patternsOf([cancelled(FIRST), cancelled(SECOND)], more), [undefined, undefined]);
});

patterns("are only for what somebody is to cancel, or cancelled", () => {
	const byHand = (address: AddressText) => failed(address, { code: "post-by-hand" });
	assert.equal(patternsOf([byHand(FIRST), byHand(SECOND)]), [undefined, undefined]);
});

patterns.run();
