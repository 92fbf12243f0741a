import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { JournalEntry, Snapshot } from "../../../src/model/snapshot.ts";
import { merge } from "../../../src/state/git/merge.ts";
import { addressOf, ledgerOf, NOW, posted, settledVideo, snapshot, TALK } from "../../builders/world.ts";

const POST = addressOf();
const KNOWN = snapshot({ [TALK]: settledVideo(), [POST]: posted() }, { ledger: [ledgerOf()] });
const OUT = { type: "forget", address: POST, at: NOW, keepsTask: true } as const;
const BACK = { type: "resource", address: POST, at: NOW, resource: posted() } as const;

/** A version of others with the entries of a journal, which was not alone. */
const merged = (version: Snapshot, entries: readonly JournalEntry[]) =>
	merge(version, {
		lines: entries.map((entry, at) => ({ seq: version.serial + at + 1, entry })),
		through: version.serial,
		open: {},
		alone: false,
		ended: true,
	});
const outOf = (version: Snapshot) => merged(version, [OUT]).state;

const merging = suite("a journal beside what others did meanwhile");

merging("keeps what was taken out of a campaign by both", () => {
	const { state, dropped } = merged(outOf(KNOWN), [OUT]);
	assert.equal([Object.keys(state.leftTasks ?? {}), state.resources[POST], dropped], [[POST], undefined, []]);
});

merging("takes up again what the other took out", () => {
	const { state, dropped } = merged(outOf(KNOWN), [BACK]);
	assert.equal([state.leftTasks, state.resources[POST], dropped], [undefined, posted(), []]);
});

merging("takes up what came back, and keeps it where it goes again", () => {
	const { state } = merged(outOf(KNOWN), [BACK, OUT]);
	assert.equal([Object.keys(state.leftTasks ?? {}), state.resources[POST]], [[POST], undefined]);
});

merging("leaves out what was read of a post that is gone for good", () => {
	const gone = merged(KNOWN, [{ type: "forget", address: POST, at: NOW }]).state;
	assert.is(merged(gone, [BACK]).state.resources[POST], undefined);
});

merging.run();
