import type { OtherClocks } from "../model/boot-time.ts";
import type { EpochMs } from "../model/brand.ts";
import { defined } from "../model/defined.ts";
import { StopFault } from "../model/fault.ts";
import type { JournalEntry, Operation, ResourceState } from "../model/snapshot.ts";
import { type Embargo, embargoOf, isLost, type Word } from "../model/unknown.ts";
import { postResource, renditionResource, videoResource } from "./resources.ts";

/** What settles an unknown outcome in the journal. */
export type Resolved = Extract<JournalEntry, { readonly type: "resolved" }>;

/** Who resolved it, when, and why. */
export interface Attribution {
	readonly by: string;
	readonly at: EpochMs;
	readonly why?: string;
	/** `at` on other clocks. */
	readonly clocks?: OtherClocks;
}

/**
 * The journal entry that resolves an unknown outcome. Throws `StopFault` for "not posted" while that
 * cannot be known, and for a task without its id.
 */
export function resolutionOf(
	operation: Operation,
	word: Word,
	{ by, at, why, clocks }: Attribution,
): Resolved {
	const about = defined({ type: "resolved", operation: operation.id, at, as: word.as, by, why });
	if (word.as === "posted") return { ...about, resource: postedResource(operation, word.taskId) };
	const embargo = embargoOf(operation, { wall: at, ...clocks });
	if (word.as === "abandoned" || embargo === undefined) return about;
	const from = new Date(at + embargo.forMs).toISOString();
	throw new StopFault(
		`${operation.address} may still be executed: a late request can arrive minutes after it was given up.`,
		{ remedy: `--not-posted is accepted from ${from} on${COUNTED[embargo.by]}.` },
	);
}

const COUNTED: Readonly<Record<Embargo["by"], string>> = {
	boot: ", as this machine's uptime counts",
	service: ", as the service's clock counts",
	wall: ", half an hour later than usual, because the clock may have been changed since",
};

function postedResource(operation: Operation, taskId: string | undefined): ResourceState {
	if (isLost(operation)) throw lostFault(operation);
	const at = operation.armedAt ?? operation.at;
	if (operation.kind === "submit")
		return videoResource(operation.wanted)({ id: needed(operation, taskId), status: "CREATED" }, at);
	if (operation.kind === "export")
		return renditionResource(operation.wanted)({ id: needed(operation, taskId) }, at);
	const request = operation.wanted;
	const { taskId: _, ...known } = postResource(request)({ taskId: taskId ?? "", status: "DONE" }, at);
	return taskId === undefined
		? known
		: { ...known, taskId, status: request.scheduledAt === undefined ? "PENDING" : "SCHEDULED" };
}

function lostFault({ id, kind, address }: Operation): StopFault {
	const what =
		kind === "publish"
			? "Its moment stays remembered as posted"
			: `Then take it over: showrun import ${address} TASK_ID`;
	return new StopFault(
		`What ${address} asked for was lost with a damaged state, so it cannot be remembered as done.`,
		{
			remedy: `showrun resolve ${id} --abandon\n${what}.`,
		},
	);
}

function needed({ kind, address }: Operation, taskId: string | undefined): string {
	if (taskId !== undefined) return taskId;
	const what = kind === "submit" ? "A clipping task" : "An export";
	throw new StopFault(`${what} needs its id (${address}).`, {
		remedy: "Add --task-id ID, or use --abandon.",
	});
}
