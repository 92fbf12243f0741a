import type { AddressText } from "../model/address.ts";
import { defined } from "../model/defined.ts";
import type { Failure } from "../model/event.ts";
import { Fault } from "../model/fault.ts";
import type { Change, Plan } from "../model/plan.ts";
import type { JournalEntry, Snapshot } from "../model/snapshot.ts";
import { firstPostLeaves } from "../plan/first-post.ts";
import { plan } from "../plan/plan.ts";
import { select } from "../plan/select.ts";
import type { World } from "../plan/world.ts";
import type { Elsewhere } from "../state/ledger/elsewhere.ts";
import { fold } from "../state/snapshot/fold.ts";
import type { Foreseen, PlanInputs, ReadContext, RunContext } from "./context.ts";
import { optionsNow } from "./declared.ts";
import { emptyMemory } from "./memory.ts";
import { readLedger } from "./read-ledger.ts";
import { type ApplyRun, removeFailure } from "./run.ts";
import { serviceNow } from "./service-time.ts";
import { readUpdates } from "./updates.ts";

/** What a pass needs; before a run there are no failures. */
type PassInputs = Pick<ApplyRun, "inputs" | "memory" | "tried"> & {
	readonly context: RunContext;
	readonly failures?: Failure[];
};

/**
 * Reads what is not final, writes down what changed, and plans. What --replace and --retry ask for is
 * asked for once a run.
 */
export async function pass({ context, inputs, memory, tried, failures = [] }: PassInputs): Promise<Plan> {
	const before = context.writer.snapshot();
	for (const entry of await readUpdates(context, before, memory)) {
		await context.writer.append(entry);
		if (entry.type === "resolved" && entry.as === "posted")
			removeFailure(failures, before.operations[entry.operation]?.address);
	}
	const replace = context.options.replace.filter((address) => !tried.has(address));
	// What this run puts off itself waits for its turn in it.
	const retry = (address: AddressText) =>
		memory.putOff.has(address) || (!tried.has(address) && context.options.retry?.(address) === true);
	const options = { ...context.options, replace, retry };
	return makePlan({ ...context, options }, context.writer.snapshot(), inputs);
}

/** A pass that writes nothing: what was read is folded into a copy of the state. */
export async function preview(context: ReadContext, snapshot: Snapshot, inputs: PlanInputs): Promise<Plan> {
	const entries = await previewRefresh(context, snapshot);
	return makePlan(context, entries.reduce(fold, snapshot), inputs);
}

/** Reads what is not final and returns what is new, writing nothing. */
export async function previewRefresh(
	context: ReadContext,
	snapshot: Snapshot,
): Promise<readonly JournalEntry[]> {
	return readUpdates(context, snapshot, emptyMemory());
}

/**
 * Makes a plan, reading the accounts only when a post needs one, and the ledger only when something would be
 * sent.
 */
export async function makePlan(context: ReadContext, snapshot: Snapshot, inputs: PlanInputs): Promise<Plan> {
	if (!inputs.offline && firstPostLeaves(worldOf(context, snapshot, inputs)))
		inputs.accounts = await context.service.accounts(context.signal);
	const first = makePlanOffline(context, snapshot, inputs);
	const isForeseen = inputs.foreseen !== undefined || !first.changes.some(isMade);
	if (!isForeseen) inputs.foreseen = await foresee(context, first);
	const asks = !inputs.offline && (await asksForUpdates(context, first));
	const reads = first.needsAccounts && !inputs.offline;
	if (reads) inputs.accounts = await context.service.accounts(context.signal);
	const elsewhere = await askLedger(context, snapshot, { inputs, changes: first.changes });
	const isNews =
		elsewhere !== undefined &&
		(elsewhere.posted.length + elsewhere.shared.length + (elsewhere.booked ?? []).length > 0 ||
			elsewhere.uncompared !== undefined);
	if (!asks && !reads && !isNews && isForeseen) return first;
	return makePlanOffline(context, snapshot, { ...inputs, ...defined({ elsewhere }) });
}

/** Whether the service holds a post that the campaigns no longer ask for, or ask for otherwise. */
function isHeld({ reason }: Change): boolean {
	return reason === "handed-over-differs" || reason === "no-longer-asked";
}

