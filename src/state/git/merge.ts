import type { AddressText } from "../../model/address.ts";
import type { EpochMs } from "../../model/brand.ts";
import type { JournalEntry, Operation, Snapshot } from "../../model/snapshot.ts";
import type { JournalLine } from "../journal-lines.ts";
import { absorb, momentOf, type Working, workingCopy } from "../snapshot/fold.ts";
import { StateFault } from "../state-fault.ts";

type Of<Type extends JournalEntry["type"]> = Extract<JournalEntry, { readonly type: Type }>;

/** Entries of one journal, and how far the version they are added to contains them. */
export interface Own {
	readonly lines: readonly JournalLine[];
	readonly through: number;
	/** Attempts that were open when the journal was begun. */
	readonly open: Snapshot["operations"];
	/** Nobody else changed the state meanwhile. */
	readonly alone: boolean;
	/** No process writes that journal any more: what it did not arm was not sent. */
	readonly ended: boolean;
}

/** A version with a journal's entries added, and those that no longer fit into it. */
export interface Merged {
	readonly state: Working;
	readonly dropped: readonly JournalEntry[];
}

/**
 * Adds the entries of a journal to a version that others have changed since. What proves that something
 * was sent is never lost; what a person asked for that no longer fits is left out and named; what was only
 * read gives way.
 */
export function merge(version: Snapshot, own: Own): Merged {
	const state = workingCopy(version);
	const begun = own.lines.flatMap(({ entry }) => (entry.type === "intent" ? [entry.operation] : []));
	for (const { id } of begun) reopen(state, id);
	const attempts = new Map(
		[...Object.values(own.open), ...begun].map((operation) => [operation.id, operation]),
	);
	const adding = { alone: own.alone, attempts, resolved: resolvedOf(state, own) };
	const rest = own.lines.filter(({ seq }) => seq > own.through);
	const dropped = rest.flatMap(({ entry }) => (add(state, entry, adding) ? [] : [entry]));
	if (own.ended) for (const operation of unarmed(own.lines)) absolve(state, operation);
	return { state, dropped };
}

/**
 * What others may know of a state while its run goes on: what is begun counts as armed, because they cannot
 * hear when it is.
 */
export function claimed(state: Snapshot, at: EpochMs): Working {
	const claim = workingCopy(state);
	for (const { id, phase } of Object.values(state.operations))
		if (phase === "intent") absorb(claim, { type: "armed", operation: id, at });
	// The arming itself is an entry of the journal that is still to come.
	claim.serial = state.serial;
	return claim;
}

/** A state whose run has ended: what was not armed was not sent. */
export function concluded(state: Snapshot): Working {
	const end = workingCopy(state);
	for (const { id, phase } of Object.values(state.operations))
		if (phase === "intent") delete end.operations[id];
	return end;
}

/** Whoever read the claim calls it unknown; whoever made it knows better. */
function reopen(state: Working, id: string): void {
	const operation = state.operations[id];
	if (operation === undefined) return;
	const { evidence: _, ...rest } = operation;
	state.operations[id] = { ...rest, phase: "armed" };
}

interface Adding {
	readonly alone: boolean;
	readonly attempts: ReadonlyMap<string, Operation>;
	/** Attempts that others ended meanwhile. */
	readonly resolved: ReadonlySet<string>;
}

/** What was claimed, and is no longer open although this journal never said how it ended. */
function resolvedOf({ operations }: Snapshot, { lines, through }: Own): ReadonlySet<string> {
	const claims = lines.flatMap(({ seq, entry }) =>
		entry.type === "intent" && seq <= through ? [entry.operation.id] : [],
	);
	return new Set(claims.filter((id) => !Object.hasOwn(operations, id)));
}

/** Whether the entry fits, or gives way to what is known better. */
function add(state: Working, entry: JournalEntry, { alone, attempts, resolved }: Adding): boolean {
	switch (entry.type) {
		// Nothing is armed before its intent was pushed, so this one was not sent.
		case "intent":
			return true;
		case "armed":
			if (!resolved.has(entry.operation) || late(entry, attempts.get(entry.operation)))
				arm(state, entry, attempts.get(entry.operation));
			return true;
		case "outcome":
			return outcome(state, entry, attempts.get(entry.operation));
		case "resource":
			return (!alone && taskIdAt(state, entry.address) !== entry.resource.taskId) || fits(state, entry);
		default:
			return fits(state, entry);
	}
}

/** What was taken out of its campaign may be taken up again. */
function taskIdAt({ resources, leftTasks }: Snapshot, address: AddressText): string | undefined {
	return (resources[address] ?? leftTasks?.[address])?.taskId;
}

/**
 * Who calls an attempt not posted has waited ten minutes since its claim, and knew that it may have been
 * armed by then. What was armed after that is open again.
 */
function late({ at }: Of<"armed">, operation: Operation | undefined): boolean {
	return operation === undefined || at - operation.at > IN_TIME_MS;
}

const IN_TIME_MS = 8 * 60_000;

function arm(
	state: Working,
	{ operation: id, at, clocks }: Of<"armed">,
	operation: Operation | undefined,
): void {
	const open = state.operations[id] ?? operation;
	if (open === undefined) return;
	state.operations[id] = { ...open, phase: "armed", armedAt: at, ...(clocks && { armedClocks: clocks }) };
	keepMoment(state, open, at);
	state.serial++;
}

function outcome(state: Working, entry: Of<"outcome">, begun: Operation | undefined): boolean {
	if (Object.hasOwn(state.operations, entry.operation)) return fits(state, entry);
	if (entry.outcome !== "done" || entry.resource === undefined || begun === undefined) return true;
	keepMoment(state, begun, entry.at);
	state.resources[begun.address] ??= entry.resource;
	state.serial++;
	return true;
}

function keepMoment(state: Working, operation: Operation, at: EpochMs): void {
	const moment = momentOf(operation, at);
	if (moment && !state.ledger.some((known) => known.operation === operation.id)) state.ledger.push(moment);
}

function fits(state: Working, entry: JournalEntry): boolean {
	try {
		absorb(state, entry);
		return true;
	} catch (error) {
		if (error instanceof StateFault) return false;
		throw error;
	}
}

/** What the journal began and neither armed nor ended. */
export function unarmed(lines: readonly JournalLine[]): readonly string[] {
	const open = new Set<string>();
	for (const { entry } of lines) {
		if (entry.type === "intent") open.add(entry.operation.id);
		else if (entry.type === "armed" || entry.type === "outcome" || entry.type === "resolved")
			open.delete(entry.operation);
	}
	return [...open];
}

/** A person's word on it stands. */
function absolve(state: Working, id: string): void {
	if (!Object.hasOwn(state.operations, id)) return;
	delete state.operations[id];
	state.ledger = state.ledger.filter(({ operation }) => operation !== id);
}
