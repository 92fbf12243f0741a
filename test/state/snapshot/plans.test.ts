import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../../src/model/brand.ts";
import type { JournalEntry } from "../../../src/model/snapshot.ts";
import { decodeSnapshot } from "../../../src/state/snapshot/codec.ts";
import { encodeSnapshot } from "../../../src/state/snapshot/encode.ts";
import { EMPTY, fold } from "../../../src/state/snapshot/fold.ts";

const used = (plan: string, at: number, finished = false): JournalEntry => ({
	type: "plan",
	plan,
	at: epochMs(at),
	expiresAt: epochMs(at + 100),
	finished,
});
const after = (...entries: JournalEntry[]) => entries.reduce(fold, EMPTY);

const remembering = suite("the state remembers saved plans");
remembering("from their first use on", () => {
	assert.equal(after(used("a", 5)).plans, { a: { usedAt: 5, expiresAt: 105 } });
});
remembering("with the time all of it was done", () => {
	assert.equal(after(used("a", 5), used("a", 9, true)).plans, {
		a: { usedAt: 5, expiresAt: 109, finishedAt: 9 },
	});
});
remembering("until they have expired and another is used", () => {
	assert.equal(Object.keys(after(used("a", 5), used("b", 50)).plans ?? {}), ["a", "b"]);
	assert.equal(Object.keys(after(used("a", 5), used("b", 105)).plans ?? {}), ["b"]);
});
remembering("in its file", () => {
	const state = { ...after(used("a", 5)), lineage: "l" };
	assert.equal(decodeSnapshot(encodeSnapshot(state), "state.json"), state);
});
remembering("without changing a snapshot somebody holds", () => {
	const before = after(used("a", 5));
	fold(before, used("b", 6));
	assert.equal(Object.keys(before.plans ?? {}), ["a"]);
});
const contradictions: Record<string, readonly JournalEntry[]> = {
	"a plan that is begun twice": [used("a", 5), used("a", 6)],
	"a plan that is finished without having been begun": [used("a", 5, true)],
	"a plan that is used again": [used("a", 5), used("a", 6, true), used("a", 7)],
};
for (const [title, entries] of Object.entries(contradictions)) {
	remembering(`and takes no journal with ${title}`, () =>
		assert.throws(() => after(...entries), /contradicts the state: the saved plan a was/),
	);
}
remembering.run();
