import { accountKey } from "../../model/account.ts";
import type { AddressText } from "../../model/address.ts";
import { defined } from "../../model/defined.ts";
import { type FeedKey, type FeedState, withFeedEntry } from "../../model/feed-state.ts";
import type { LeftState } from "../../model/left-state.ts";
import { moved } from "../../model/moved.ts";
import type { PlanUse } from "../../model/plan-use.ts";
import type { RefusalNote } from "../../model/refusal.ts";
import type { SlotState } from "../../model/slot-state.ts";
import type {
	JournalEntry,
	LedgerEntry,
	Operation,
	OperationRequest,
	Refusal,
	ResourceState,
	Snapshot,
} from "../../model/snapshot.ts";
import { checkEntry } from "./contradiction.ts";
import { foldHeldPost, removeMoment } from "./held-post.ts";
import { forget, settleLeft } from "./left-tasks.ts";
import { usedPlans } from "./used-plans.ts";

/** State before anything happened. */
export const EMPTY: Snapshot = {
	format: 1,
	lineage: "",
	serial: 0,
	resources: {},
	operations: {},
	ledger: [],
};

type Of<Type extends JournalEntry["type"]> = Extract<JournalEntry, { readonly type: Type }>;

/** A snapshot that grows in place, so that a run of many entries takes time in proportion to them. */
export interface Working extends Snapshot {
	serial: number;
	lineage: string;
	ledgerId?: string;
	resources: Record<AddressText, ResourceState>;
	operations: Record<string, Operation>;
	ledger: LedgerEntry[];
	slots?: Record<AddressText, SlotState>;
	plans?: Record<string, PlanUse>;
	refusals?: Record<AddressText, Refusal>;
	leftTasks?: Record<AddressText, LeftState>;
	feeds?: Record<FeedKey, FeedState>;
}

/** State after one more entry, as a new value. Throws like `absorb`. */
export function fold(snapshot: Snapshot, entry: JournalEntry): Snapshot {
	const working = workingCopy(snapshot);
	absorb(working, entry);
	return working;
}

/** A copy that can grow in place. */
export function workingCopy(snapshot: Snapshot): Working {
	const { resources, operations, ledger, slots, plans, refusals, leftTasks } = snapshot;
	const rare = {
		...(slots && { slots: { ...slots } }),
		...(plans && { plans: { ...plans } }),
		...(refusals && { refusals: { ...refusals } }),
		...(leftTasks && { leftTasks: { ...leftTasks } }),
	};
	return {
		...snapshot,
		resources: { ...resources },
		operations: { ...operations },
		ledger: [...ledger],
		...rare,
	};
}

/**
 * Adds one entry to the state in place. Throws `StateFault`, changing nothing, for an entry that contradicts
 * the state it meets.
 */
export function absorb(state: Working, entry: JournalEntry): void {
	checkEntry(state, entry);
	change(state, entry);
	state.serial++;
}

/** What the ledger remembers of an attempt at a post. Undefined: it is none. */
export function momentOf(operation: Operation, at: LedgerEntry["at"]): LedgerEntry | undefined {
	if (operation.kind !== "publish") return undefined;
	const { source, moment, account, scheduledAt } = operation.wanted;
	const { address, id } = operation;
	return defined({ source, moment, account: accountKey(account), address, operation: id, at, scheduledAt });
}

/** What a dead process left: what was armed may have been executed, what was only intended was not. */
export function recover(snapshot: Snapshot): Snapshot {
	const operations = Object.values(snapshot.operations).filter(({ phase }) => phase !== "intent");
	return {
		...snapshot,
		operations: Object.fromEntries(operations.map((operation) => [operation.id, abandoned(operation)])),
	};
}

function abandoned(operation: Operation): Operation {
	if (operation.phase !== "armed") return operation;
	return {
		...operation,
		phase: "unknown",
		evidence: { error: "the process ended before an answer was recorded" },
	};
}

function change(state: Working, entry: JournalEntry): void {
	switch (entry.type) {
		case "intent":
			state.operations[entry.operation.id] = entry.operation;
			break;
		case "armed":
			arm(state, entry);
			break;
		case "outcome":
			outcome(state, entry);
			break;
		case "resource":
			observed(state, entry);
			break;
		case "forget":
			forget(state, entry);
			settleRefusal(state, entry.address);
			break;
		case "plan":
			state.plans = usedPlans(state, entry);
			break;
		case "moved":
			Object.assign(state, moved(state, entry.moves));
			break;
		case "slots":
			give(state, entry);
			break;
		case "adopted":
			adopt(state, entry);
			break;
		case "feed":
			takeItems(state, entry);
			break;
		default:
			hear(state, entry);
	}
}

