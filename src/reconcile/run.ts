import type { CallKind, Outcome } from "../api/port.ts";
import type { AddressText } from "../model/address.ts";
import { epochMs } from "../model/brand.ts";
import type { Failure, Report } from "../model/event.ts";
import { Fault } from "../model/fault.ts";
import type { Change, Plan, PublishChange } from "../model/plan.ts";
import { type Approval, mayCover, spend } from "./approval.ts";
import { type Memory, running } from "./observe.ts";
import { inParallel } from "./parallel.ts";
import { type Known, planFrom } from "./pass.ts";
import { type Doable, doable, perform } from "./perform.ts";
import { pauseAfter } from "./retry.ts";
import type { Recording } from "./send-once.ts";
import { news } from "./updates.ts";

/** A task that was put off is tried again no sooner, unless the service says when. Milliseconds. */
const LEAST_MS = 15_000;

/** Everything one run remembers. Nothing here is needed to go on after a kill: the state is. */
export interface Run {
	readonly recording: Recording;
	readonly known: Known;
	readonly approval: Approval;
	readonly memory: Memory;
	/** Addresses tried in this run, so that a failure is not repeated for ever. */
	readonly tried: Set<AddressText>;
	readonly failures: Failure[];
	readonly posted: AddressText[];
	submitted: number;
	forgotten: number;
}

/** A run that has done nothing yet. `tried`: addresses to leave alone from the start. */
export function newRun(
	start: Pick<Run, "recording" | "known" | "approval" | "memory"> & {
		readonly tried?: Iterable<AddressText>;
	},
): Run {
	return { ...start, tried: new Set(start.tried), posted: [], failures: [], submitted: 0, forgotten: 0 };
}

/** Reads what is not final, writes down what changed, and plans. What was asked for with -replace is asked for once a run. */
export async function pass({ recording, known, memory, tried, failures }: Passing): Promise<Plan> {
	const before = recording.writer.snapshot();
	for (const entry of await news(recording, before, memory)) {
		await recording.writer.append(entry);
		if (entry.type === "resolved" && entry.as === "posted")
			succeeded(failures, before.operations[entry.operation]?.address);
	}
	const options = {
		...recording.options,
		replace: recording.options.replace.filter((address) => !tried.has(address)),
	};
	return planFrom({ ...recording, options }, recording.writer.snapshot(), known);
}

/** What a pass needs; before a run there are no failures. */
type Passing = Pick<Run, "recording" | "known" | "memory" | "tried"> & Partial<Pick<Run, "failures">>;

/** What seemed to have failed was done after all. */
function succeeded(failures: Failure[] = [], address: AddressText | undefined): void {
	const at = failures.findIndex((failure) => failure.address === address);
	if (at >= 0) failures.splice(at, 1);
}

/** Writes down what is known under an old name, before anything is done under the new one. */
export async function rename(
	{ writer, clock }: Pick<Recording, "writer" | "clock">,
	{ moves }: Plan,
): Promise<void> {
	if (moves !== undefined) await writer.append({ type: "moved", moves, at: clock.now() });
}

/** Writes down which slots posts were given: from then on they keep them. */
async function giveSlots(
	{ writer, clock }: Pick<Recording, "writer" | "clock">,
	{ slots }: Plan,
): Promise<void> {
	if (slots !== undefined) await writer.append({ type: "slots", at: clock.now(), ...slots });
}

/** Does what the plan allows now. False: there was nothing to do. */
export async function step(run: Run, rest: Plan): Promise<boolean> {
	await giveSlots(run.recording, rest);
	const changes = rest.changes
		.filter(doable)
		.filter(({ address }) => !run.tried.has(address) && !isPutOff(run, address));
	const next = await permitted(run, changes);
	await inParallel(next, { most: run.recording.parallelism ?? 1, work: (change) => attempt(run, change) });
	return next.length > 0;
}

/** Whether the service asked for more time before this may be tried again. */
function isPutOff({ memory, recording }: Run, address: AddressText): boolean {
	return (memory.later.get(address)?.until ?? 0) > recording.clock.monotonic();
}

