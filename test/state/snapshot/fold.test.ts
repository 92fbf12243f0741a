import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { JournalEntry, Snapshot } from "../../../src/model/snapshot.ts";
import { absorb, EMPTY, fold, recover, workingCopy } from "../../../src/state/snapshot/fold.ts";
import { StateFault } from "../../../src/state/state-fault.ts";
import {
	armed,
	numbered,
	outcome,
	postedEntries,
	postIntent,
	resolved,
	videoIntent,
} from "../../builders/entries.ts";
import { addressOf, clip, NOW, operation, posted, submitted, TALK } from "../../builders/world.ts";

const after = (entries: readonly JournalEntry[], from: Snapshot = EMPTY) => entries.reduce(fold, from);

/** What matters of a state, in words. */
function told({ serial, resources, operations, ledger }: Snapshot): string[] {
	return [
		`serial ${serial}`,
		...Object.entries(resources).map(([address, { status }]) => `${address} ${status}`),
		...Object.values(operations).map(
			({ id, phase, evidence }) => `${id} ${phase}${evidence?.error ? `: ${evidence.error}` : ""}`,
		),
		...ledger.map(
			({ operation: id, moment, account }) => `${id} posted ${moment.from}-${moment.to} to ${account}`,
		),
	];
}

const post = addressOf();
const moment = "op-1 posted 0-40000 to youtube:acme";
const open = [postIntent("op-1"), armed("op-1")];
const lost = [...open, outcome("op-1", "unknown")];
const video = [videoIntent("op-1"), armed("op-1")];

const folding = suite("folding entries");
const cases: Record<string, [JournalEntry[], string[]]> = {
	"an intent is remembered, and its moment is free": [
		[postIntent("op-1")],
		["serial 1", "op-1 intent: connection reset"],
	],
	"from arming on the moment counts as posted": [open, ["serial 2", "op-1 armed: connection reset", moment]],
	"a video has no moment": [video, ["serial 2", "op-1 armed: connection reset"]],
	"done gives the resource and keeps the moment": [
		postedEntries("op-1"),
		["serial 3", `${post} DONE`, moment],
	],
	"a video that was taken is a resource": [
		[...video, outcome("op-1", "done", submitted())],
		["serial 3", `${TALK} CREATED`],
	],
	"refused frees address and moment": [[...open, outcome("op-1", "refused")], ["serial 3"]],
	"not sent after arming frees both": [[...open, outcome("op-1", "not-sent")], ["serial 3"]],
	"not sent before arming leaves nothing": [[postIntent("op-1"), outcome("op-1", "not-sent")], ["serial 2"]],
	"refused before arming leaves nothing": [[postIntent("op-1"), outcome("op-1", "refused")], ["serial 2"]],
	"unknown blocks, and keeps the moment": [lost, ["serial 3", "op-1 unknown: connection reset", moment]],
	"unknown before arming counts as posted too": [
		[postIntent("op-1"), outcome("op-1", "unknown")],
		["serial 2", "op-1 unknown: connection reset", moment],
	],
	"a late answer turns unknown into done": [
		[...lost, outcome("op-1", "done", posted())],
		["serial 4", `${post} DONE`, moment],
	],
	"unknown again stays unknown, its moment counted once": [
		[...lost, outcome("op-1", "unknown")],
		["serial 4", "op-1 unknown: connection reset", moment],
	],
	"resolved as posted gives the resource": [
		[...lost, resolved("op-1", "posted", posted())],
		["serial 4", `${post} DONE`, moment],
	],
	"resolved as not posted frees both": [[...lost, resolved("op-1", "not-posted")], ["serial 4"]],
	"abandoned keeps the moment for ever": [
		[...lost, resolved("op-1", "abandoned")],
		["serial 4", moment],
	],
	"a moment given back is that of its own operation": [
		[...postedEntries("op-1"), postIntent("op-2", 1), armed("op-2"), outcome("op-2", "refused")],
		["serial 6", `${post} DONE`, moment],
	],
	"a resource replaces the one before": [
		[numbered(1), numbered(2)],
		["serial 2", `${TALK} CREATED`],
	],
	"forgetting takes the resource, never the moment": [
		[...postedEntries("op-1"), { type: "forget", address: post, at: NOW }],
		["serial 4", moment],
	],
	"forgetting what is not there changes nothing": [
		[{ type: "forget", address: post, at: NOW }],
		["serial 1"],
	],
};
for (const [title, [entries, expected]] of Object.entries(cases))
	folding(title, () => assert.equal(told(after(entries)), expected));