/** What a person said, and what the service did with a post it holds. */
function hear(state: Working, entry: Parameters<typeof foldHeldPost>[1] | Of<"imported" | "resolved">): void {
	if (entry.type === "imported") takeOver(state, entry);
	else if (entry.type === "resolved") resolved(state, entry);
	else foldHeldPost(state, entry);
}

function takeItems(state: Working, entry: Of<"feed">): void {
	const { [entry.was ?? ""]: former, ...feeds } = state.feeds ?? {};
	state.feeds = { ...feeds, [entry.feed]: withFeedEntry(feeds[entry.feed] ?? former, entry) };
}

function observed(state: Working, { address, resource }: Of<"resource">): void {
	state.resources[address] = resource;
	settleLeft(state, address);
}

/** What was made elsewhere. */
function takeOver(state: Working, { address, resource, moment }: Of<"imported">): void {
	if (resource) state.resources[address] = resource;
	if (moment) state.ledger.push(moment);
	settleRefusal(state, address);
}

/** From here on the call may be executed, so its moment counts as posted until the opposite is proved. */
function arm(state: Working, { operation: id, at, clocks: armedClocks }: Of<"armed">): void {
	const operation = state.operations[id];
	if (operation === undefined) return;
	state.operations[id] = { ...operation, phase: "armed", armedAt: at, ...(armedClocks && { armedClocks }) };
	addMoment(state, operation, at);
}

function outcome(state: Working, entry: Of<"outcome">): void {
	const operation = state.operations[entry.operation];
	if (operation === undefined) return;
	if (entry.outcome !== "not-sent") settleRefusal(state, operation.address);
	if (entry.outcome === "unknown") {
		state.operations[operation.id] = {
			...operation,
			phase: "unknown",
			...(entry.evidence && { evidence: entry.evidence }),
		};
		// A service may accept half a request: then nothing was armed, and yet it may be posted.
		if (operation.phase === "intent") addMoment(state, operation, entry.at);
		return;
	}
	delete state.operations[operation.id];
	if (entry.refusal !== undefined) remember(state, operation, { at: entry.at, ...entry.refusal });
	if (entry.outcome === "done" && entry.resource) {
		state.resources[operation.address] = entry.resource;
		settleLeft(state, operation.address);
	} else removeMoment(state, operation);
}

function resolved(state: Working, entry: Of<"resolved">): void {
	const operation = state.operations[entry.operation];
	if (operation === undefined) return;
	delete state.operations[operation.id];
	settleRefusal(state, operation.address);
	if (entry.as === "not-posted") removeMoment(state, operation);
	else if (entry.resource) state.resources[operation.address] = entry.resource;
}

function remember(
	state: Working,
	{ id, address, kind, wanted }: Operation,
	said: RefusalNote & Pick<Refusal, "at">,
): void {
	const asked = { kind, wanted } as OperationRequest;
	state.refusals = { ...state.refusals, [address]: { operation: id, ...asked, ...said } };
}

/** The last refusal of an address counts no more: something else became of it. */
function settleRefusal(state: Working, address: AddressText): void {
	if (state.refusals === undefined) return;
	delete state.refusals[address];
	if (Object.keys(state.refusals).length === 0) delete state.refusals;
}

function give(state: Working, { given, freed }: Of<"slots">): void {
	state.slots = { ...state.slots, ...given };
	for (const address of freed) delete state.slots[address];
	if (Object.keys(state.slots).length === 0) delete state.slots;
}

function addMoment(state: Working, operation: Operation, at: LedgerEntry["at"]): void {
	const moment = momentOf(operation, at);
	if (moment) state.ledger.push(moment);
}

/** What another copy of this state posted counts as posted here too. */
function adopt(state: Working, { moments }: Of<"adopted">): void {
	const known = new Set(state.ledger.map(({ operation }) => operation));
	state.ledger.push(...moments.filter(({ operation }) => !known.has(operation)));
}
