import { accountKey } from "../../model/account.ts";
import type { JournalEntry, Operation, Snapshot } from "../../model/snapshot.ts";
import { StateFault } from "../state-fault.ts";

/** Throws `StateFault` for an entry that contradicts the state it would be added to. */
export function checkEntry(state: Snapshot, entry: JournalEntry): void {
	const problem = contradiction(state, entry);
	if (problem === undefined) return;
	throw new StateFault(`The journal contradicts the state: ${problem}.`, {
		remedy: "Nothing was changed. See what is wrong and what can be saved: showrun state repair",
	});
}

type Of<Type extends JournalEntry["type"]> = Extract<JournalEntry, { readonly type: Type }>;

function contradiction(state: Snapshot, entry: JournalEntry): string | undefined {
	switch (entry.type) {
		case "intent":
			return atIntent(state, entry.operation);
		case "armed":
			return ofOpen(state, entry.operation, ({ phase }) =>
				phase === "intent" ? undefined : "was armed twice",
			);
		case "outcome":
			return ofOpen(state, entry.operation, (operation) => atOutcome(operation, entry));
		case "resolved":
			return ofOpen(state, entry.operation, (operation) => atResolved(operation, entry));
		case "plan":
			return atPlan(state, entry);
		case "moved":
			return atMoved(state, entry);
		case "imported":
			return atImported(state, entry);
		case "updating":
		case "updated":
			return atUpdated(state, entry);
		case "cancelling":
			return atCancelling(state, entry);
		case "withdrawn":
			return atWithdrawn(state, entry);
		case "resource":
		case "forget":
		case "slots":
		case "adopted":
		case "feed":
			return undefined;
		default:
			return (
				"it contains an entry that this version does not support " +
				`(${String((entry as { readonly type?: unknown }).type)})`
			);
	}
}

/** An address with an attempt whose end is not proved is blocked: a second attempt could be a second post. */
function atIntent({ operations }: Snapshot, operation: Operation): string | undefined {
	if (Object.hasOwn(operations, operation.id)) return `operation ${operation.id} was begun twice`;
	if (operation.phase !== "intent") return `operation ${operation.id} begins as ${operation.phase}`;
	const other = Object.values(operations).find(({ address }) => address === operation.address);
	return other && `${operation.address} was attempted again while operation ${other.id} is open`;
}

/** A plan is used once: begun, perhaps gone on with, and finished. */
function atPlan({ plans = {} }: Snapshot, { plan, finished }: Of<"plan">): string | undefined {
	const use = Object.hasOwn(plans, plan) ? plans[plan] : undefined;
	if (use?.finishedAt !== undefined) return `the saved plan ${plan} was used again`;
	if (finished === (use !== undefined)) return undefined;
	return `the saved plan ${plan} was ${finished ? "finished without having been begun" : "begun twice"}`;
}

/** What is recorded is never replaced by what a person says. */
function atImported(
	{ resources, operations }: Snapshot,
	{ address, resource, moment }: Of<"imported">,
): string | undefined {
	if (Object.hasOwn(resources, address)) return `${address} was imported, but already exists in the state`;
	const open = Object.values(operations).find((operation) => operation.address === address);
	if (open) return `${address} was imported while operation ${open.id} is open`;
	return resource === undefined && moment === undefined
		? `${address} was imported without saying what to remember`
		: undefined;
}

/** What was cancelled, or went to another account, is no post with another text. */
function atUpdated(
	{ resources }: Snapshot,
	{ address, request }: Of<"updating" | "updated">,
): string | undefined {
	const state = resources[address];
	if (state?.kind !== "post") return `${address} was updated, but is no post in the state`;
	if (state.withdrawn !== undefined) return `${address} was updated after it was cancelled`;
	return accountKey(state.request.account) === accountKey(request.account)
		? undefined
		: `${address} was updated to another account`;
}

/** What is cancelled once is cancelled. */
function atCancelling({ resources }: Snapshot, { address }: Of<"cancelling">): string | undefined {
	const state = resources[address];
	if (state?.kind !== "post") return `${address} was to be cancelled, but is no post in the state`;
	return state.withdrawn && `${address} was to be cancelled once more`;
}

/** Only what the service still held can have been cancelled, unless the service itself says so. */
function atWithdrawn({ resources }: Snapshot, { address, at }: Of<"withdrawn">): string | undefined {
	const state = resources[address];
	if (state?.kind !== "post") return `${address} was cancelled, but is no post in the state`;
	const { scheduledAt } = state.request;
	if (state.cancelling !== undefined) return undefined;
	return scheduledAt === undefined || scheduledAt <= at
		? `${address} was cancelled after it went out`
		: undefined;
}

/** An address holds one resource: moving a second one there would lose the first. */
function atMoved({ resources }: Snapshot, { moves }: Of<"moved">): string | undefined {
	const leaving = new Set(moves.map(({ from }) => from));
	const taken = moves.find(({ to }) => Object.hasOwn(resources, to) && !leaving.has(to));
	if (taken !== undefined) return `${taken.from} was moved to ${taken.to}, which already exists in the state`;
	return new Set(moves.map(({ to }) => to)).size < moves.length
		? "two resources were moved to one address"
		: undefined;
}

function atOutcome({ phase }: Operation, { outcome, resource }: Of<"outcome">): string | undefined {
	if (outcome === "done" && phase === "intent") return "is done without having been armed";
	if (outcome === "done" && resource === undefined) return "is done without saying what to remember";
	return outcome === "not-sent" && phase === "unknown"
		? "was not sent although its outcome is unknown"
		: undefined;
}

function atResolved({ phase }: Operation, { as, resource }: Of<"resolved">): string | undefined {
	if (phase !== "unknown") return "was resolved while it was under way";
	return as === "posted" && resource === undefined ? "is posted without saying what to remember" : undefined;
}

function ofOpen(
	{ operations }: Snapshot,
	id: string,
	problem: (operation: Operation) => string | undefined,
): string | undefined {
	const operation = Object.hasOwn(operations, id) ? operations[id] : undefined;
	if (operation === undefined) return `there is no open operation ${id}`;
	const found = problem(operation);
	return found && `operation ${id} ${found}`;
}
