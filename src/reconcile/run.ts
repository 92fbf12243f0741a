import type { AddressText } from "../model/address.ts";
import { defined } from "../model/defined.ts";
import type { ApplyReport, Failure } from "../model/event.ts";
import type { Change } from "../model/plan.ts";
import { cancels } from "../plan/cancels.ts";
import type { Approval } from "./approval.ts";
import { Concurrency } from "./concurrency.ts";
import type { PlanInputs, RunContext } from "./context.ts";
import type { RunMemory } from "./memory.ts";
import { type PerformableChange, startsTask } from "./perform.ts";

/** Everything one run remembers. Nothing here is needed to go on after a kill: the state is. */
export interface ApplyRun {
	readonly context: RunContext & { readonly concurrency: Concurrency };
	readonly inputs: PlanInputs;
	readonly approval: Approval;
	readonly memory: RunMemory;
	/** Addresses tried in this run, so that a failure is not repeated for ever. */
	readonly tried: Set<AddressText>;
	readonly failures: Failure[];
	readonly posted: AddressText[];
	submitted: number;
	updated: number;
	cancelled: number;
	forgotten: number;
}

/** A run that has done nothing yet. `tried`: addresses to leave alone from the start. */
export function newRun(
	start: Pick<ApplyRun, "inputs" | "approval" | "memory"> & {
		readonly context: RunContext;
		readonly tried?: Iterable<AddressText>;
	},
): ApplyRun {
	return {
		...start,
		context: { ...start.context, concurrency: new Concurrency(start.context.parallelism ?? 1) },
		tried: new Set(start.tried),
		posted: [],
		failures: [],
		submitted: 0,
		updated: 0,
		cancelled: 0,
		forgotten: 0,
	};
}

/** Counts a change that was accepted or carried out. */
export function countDone(run: ApplyRun, change: PerformableChange): void {
	run.memory.putOff.delete(change.address);
	if (cancels(change)) run.cancelled++;
	if (change.action === "cancel") return;
	if (change.action === "forget") run.forgotten++;
	else if (change.action === "update") run.updated++;
	else if (!isTask(change)) {
		run.posted.push(change.address);
	} else {
		run.submitted++;
		run.memory.unreadable.delete(change.address);
	}
}

function isTask(change: Change): boolean {
	return startsTask(change) || (change.action === "repeat" && change.operation.kind !== "publish");
}

/** Keeps a failure for the report, and tells of it at once. */
export function addFailure(run: ApplyRun, failure: Failure): void {
	run.failures.push(failure);
	run.context.emit({ type: failure.outcome ?? "failed", ...failure });
}

/** What seemed to have failed was done after all. */
export function removeFailure(failures: Failure[], address: AddressText | undefined): void {
	const at = failures.findIndex((failure) => failure.address === address);
	if (at >= 0) failures.splice(at, 1);
}

/** What a run has done so far. */
export function reportOf({
	submitted,
	posted,
	updated,
	cancelled,
	forgotten,
	failures,
	memory,
}: ApplyRun): ApplyReport {
	const unread = [...memory.unreadable].map(([address, { message, next, remedy }]) =>
		defined({ address, message, next, remedy }),
	);
	return defined({
		submitted,
		published: posted.length,
		updated: updated > 0 ? updated : undefined,
		cancelled: cancelled > 0 ? cancelled : undefined,
		forgotten: forgotten > 0 ? forgotten : undefined,
		failures: [...failures, ...unread],
	});
}
