import { suite } from "uvu";
import * as assert from "uvu/assert";
import { plan } from "../../../src/plan/plan.ts";
import { digestOf, digestsOf, ledgerDigest } from "../../../src/reconcile/saved/digest.ts";
import { addressOf, clip, ledgerOf, settledVideo, snapshot, TALK, world } from "../../builders/world.ts";

const digest = suite("a digest");

digest("is the same whatever the order of keys, and another for anything else", () => {
	const one = digestOf({ a: 1, b: { c: [1, 2], d: null } });
	assert.is(digestOf({ b: { d: null, c: [1, 2] }, a: 1 }), one);
	const others = [{ a: 1, b: { c: [2, 1], d: null } }, { a: 1, b: { c: [1, 2] } }, { a: 2 }, null, "a"];
	assert.is(new Set([one, ...others.map(digestOf)]).size, 6);
});

digest("of each change that does something tells what it does", () => {
	const planned = (titles: readonly string[]) => {
		const clips = titles.map((title, idx) => clip(idx, { title }));
		return digestsOf(plan(world({ state: snapshot({ [TALK]: settledVideo(clips) }) })));
	};
	const [before, after] = [planned(["One", "Two"]), planned(["One", "Other"])];
	const [first, second] = [addressOf(clip(0)), addressOf(clip(1))];
	assert.equal(Object.keys(before).sort(), [first, second].sort());
	assert.is(before[first], after[first]);
	assert.is.not(before[second], after[second]);
	assert.is.not(before[first], before[second]);
});

digest("of a repeated call tells which attempt it repeats", () => {
	const of = (id: string) =>
		digestsOf({ changes: [{ action: "repeat", address: TALK, operation: { id } } as never] })[TALK];
	assert.is(of("op-1"), of("op-1"));
	assert.is.not(of("op-1"), of("op-2"));
});

digest("of the ledger tells what was posted, not what it was called", () => {
	const one = ledgerDigest([ledgerOf()]);
	assert.is(
		ledgerDigest([ledgerOf(clip(0), { address: addressOf(clip(0), "second"), at: 5 as never })]),
		one,
	);
	const others = [
		[],
		[ledgerOf(clip(1))],
		[ledgerOf(clip(0), { account: "youtube:other" })],
		[ledgerOf(clip(0), { operation: "op-2" })],
		[ledgerOf(clip(0), { source: "sha256:b" })],
	];
	assert.is(new Set([one, ...others.map(ledgerDigest)]).size, 6);
});
digest.run();