/** Has the service say whether it can change what it holds, where that matters and it did not yet. */
async function asksForUpdates(
	{ service, signal, options }: ReadContext,
	{ changes }: Plan,
): Promise<boolean> {
	const isKnown =
		(options.publishUpdate ?? options.publishCancel) !== undefined || service.extensions() !== undefined;
	if (isKnown || !changes.some(isHeld)) return false;
	try {
		await service.askExtensions(signal);
		return true;
	} catch (error) {
		if (!(error instanceof Fault) || signal.aborted) throw error;
		return false;
	}
}

/** What stands in the way of what is paid for now, or will. */
async function foresee(
	{ engine, service, signal, looksAhead, accountsAhead = service.accounts }: ReadContext,
	{ changes }: Plan,
): Promise<Foreseen> {
	const isLimited = looksAhead && engine === undefined && changes.some(needsExtension);
	const isPosted = looksAhead && changes.some(({ action }) => action === "publish-bounded");
	const facts = await engine?.([...new Set(changes.flatMap(familyOf))]);
	try {
		const connected = isPosted ? await accountsAhead(signal) : undefined;
		if (isLimited) await service.askExtensions(signal);
		return defined({ engine: facts, connected });
	} catch (error) {
		// What only tells does not stop what can be done. A refused key does.
		if (!(error instanceof Fault) || error.next === "stop") throw error;
		return defined({ engine: facts, unasked: error.message });
	}
}

/** Whether it takes an engine: a video is submitted, or clips are rendered with a font of the machine. */
function isMade(change: Change): boolean {
	return change.action === "submit" || change.action === "resubmit" || familyOf(change).length > 0;
}

/** The family that captions are drawn with, where a brand asks for one. */
function familyOf(change: Change): readonly string[] {
	if (change.action !== "render" && change.action !== "rerender" && !("source" in change)) return [];
	const font = change.request.export?.brand?.font;
	return font && "family" in font ? [font.family] : [];
}

/** Whether it wants what only some services can do: fewer clips rendered, brands drawn, late posts held. */
function needsExtension(change: Change): boolean {
	if (change.action === "publish" || change.action === "replace") return change.request.late !== undefined;
	if (change.action === "render" || change.action === "rerender")
		return change.request.export.brand !== undefined;
	if (!("source" in change)) return false;
	const { exportLimit, clipping, export: settings } = change.request;
	return (exportLimit ?? clipping.added ?? settings?.brand) !== undefined;
}

/** Makes a plan from the state alone: sends no request, not even for the accounts. */
export function makePlanOffline(context: ReadContext, snapshot: Snapshot, inputs: PlanInputs): Plan {
	const world = worldOf(context, snapshot, inputs);
	const made = select(plan(world), world.options.selected);
	return inputs.feeds === undefined ? made : { ...made, feeds: inputs.feeds };
}

/** Everything that a plan is made of. */
function worldOf(
	{ clock, service, ...context }: ReadContext,
	snapshot: Snapshot,
	{ campaigns, sources, accounts, elsewhere, pulled, foreseen }: PlanInputs,
): World {
	const now = serviceNow({ clock, service });
	const credentials = snapshot.refusals && context.credentials?.(snapshot.lineage);
	const { posted, shared, uncompared, booked } = elsewhere ?? {};
	const told = { accounts, pulled, elsewhere: posted, shared, uncompared, booked, credentials, ...foreseen };
	const observed = { now, ...sources, ...defined(told) };
	return { campaigns, snapshot, observed, options: optionsNow({ ...context, service }) };
}

/** While clips are made nothing can be sent: what the ledger knew before is good enough to be shown. */
async function askLedger(
	context: ReadContext,
	snapshot: Snapshot,
	{ inputs, changes }: { readonly inputs: PlanInputs; readonly changes: readonly Change[] },
): Promise<Elsewhere | undefined> {
	if (!changes.some(asksContent)) return undefined;
	if (inputs.ledgerRead !== undefined && !changes.some(sendsNow)) return inputs.ledgerRead;
	const read = await readLedger(context, snapshot, { ...inputs, changes });
	if (read !== undefined) inputs.ledgerRead = read;
	return read;
}

/** Whether what the ledger knows would change it. */
function asksContent(change: Change): boolean {
	const { reason, reasonData } = change;
	const isOfSource = reason === "no-longer-asked" && "cause" in reasonData && reasonData.cause === "source";
	return isOfSource || sendsNow(change) || change.action === "publish-bounded";
}

/** Whether a change costs units, or posts. */
function sendsNow({ action }: Change): boolean {
	return ["submit", "resubmit", "publish", "replace"].includes(action);
}
