import { accountKey } from "../model/account.ts";
import type { Address } from "../model/address.ts";
import type { PostRequest } from "../model/post.ts";
import type { Entry, LedgerEntry, Operation, ResourceState, Snapshot } from "../model/snapshot.ts";
import { StateFault } from "./faults.ts";

/** State before anything happened. */
export const EMPTY: Snapshot = { format: 1, lineage: "", serial: 0, resources: {}, operations: {}, ledger: [] };

type Of<Type extends Entry["type"]> = Extract<Entry, { readonly type: Type }>;

/** A snapshot that grows in place, so that a run of many entries takes time in proportion to them. */
export interface Working extends Snapshot {
	serial: number;
	lineage: string;
	readonly resources: Record<Address, ResourceState>;
	readonly operations: Record<string, Operation>;
	readonly ledger: LedgerEntry[];
}

/** State after one more entry, as a new value. Throws like `absorb`. */
export function fold(snapshot: Snapshot, entry: Entry): Snapshot {
	const working = workingCopy(snapshot);
	absorb(working, entry);
	return working;
}

/** A copy that can grow in place. */
export function workingCopy(snapshot: Snapshot): Working {
	return { ...snapshot, resources: { ...snapshot.resources }, operations: { ...snapshot.operations }, ledger: [...snapshot.ledger] };
}

/** Adds one entry to the state in place. Throws `StateFault`, changing nothing, for an entry that contradicts the state it meets. */
export function absorb(state: Working, entry: Entry): void {
	change(state, entry);
	state.serial++;
}

function change(state: Working, entry: Entry): void {
	switch (entry.type) {
		case "intent":
			state.operations[entry.operation.id] = entry.operation;
			return;
		case "armed":
			return arm(state, entry);
		case "outcome":
			return outcome(state, entry);
		case "resource":
			state.resources[entry.address] = entry.resource;
			return;
		case "forget":
			delete state.resources[entry.address];
			return;
		case "resolved":
			return resolved(state, entry);
	}
}

/** What a dead process left: what was armed may have been executed, what was only intended was not. */
export function recover(snapshot: Snapshot): Snapshot {
	const operations = Object.values(snapshot.operations).filter(({ phase }) => phase !== "intent");
	return { ...snapshot, operations: Object.fromEntries(operations.map((operation) => [operation.id, abandoned(operation)])) };
}

function abandoned(operation: Operation): Operation {
	if (operation.phase !== "armed") return operation;
	return { ...operation, phase: "unknown", evidence: { error: "the process ended before an answer was recorded" } };
}

/** From here on the call may be executed, so its moment counts as posted until the opposite is proved. */
function arm(state: Working, { operation: id, at }: Of<"armed">): void {
	const operation = found(state, id);
	if (operation.phase !== "intent") throw contradiction(`operation ${id} was armed twice`);
	state.operations[id] = { ...operation, phase: "armed", armedAt: at };
	if (operation.kind === "publish") state.ledger.push(ledgerEntry(operation, at));
}

function outcome(state: Working, entry: Of<"outcome">): void {
	const operation = found(state, entry.operation);
	if (entry.outcome === "unknown") {
		state.operations[operation.id] = { ...operation, phase: "unknown", ...(entry.evidence && { evidence: entry.evidence }) };
		return;
	}
	if (entry.outcome === "done" && (operation.phase === "intent" || entry.resource === undefined))
		throw contradiction(`operation ${operation.id} is done without having been armed`);
	delete state.operations[operation.id];
	if (entry.outcome === "done" && entry.resource) state.resources[operation.address] = entry.resource;
	else removeMoment(state, operation);
}

function resolved(state: Working, entry: Of<"resolved">): void {
	const operation = found(state, entry.operation);
	delete state.operations[operation.id];
	if (entry.as === "not-posted") removeMoment(state, operation);
	else if (entry.resource) state.resources[operation.address] = entry.resource;
}

/** The call was proved not to have been executed. */
function removeMoment(state: Working, { id }: Operation): void {
	const at = state.ledger.findIndex(({ operation }) => operation === id);
	if (at >= 0) state.ledger.splice(at, 1);
}

function found(snapshot: Working, id: string): Operation {
	const operation = snapshot.operations[id];
	if (operation === undefined) throw contradiction(`there is no open operation ${id}`);
	return operation;
}

function contradiction(what: string): StateFault {
	return new StateFault(`The journal contradicts the state: ${what}.`, {
		remedy: "Restore state.json and its journal from a backup, both from the same moment.",
	});
}

function ledgerEntry(operation: Operation, at: LedgerEntry["at"]): LedgerEntry {
	const { source, moment, account } = operation.wanted as PostRequest;
	return { source, moment, account: accountKey(account), address: operation.address, operation: operation.id, at };
}
