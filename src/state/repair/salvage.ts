import { accountKey } from "../../model/account.ts";
import { postAddress } from "../../model/address.ts";
import { type EpochMs, epochMs } from "../../model/brand.ts";
import { defined } from "../../model/defined.ts";
import type { FeedState } from "../../model/feed-state.ts";
import { entriesOf } from "../../model/keys.ts";
import type { PostRequest } from "../../model/post.ts";
import type { JournalEntry, LedgerEntry, Snapshot } from "../../model/snapshot.ts";
import { disproved, type GuardMemory, momentsOf } from "../guard/records.ts";
import { entriesOfLine, type Header, type JournalLine, readLine } from "../journal-lines.ts";
import { absorb, EMPTY, recover, type Working, workingCopy } from "../snapshot/fold.ts";
import { StateFault } from "../state-fault.ts";
import { unanswered } from "./unanswered.ts";

/** What can be read of a journal, whatever happened to it. */
export interface Remains {
	readonly header: Header | undefined;
	readonly lines: readonly JournalLine[];
	/** What is wrong with it, in words. */
	readonly problems: readonly string[];
}

/** Everything that was found of a state. */
export interface StateEvidence {
	readonly lineage: string;
	/** Versions of the state file itself: two, when it holds a merge conflict. */
	readonly current: readonly Snapshot[];
	readonly backups: readonly Snapshot[];
	readonly journal: Remains;
	/** What this machine remembers outside of the work tree. */
	readonly known: GuardMemory | undefined;
}

/** Reads every line of a journal that can be read. */
export function remainsOf(bytes: Buffer): Remains {
	const pieces = bytes.length === 0 ? [] : split(bytes);
	const values = pieces.map((piece) => readLine(piece));
	const first = values[0];
	const header = first && isHeader(first) ? first : undefined;
	const lines = values.slice(header ? 1 : 0).flatMap((value) => (value && entriesOfLine(value)) ?? []);
	const bad = values.flatMap((value, index) =>
		value && (entriesOfLine(value) || (index === 0 && isHeader(value)))
			? []
			: [`line ${index + 1} cannot be read`],
	);
	const gaps = lines.flatMap(({ seq }, index) => gap(lines[index - 1]?.seq, seq));
	return { header, lines, problems: [...bad, ...gaps] };
}

/** The versions in a file with merge conflicts: ours, then theirs. Without conflicts, the file. */
export function sidesOf(text: string): readonly string[] {
	if (!/^<{7}/m.test(text)) return [text];
	const sides: [string[], string[]] = [[], []];
	let into: readonly (0 | 1)[] = [0, 1];
	for (const line of text.split("\n")) {
		if (line.startsWith("<<<<<<<")) into = [0];
		else if (line.startsWith("|||||||")) into = [];
		else if (line.startsWith("=======")) into = [1];
		else if (line.startsWith(">>>>>>>")) into = [0, 1];
		else for (const side of into) sides[side].push(line);
	}
	return sides.map((lines) => lines.join("\n"));
}

/**
 * The state that the evidence shows together. No moment is lost that any of it knows to be posted, and what
 * is not known to have ended is unknown.
 */
export function combined({ lineage, current, backups, journal, known }: StateEvidence): Snapshot {
	const versions = [...current, ...backups]
		.filter((version) => version.lineage === lineage)
		.sort((a, b) => b.serial - a.serial);
	const base = versions[0] ?? { ...EMPTY, lineage };
	const state = workingCopy(base);
	for (const other of current.filter((version) => version !== base)) join(state, other);
	const continues = journal.header?.lineage === lineage || journal.header === undefined;
	const later = journal.lines.filter(({ seq }) => seq > base.serial);
	if (continues && follows(journal, base.serial))
		replay(state, later, { known, whole: journal.problems.length === 0 });
	else join(state, apart(journal, known));
	remember(
		state,
		[...versions.flatMap(({ ledger }) => ledger), ...(known ? momentsOf(known) : [])],
		refuted(journal, known),
	);
	for (const operation of known ? unanswered(state, known, endedIn(journal)) : [])
		state.operations[operation.id] = operation;
	state.serial = Math.max(state.serial, known?.serial ?? 0, ...versions.map(({ serial }) => serial));
	return recover(state);
}

function split(bytes: Buffer): readonly Buffer[] {
	const pieces: Buffer[] = [];
	let at = 0;
	for (let end = bytes.indexOf(10); end >= 0; at = end + 1, end = bytes.indexOf(10, at))
		pieces.push(bytes.subarray(at, end));
	return at < bytes.length ? [...pieces, bytes.subarray(at)] : pieces;
}

function gap(before: number | undefined, seq: number): readonly string[] {
	return before === undefined || seq === before + 1 ? [] : [`after entry ${before} comes entry ${seq}`];
}

function isHeader(value: object): value is Header {
	return "journal" in value && value.journal === 1 && "lineage" in value && typeof value.lineage === "string";
}

/** A damaged journal may lack its first lines: what comes later in number may still be later in time. */
function follows({ lines, problems }: Remains, serial: number): boolean {
	const [first, last] = [lines[0]?.seq, lines.at(-1)?.seq];
	if (first === undefined || last === undefined) return true;
	return first === serial + 1 || last === serial || (problems.length > 0 && last > serial);
}

