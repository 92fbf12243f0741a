import type { WirePublishStatus, WireTaskStatus } from "../wire/names.ts";

/**
 * Interface 3.1: which status may follow which. A task that was ONGOING when its process died stays so and is
 * taken up again.
 */
const TASK_STEPS: Readonly<Record<WireTaskStatus, readonly WireTaskStatus[]>> = {
	CREATED: ["QUEUED"],
	QUEUED: ["ONGOING"],
	ONGOING: ["SUCCEEDED", "FAILED"],
	SUCCEEDED: [],
	FAILED: [],
};

/** Interface 3.2, likewise. PROCESSING survives a dead process: the outbox shows what was delivered. */
const PUBLISH_STEPS: Readonly<Record<WirePublishStatus, readonly WirePublishStatus[]>> = {
	PENDING: ["PROCESSING", "CANCELLED"],
	SCHEDULED: ["PROCESSING", "CANCELLED"],
	PROCESSING: ["DONE", "PARTIAL_DONE", "ERROR"],
	DONE: [],
	PARTIAL_DONE: [],
	ERROR: [],
	CANCELLED: [],
};

/** Whether a clipping or export task may go from one status to the other. */
export function mayBecome(from: WireTaskStatus, to: WireTaskStatus): boolean {
	return TASK_STEPS[from].includes(to);
}

/** Whether nothing follows any more. */
export function isFinal(status: WireTaskStatus): boolean {
	return TASK_STEPS[status].length === 0;
}

/** Whether a publishing task, or its part for one account, may go from one status to the other. */
export function publishMayBecome(from: WirePublishStatus, to: WirePublishStatus): boolean {
	return PUBLISH_STEPS[from].includes(to);
}

/** Whether nothing follows any more. */
export function isPublished(status: WirePublishStatus): boolean {
	return PUBLISH_STEPS[status].length === 0;
}

/** What the accounts' outcomes make of the whole task: all, none or some of them done. */
export function publishOutcome(statuses: readonly WirePublishStatus[]): "DONE" | "PARTIAL_DONE" | "ERROR" {
	const done = statuses.filter((status) => status === "DONE").length;
	if (done === statuses.length) return "DONE";
	return done === 0 ? "ERROR" : "PARTIAL_DONE";
}
