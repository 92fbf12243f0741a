import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { JournalEntry, Snapshot } from "../../../src/model/snapshot.ts";
import { decodeSnapshot } from "../../../src/state/snapshot/codec.ts";
import { encodeSnapshot } from "../../../src/state/snapshot/encode.ts";
import { EMPTY, fold } from "../../../src/state/snapshot/fold.ts";
import { armed, outcome, resolved, videoIntent } from "../../builders/entries.ts";
import { NOW, request, submitted, TALK } from "../../builders/world.ts";

const after = (entries: readonly JournalEntry[], from: Snapshot = EMPTY) => entries.reduce(fold, from);

const refusal = { message: "invalid (status 422)", times: 1, credentials: "a1b2" };
const refused = { ...outcome("op-1", "refused"), refusal } as JournalEntry;
const once = after([videoIntent("op-1"), armed("op-1"), refused]);
const again = [videoIntent("op-2"), armed("op-2")];

const refusals = suite("a refusal in the state");
refusals("is remembered with what was asked for", () =>
	assert.equal(once.refusals, {
		[TALK]: { operation: "op-1", kind: "submit", wanted: request(), at: NOW, ...refusal },
	}),
);

const ends: Readonly<Record<string, readonly JournalEntry[]>> = {
	"counts no more once it was accepted": [...again, outcome("op-2", "done", submitted())],
	"counts no more once an outcome is unknown": [...again, outcome("op-2", "unknown")],
	"counts no more once somebody said what became of a later attempt": [
		...again,
		outcome("op-2", "unknown"),
		resolved("op-2", "not-posted"),
	],
	"counts no more once it is forgotten": [{ type: "forget", address: TALK, at: NOW }],
	"counts no more once it was made elsewhere": [
		{ type: "imported", address: TALK, at: NOW, by: "ann", resource: submitted() },
	],
};
for (const [title, entries] of Object.entries(ends))
	refusals(title, () => assert.is(after(entries, once).refusals, undefined));

refusals("stays while a later attempt was not sent", () => {
	const { refusals: kept } = after([...again, outcome("op-2", "not-sent")], once);
	assert.equal(kept, once.refusals);
});

refusals("moves with its address", () => {
	const to = TALK.replace("talk", "intro") as typeof TALK;
	const { refusals: kept } = fold(once, { type: "moved", moves: [{ from: TALK, to }], at: NOW });
	assert.equal(Object.keys(kept ?? {}), [to]);
});

refusals("is read back from a file as it was written", () =>
	assert.equal(decodeSnapshot(encodeSnapshot({ ...once, lineage: "l" }), "state.json"), {
		...once,
		lineage: "l",
	}),
);
refusals.run();