folding("evidence of an outcome replaces the one before", () => {
	const { operations } = after([
		...open,
		{ type: "outcome", operation: "op-1", at: NOW, outcome: "unknown", evidence: { httpStatus: 502 } },
	]);
	assert.equal(operations["op-1"]?.evidence, { httpStatus: 502 });
});

folding("arming keeps its time", () => {
	assert.is(after(open).operations["op-1"]?.armedAt, NOW);
});

folding("the state before is left as it was", () => {
	const before = after(open);
	const copy = structuredClone(before);
	fold(before, outcome("op-1", "done", posted()));
	assert.equal(before, copy);
});

folding.run();

const refusing = suite("contradictions");
const contradictions: Record<string, [JournalEntry[], JournalEntry, RegExp]> = {
	"an operation cannot begin twice": [open, postIntent("op-1", 1), /operation op-1 was begun twice/],
	"an operation begins as an intent": [
		[],
		{ type: "intent", operation: operation() },
		/operation op-1 begins as unknown/,
	],
	"an address whose attempt is armed is blocked": [
		open,
		postIntent("op-2"),
		/was attempted again while operation op-1 is open/,
	],
	"an address whose attempt is unknown is blocked": [
		lost,
		postIntent("op-2"),
		/was attempted again while operation op-1 is open/,
	],
	"nothing is armed without an intent": [[], armed("op-1"), /there is no open operation op-1/],
	"nothing is armed twice": [open, armed("op-1"), /operation op-1 was armed twice/],
	"what is unknown cannot be armed again": [lost, armed("op-1"), /operation op-1 was armed twice/],
	"an outcome needs its operation": [
		[],
		outcome("op-1", "done", posted()),
		/there is no open operation op-1/,
	],
	"an outcome comes once": [
		postedEntries("op-1"),
		outcome("op-1", "refused"),
		/there is no open operation op-1/,
	],
	"done needs arming": [
		[postIntent("op-1")],
		outcome("op-1", "done", posted()),
		/is done without having been armed/,
	],
	"done says what to remember": [open, outcome("op-1", "done"), /is done without saying what to remember/],
	"what is unknown cannot turn out not to have been sent": [
		lost,
		outcome("op-1", "not-sent"),
		/was not sent although its outcome is unknown/,
	],
	"only what is unknown is resolved": [
		open,
		resolved("op-1", "not-posted"),
		/was resolved while it was under way/,
	],
	"resolving happens once": [
		[...lost, resolved("op-1", "abandoned")],
		resolved("op-1", "abandoned"),
		/there is no open operation op-1/,
	],
	"posted says what to remember": [
		lost,
		resolved("op-1", "posted"),
		/is posted without saying what to remember/,
	],
	"an id that every object knows is no operation": [
		[],
		armed("constructor"),
		/there is no open operation constructor/,
	],
	"an entry of a newer version is not passed over": [
		[],
		{ type: "paused" } as unknown as JournalEntry,
		/an entry that this version does not support \(paused\)/,
	],
};
for (const [title, [entries, next, words]] of Object.entries(contradictions)) {
	refusing(title, () => {
		const state = workingCopy(after(entries));
		const copy = structuredClone(state);
		assert.throws(
			() => absorb(state, next),
			(error: unknown) => error instanceof StateFault && words.test(error.message),
		);
		assert.equal(state, copy);
	});
}
refusing.run();

const recovering = suite("recovering");
recovering("intents go, armed ones become unknown, unknown ones stay, and nothing else changes", () => {
	const given = after([
		...postedEntries("op-0", 2),
		postIntent("op-1", 0),
		armed("op-1"),
		postIntent("op-2", 1),
	]);
	assert.equal(told(recover(given)), [
		"serial 6",
		`${addressOf(clip(2))} DONE`,
		"op-1 unknown: the process ended before an answer was recorded",
		"op-0 posted 200000-240000 to youtube:acme",
		moment,
	]);
	assert.equal(recover(recover(given)), recover(given));
	assert.equal(told(recover(after(lost))), told(after(lost)));
});
recovering.run();

const growing = suite("a long journal");
growing("counts ten thousand entries", () => {
	const state = workingCopy(EMPTY);
	const entries = Array.from({ length: 3_400 }, (_, index) => attempt(index)).flat();
	for (const entry of entries.slice(0, 10_000)) absorb(state, entry);
	assert.is(state.serial, 10_000);
});
growing.run();

/** Every other attempt is refused, so that moments are given back all along. */
function attempt(index: number): JournalEntry[] {
	const id = `op-${index}`;
	return index % 2 === 0
		? postedEntries(id, index)
		: [postIntent(id, index), armed(id), outcome(id, "refused")];
}
