import type { CallKind, CallOutcome } from "../api/port.ts";
import type { AddressText } from "../model/address.ts";
import { epochMs } from "../model/brand.ts";
import { defined } from "../model/defined.ts";
import { Fault } from "../model/fault.ts";
import type { Plan, PublishChange } from "../model/plan.ts";
import { runningTasks } from "../model/running-tasks.ts";
import { PutOffFault } from "../state/put-off-fault.ts";
import { mayCover, spend } from "./approval.ts";
import type { RunContext } from "./context.ts";
import { askExtensions, optionsNow } from "./declared.ts";
import { inParallel } from "./parallel.ts";
import { isPerformable, type PerformableChange, perform, startsTask, takesOwnTurn } from "./perform.ts";
import { pauseAfter } from "./retry.ts";
import { type ApplyRun, addFailure, countDone } from "./run.ts";
import { mustNotBeSuspended } from "./suspended.ts";

/** A task that was put off is tried again no sooner, unless the service says when. Milliseconds. */
const LEAST_MS = 15_000;
/** While a post is under way, so many others connect and wait for their turn; at most so many in all. */
const AHEAD = { each: 2, most: 32 };

/** How many changes are begun, of which so many may be under way. One at a time: nothing else is begun. */
export function withThoseAhead(atOnce: number): number {
	return atOnce === 1 ? 1 : atOnce + Math.min(AHEAD.each * atOnce, AHEAD.most);
}

/** Does what the plan allows now. False: there was nothing to do. */
export async function step(run: ApplyRun, rest: Plan): Promise<boolean> {
	await recordSlots(run.context, rest);
	const changes = rest.changes
		.filter(isPerformable)
		.filter(({ address }) => !run.tried.has(address) && !isPutOff(run, address));
	const next = await permitted(run, changes);
	const most = withThoseAhead(run.context.concurrency.most);
	await inParallel(next, { most, work: (change) => attemptInTurn(run, change) });
	return next.length > 0;
}

/** Writes down which slots posts were given: from then on they keep them. */
async function recordSlots(
	{ writer, clock }: Pick<RunContext, "writer" | "clock">,
	{ slots }: Plan,
): Promise<void> {
	if (slots !== undefined) await writer.append({ type: "slots", at: clock.now(), ...slots });
}

/** Whether the service asked for more time before this may be tried again. */
function isPutOff({ memory, context }: ApplyRun, address: AddressText): boolean {
	return (memory.putOff.get(address)?.until ?? 0) > context.clock.monotonic();
}

/** What may be done now: approved, confirmed, and within the number of tasks the service runs at once. */
async function permitted(run: ApplyRun, changes: readonly PerformableChange[]): Promise<PerformableChange[]> {
	// Sending the same thing again under its own key needs no new approval.
	const approved = changes.filter(
		(change) => change.action === "repeat" || run.approval.exact.has(change.address),
	);
	const bounded = changes.filter(
		(change): change is PublishChange =>
			change.action === "publish" &&
			!run.approval.exact.has(change.address) &&
			mayCover(run.approval, change),
	);
	const confirmed = bounded.length > 0 && (await run.context.confirmPosts(bounded)) ? bounded : [];
	if (bounded.length > 0 && confirmed.length === 0) for (const { address } of bounded) run.tried.add(address);
	return withinTasks(run, [...approved, ...confirmed.filter((change) => spend(run.approval, change))]);
}

function withinTasks({ context }: ApplyRun, changes: readonly PerformableChange[]): PerformableChange[] {
	let free = context.limits.runningTasks - runningTasks(context.writer.current());
	return changes.filter((change) => (startsTask(change) ? free-- > 0 : true));
}

async function attemptInTurn(run: ApplyRun, change: PerformableChange): Promise<void> {
	const { concurrency } = run.context;
	const isTaken = !takesOwnTurn(change) && (await concurrency.take());
	try {
		concurrency.mustNotBeStopped();
		await attempt(run, change);
	} catch (error) {
		concurrency.stop(error);
		throw error;
	} finally {
		if (isTaken) concurrency.giveBack();
	}
}

/** Performs one change, and notes in the run what came of it. */
async function attempt(run: ApplyRun, change: PerformableChange): Promise<void> {
	if (run.context.signal.aborted) return;
	if (change.action !== "forget") {
		mustNotBeSuspended(run.context);
		run.memory.breaker?.mustBeClosed();
	}
	run.tried.add(change.address);
	try {
		const outcome = await perform(run.context, change);
		if (outcome !== undefined) run.memory.breaker?.note(outcome.class);
		// The answer that was lost may have been the first that would have declared something.
		if (outcome?.class === "unknown") await askExtensions(run.context);
		if (outcome !== undefined) note(run, change, outcome);
		else countDone(run, change);
	} catch (error) {
		if (error instanceof PutOffFault) return later(run, change, error);
		if (!(error instanceof Fault) || error.fatal) throw error;
		const { message, next, remedy } = error;
		addFailure(run, defined({ address: change.address, message, next, remedy }));
	}
}

function note(run: ApplyRun, change: PerformableChange, outcome: CallOutcome<CallKind>): void {
	const isUnknown = outcome.class === "unknown" && change.action !== "repeat";
	if (outcome.class === "done") countDone(run, change);
	else if (outcome.class === "refused" && outcome.next === "retry") putOff(run, change, outcome);
	// The next plan repeats it under its own key.
	else if (isUnknown && optionsNow(run.context).idempotency) run.tried.delete(change.address);
	else {
		const { message, next = "stop", remedy } = outcome;
		const unknown = outcome.class === "unknown" ? ("unknown" as const) : undefined;
		addFailure(run, defined({ address: change.address, message, next, remedy, outcome: unknown }));
	}
}

/** Too many tasks run elsewhere, perhaps: it waits for its turn while the run goes on. */
function putOff(run: ApplyRun, { address }: PerformableChange, outcome: CallOutcome<CallKind>): void {
	const times = (run.memory.putOff.get(address)?.times ?? 0) + 1;
	const pauseMs = pauseAfter(outcome, times);
	const forMs = outcome.retryAfterMs === undefined ? Math.max(pauseMs, LEAST_MS) : pauseMs;
	waitFor(run, address, { forMs, times, why: outcome.message });
}

/** Another workspace was faster. The next plan says until when, where this does not. */
function later(run: ApplyRun, { address }: PerformableChange, { forMs, message: why }: PutOffFault): void {
	if (forMs > 0) waitFor(run, address, { forMs, times: 1, why });
	else run.tried.delete(address);
}

function waitFor(
	{ context, memory, tried }: ApplyRun,
	address: AddressText,
	{ forMs, times, why }: { readonly forMs: number; readonly times: number; readonly why: string },
): void {
	memory.putOff.set(address, { until: context.clock.monotonic() + forMs, times });
	tried.delete(address);
	const until = epochMs(context.clock.now() + forMs);
	context.emit({ type: "waiting", address, forMs, until, why });
}
