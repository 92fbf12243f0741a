import type { AddressText } from "../model/address.ts";
import type { ApplyReport } from "../model/event.ts";
import { StopFault } from "../model/fault.ts";
import { entriesOf } from "../model/keys.ts";
import { type LimitExceeded, limitMessage, limitRemedy } from "../model/limit-exceeded.ts";
import type { Plan } from "../model/plan.ts";
import type { JournalEntry } from "../model/snapshot.ts";
import { limitsExceeded } from "../plan/limits.ts";
import { returnedResources } from "../plan/returned.ts";
import { type Approval, EVERYTHING } from "./approval.ts";
import type { PlanInputs, RunContext } from "./context.ts";
import { recordDeclaredIds } from "./declared-ids.ts";
import { recordItems } from "./items.ts";
import { emptyMemory, type RunMemory } from "./memory.ts";
import { makePlan, pass } from "./pass.ts";
import { startsTask } from "./perform.ts";
import { type ApplyRun, newRun, reportOf } from "./run.ts";
import { step } from "./step.ts";
import { readUpdates } from "./updates.ts";

/** What the first pass of a run found, so that nothing is read twice for it. */
export interface FirstPass {
	readonly plan: Plan;
	readonly memory: RunMemory;
}

/** Reads and plans before anyone is asked: what `loopUntilDone` starts from. */
export async function firstPass(context: RunContext, inputs: PlanInputs): Promise<FirstPass> {
	const memory = emptyMemory();
	return { plan: await pass({ context, inputs, memory, tried: new Set() }), memory };
}

/** The same from the state alone: tasks and posts are not read from the service. */
export async function firstPassUnread(context: RunContext, inputs: PlanInputs): Promise<FirstPass> {
	return { plan: await makePlan(context, context.writer.snapshot(), inputs), memory: emptyMemory() };
}

/** Reads what became of tasks and posts and writes it down; plans and sends nothing. Returns what was new. */
export async function refresh(context: RunContext): Promise<readonly JournalEntry[]> {
	const entries = await readUpdates(context, context.writer.snapshot(), emptyMemory());
	for (const entry of entries) await context.writer.append(entry);
	return entries;
}

/** What came of a run. */
export interface LoopResult {
	readonly report: ApplyReport;
	/** The plan that remains. */
	readonly rest: Plan;
	/** Posts accepted in this run, in order. */
	readonly posted: readonly AddressText[];
}

/** Makes steps and passes in turn until nothing is left to do or to wait for. */
export async function loopUntilDone(
	context: RunContext,
	inputs: PlanInputs,
	{ first, approval }: { readonly first: FirstPass; readonly approval: Approval },
): Promise<LoopResult> {
	const run = newRun({ context, inputs, approval, memory: first.memory });
	await recordDeclared(context, inputs, first.plan);
	for (let [rest, idle] = [first.plan, 0]; ; idle++, rest = await pass(run)) {
		const did = await step(run, rest);
		if (did) idle = -1;
		if (context.signal.aborted || (!did && !isWorthWaiting(run, rest)))
			return { report: reportOf(run), rest, posted: run.posted };
		if (!did) await pause(run, rest, idle);
	}
}

/** What came of one pass. */
export interface OnceResult extends Pick<LoopResult, "report" | "rest"> {
	/** Whether a running task or an unfinished post will have something new to tell soon. */
	readonly underway: boolean;
}

/**
 * Makes one pass and every step that can be made now, without waiting for tasks. `skip`: addresses that
 * failed before and are left alone.
 * Throws `StopFault` for a plan that exceeds a limit: nobody is there to do less.
 */
export async function loopOnce(
	context: RunContext,
	inputs: PlanInputs,
	{ memory, skip }: { readonly memory: RunMemory; readonly skip: Iterable<AddressText> },
): Promise<OnceResult> {
	const run = newRun({ context, inputs, approval: EVERYTHING, memory, tried: skip });
	let rest = await pass(run);
	refuse(limitsExceeded(rest, inputs.campaigns, context.policy));
	await recordDeclared(context, inputs, rest);
	// What was just done cannot have changed what was just read, so only the plan is made again.
	while (!context.signal.aborted && context.suspension?.() === undefined && (await step(run, rest)))
		rest = await makePlan(context, context.writer.snapshot(), inputs);
	return { report: reportOf(run), rest, underway: isWorthWaiting(run, rest) };
}

function refuse([first]: readonly LimitExceeded[]): void {
	if (first !== undefined)
		throw new StopFault(`Refused: ${limitMessage(first)}`, { remedy: limitRemedy(first) });
}

/** Writes down what campaigns say of what is known already, before anything is done. */
async function recordDeclared(context: RunContext, inputs: PlanInputs, plan: Plan): Promise<void> {
	await recordMoves(context, plan);
	await recordItems(context, inputs);
	await recordReturned(context, inputs);
	await recordDeclaredIds(context, inputs);
}

/** Writes down what is known under an old name, before anything is done under the new one. */
async function recordMoves(
	{ writer, clock }: Pick<RunContext, "writer" | "clock">,
	{ moves }: Plan,
): Promise<void> {
	if (moves !== undefined) await writer.append({ type: "moved", moves, at: clock.now() });
}

/** Takes up videos and posts that are back in their campaigns, so that their tasks are read on. */
async function recordReturned(
	{ writer, clock }: Pick<RunContext, "writer" | "clock">,
	{ campaigns, sources: observed }: PlanInputs,
): Promise<void> {
	const returned = returnedResources({ campaigns, observed, snapshot: writer.snapshot() });
	for (const [address, resource] of entriesOf(returned))
		await writer.append({ type: "resource", address, at: clock.now(), resource });
}

/**
 * Whether waiting can bring something: a task that runs, results or posts still to be read, a task waiting
 * for its turn.
 */
function isWorthWaiting(run: ApplyRun, rest: Plan): boolean {
	const { tried, memory } = run;
	return (
		hasNewsToCome(run, rest) ||
		rest.changes.some(
			(change) => startsTask(change) && !tried.has(change.address) && !memory.unreadable.has(change.address),
		)
	);
}

/** Whether the service will have something new to tell. */
function hasNewsToCome({ memory }: ApplyRun, rest: Plan): boolean {
	return rest.changes.some(
		({ address, action, reason }) =>
			!memory.unreadable.has(address) &&
			(action === "read" || (action === "wait" && reason === "task-running")),
	);
}

/**
 * Until something may have changed: where all that is left was put off, until the first of it may be tried
 * again.
 */
async function pause(run: ApplyRun, rest: Plan, idle: number): Promise<void> {
	const { context, memory } = run;
	const { firstMs, mostMs } = context.poll;
	const pace = Math.min(mostMs, firstMs * 1.3 ** idle);
	const ends = [...memory.putOff.values()]
		.map(({ until }) => until - context.clock.monotonic())
		.filter((ms) => ms > 0);
	const forMs = ends.length > 0 && !hasNewsToCome(run, rest) ? Math.min(...ends) : pace;
	await context.clock.sleep(forMs, context.signal).catch((error: unknown) => {
		if (!context.signal.aborted) throw error;
	});
}
