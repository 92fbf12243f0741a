import { suite } from "uvu";
import * as assert from "uvu/assert";
import { spend } from "../../src/reconcile/approval.ts";
import { addressOf, clip, TALK } from "../builders/world.ts";

const approval = suite("a yes to a plan");

approval("covers a change that it named, however often, and no other", () => {
	const yes = { exact: new Set([TALK]), bounds: new Map() };
	const change = { address: TALK, action: "submit" } as never;
	assert.equal([spend(yes, change), spend(yes, change)], [true, true]);
	assert.is(spend(yes, { address: addressOf(), action: "publish" } as never), false);
});

approval("covers so many posts of a bound, one after the other", () => {
	const yes = { exact: new Set<never>(), bounds: new Map([['k.post.shorts["talk@*"].tube', 1]]) };
	const posts = [0, 1].map((idx) => ({ address: addressOf(clip(idx)), action: "publish" }) as never);
	assert.equal(
		posts.map((each) => spend(yes as never, each)),
		[true, false],
	);
});
approval.run();