/** What may be done now: approved, looked at, and within the number of tasks the service runs at once. */
async function permitted(run: Run, changes: readonly Doable[]): Promise<Doable[]> {
	// Sending the same thing again under its own key needs no new yes.
	const known = changes.filter(
		(change) => change.action === "repeat" || run.approval.exact.has(change.address),
	);
	const later = changes.filter(
		(change): change is PublishChange =>
			change.action === "publish" &&
			!run.approval.exact.has(change.address) &&
			mayCover(run.approval, change),
	);
	const seen = later.length > 0 && (await run.recording.secondLook(later)) ? later : [];
	if (later.length > 0 && seen.length === 0) for (const { address } of later) run.tried.add(address);
	return withinTasks(run, [...known, ...seen.filter((change) => spend(run.approval, change))]);
}

function withinTasks({ recording }: Run, changes: readonly Doable[]): Doable[] {
	const resources = Object.values(recording.writer.snapshot().resources);
	let free =
		recording.limits.runningTasks -
		resources.filter((state) => state.kind !== "post" && running(state)).length;
	return changes.filter((change) => (startsTask(change) ? free-- > 0 : true));
}

/** Whether the service will have one more task to run. */
function startsTask({ action }: Change): boolean {
	return action === "submit" || action === "resubmit" || action === "render" || action === "rerender";
}

async function attempt(run: Run, change: Doable): Promise<void> {
	if (run.recording.signal.aborted) return;
	run.tried.add(change.address);
	try {
		const outcome = await perform(run.recording, change);
		if (outcome === undefined) {
			if (change.action === "forget") run.forgotten++;
			return;
		}
		if (outcome.class === "done") count(run, change);
		else if (outcome.class === "refused" && outcome.next === "retry") putOff(run, change, outcome);
		else if (outcome.class === "unknown" && change.action !== "repeat" && run.recording.options.idempotency)
			run.tried.delete(change.address);
		else
			fail(run, {
				address: change.address,
				message: outcome.message,
				next: outcome.next ?? "stop",
				...(outcome.remedy !== undefined && { remedy: outcome.remedy }),
			});
	} catch (error) {
		if (!(error instanceof Fault) || error.fatal) throw error;
		fail(run, {
			address: change.address,
			message: error.message,
			next: error.next,
			...(error.remedy !== undefined && { remedy: error.remedy }),
		});
	}
}

/** Too many tasks run elsewhere, perhaps: it waits for its turn while the run goes on. */
function putOff({ recording, memory, tried }: Run, { address }: Doable, outcome: Outcome<CallKind>): void {
	const times = (memory.later.get(address)?.times ?? 0) + 1;
	const forMs =
		outcome.retryAfterMs === undefined
			? Math.max(pauseAfter(outcome, times), LEAST_MS)
			: pauseAfter(outcome, times);
	memory.later.set(address, { until: recording.clock.monotonic() + forMs, times });
	tried.delete(address);
	recording.emit({
		type: "waiting",
		address,
		forMs,
		until: epochMs(recording.clock.now() + forMs),
		why: outcome.message,
	});
}

function count(run: Run, change: Doable): void {
	run.memory.later.delete(change.address);
	const submit = startsTask(change) || (change.action === "repeat" && change.operation.kind !== "publish");
	if (submit) {
		run.submitted++;
		run.memory.unreadable.delete(change.address);
	} else run.posted.push(change.address);
}

function fail(run: Run, failure: Failure): void {
	run.failures.push(failure);
	run.recording.emit({ type: "failed", ...failure });
}

/** Whether waiting can bring something: a task that runs, results or posts still to be read, a task waiting for its turn. */
export function pollable(run: Run, rest: Plan): boolean {
	return (
		awaited(run, rest) ||
		rest.changes.some(
			(change) =>
				startsTask(change) && !run.tried.has(change.address) && !run.memory.unreadable.has(change.address),
		)
	);
}

/** Whether the service has something that will be news. */
export function awaited({ memory }: Run, rest: Plan): boolean {
	return rest.changes.some(
		({ address, action, reason }) =>
			!memory.unreadable.has(address) &&
			(action === "read" || (action === "wait" && reason === "task-running")),
	);
}

/** What a run has done so far. */
export function reportOf({ submitted, posted, forgotten, failures, memory }: Run): Report {
	const unread = [...memory.unreadable].map(([address, fault]) => ({
		address,
		message: fault.message,
		next: fault.next,
		...(fault.remedy !== undefined && { remedy: fault.remedy }),
	}));
	return {
		submitted,
		published: posted.length,
		...(forgotten > 0 && { forgotten }),
		failures: [...failures, ...unread],
	};
}