interface How {
	readonly known: GuardMemory | undefined;
	/** Nothing is missing from the lines. */
	readonly whole: boolean;
}

function replay(state: Working, lines: readonly JournalLine[], { known, whole }: How): void {
	for (const { seq, entry } of lines) {
		if (!fits(state, entry)) patch(state, entry, known);
		state.serial = seq;
	}
	// The line that armed it may be among those that are lost.
	if (!whole)
		for (const { id, phase, at } of Object.values(state.operations))
			if (phase === "intent") absorb(state, { type: "armed", operation: id, at });
}

function fits(state: Working, entry: JournalEntry): boolean {
	try {
		absorb(state, entry);
		return true;
	} catch (error) {
		if (error instanceof StateFault || error instanceof TypeError) return false;
		throw error;
	}
}

/** An entry whose forerunner is lost: what an outcome proves is taken all the same. */
function patch(state: Working, entry: JournalEntry, known: GuardMemory | undefined): void {
	if (entry.type !== "outcome" || entry.outcome !== "done" || entry.resource === undefined) return;
	const armed =
		state.operations[entry.operation]?.phase === "intent" &&
		fits(state, { type: "armed", operation: entry.operation, at: entry.at });
	if (armed && fits(state, entry)) return;
	const { operation, resource, at } = entry;
	const address = known?.attempts.get(operation)?.address;
	if (address !== undefined) state.resources[address] = resource;
	if (resource.kind === "post") remember(state, [lost(operation, resource.request, at)], new Set());
}

/** A moment whose address was lost with its intent. */
function lost(
	operation: string,
	{ source, moment, account, scheduledAt }: PostRequest,
	at: EpochMs,
): LedgerEntry {
	const key = accountKey(account);
	const address = postAddress({ campaign: "lost", item: operation, video: "lost", account: key }, moment);
	return {
		source,
		moment,
		account: key,
		address,
		operation,
		at,
		...defined({ scheduledAt }),
	};
}

/** A journal that does not continue the state, by itself. */
function apart(journal: Remains, known: GuardMemory | undefined): Snapshot {
	const state = workingCopy(EMPTY);
	replay(state, journal.lines, { known, whole: journal.problems.length === 0 });
	return recover(state);
}

/** Takes from another version what this one does not have. */
function join(state: Working, other: Snapshot): void {
	if (other.ledgerId !== undefined) state.ledgerId ??= other.ledgerId;
	const taken = new Set(Object.values(state.operations).map(({ address }) => address));
	for (const operation of Object.values(other.operations))
		if (!taken.has(operation.address)) state.operations[operation.id] = operation;
	for (const [address, resource] of entriesOf(other.resources))
		if (!Object.hasOwn(state.resources, address)) state.resources[address] = resource;
	const left = entriesOf(other.leftTasks ?? {}).filter(
		([address]) => !Object.hasOwn(state.resources, address),
	);
	if (left.length > 0) state.leftTasks = { ...Object.fromEntries(left), ...state.leftTasks };
	for (const [key, feed] of Object.entries(other.feeds ?? {}))
		state.feeds = { ...state.feeds, [key]: bothFeeds(state.feeds?.[key], feed) };
	remember(state, other.ledger, new Set());
}

/** What either version records of a feed. */
function bothFeeds(one: FeedState | undefined, other: FeedState): FeedState {
	if (one === undefined) return other;
	return {
		...one,
		newestAt: epochMs(Math.max(one.newestAt, other.newestAt)),
		items: { ...other.items, ...one.items },
		left: { ...other.left, ...one.left },
	};
}

function remember(state: Working, moments: readonly LedgerEntry[], not: ReadonlySet<string>): void {
	const there = new Set(state.ledger.map(({ operation }) => operation));
	for (const moment of moments) {
		if (there.has(moment.operation) || not.has(moment.operation)) continue;
		there.add(moment.operation);
		state.ledger.push(moment);
	}
}

/** Attempts whose end the journal tells. */
function endedIn({ lines }: Remains): ReadonlySet<string> {
	const ends = ({ entry }: JournalLine) =>
		entry.type === "resolved" || (entry.type === "outcome" && entry.outcome !== "unknown");
	return new Set(
		lines
			.filter(ends)
			.flatMap(({ entry }) =>
				"operation" in entry && typeof entry.operation === "string" ? [entry.operation] : [],
			),
	);
}

/** Attempts that were proved not to have been executed. */
function refuted({ lines }: Remains, known: GuardMemory | undefined): ReadonlySet<string> {
	const here = lines.flatMap(({ entry }) => {
		if (entry.type === "outcome") return disproved(entry.outcome) ? [entry.operation] : [];
		if (entry.type === "withdrawn") return [entry.operation];
		return entry.type === "resolved" && entry.as === "not-posted" ? [entry.operation] : [];
	});
	return new Set([
		...here,
		...[...(known?.attempts.values() ?? [])].flatMap(({ operation, became }) =>
			disproved(became) ? [operation] : [],
		),
	]);
}
