import { userInfo } from "node:os";
import { StopFault } from "../../model/fault.ts";
import type { PostRequest } from "../../model/post.ts";
import type { Entry, Operation, ResourceState } from "../../model/snapshot.ts";
import type { RenditionRequest, VideoRequest } from "../../model/task.ts";
import { postResource, renditionResource, videoResource } from "../../reconcile/calls.ts";
import { systemClock } from "../../system/clock.ts";
import { storeOf } from "../store.ts";
import { out, stopSignal } from "../terminal.ts";
import { openSettings } from "../workspace.ts";

interface ResolveFlags {
	readonly posted?: true;
	readonly notPosted?: true;
	readonly abandon?: true;
	readonly taskId?: string;
	readonly reason?: string;
}

/** How long after arming a late request may still be executed somewhere, in milliseconds: until then nobody can know that it was not. */
const EMBARGO_MS = 10 * 60_000;

/** `showrun resolve`: a person's word on an unknown outcome, kept in the journal. */
export async function resolve(id: string, path: string, flags: ResolveFlags): Promise<void> {
	const settings = await openSettings([path]);
	const writer = await storeOf(settings).open({ command: `showrun resolve ${id}`, waitMs: 0, signal: stopSignal() });
	try {
		const operation = writer.snapshot().operations[id];
		if (operation === undefined) throw new StopFault(`No unknown outcome has the id ${id}.`, { remedy: "See: showrun status" });
		const entry = entryOf(operation, flags);
		await writer.append(entry);
		out(`${operation.address}: resolved as ${entry.as}.\n`);
	} finally {
		await writer.close();
	}
}

function entryOf(operation: Operation, flags: ResolveFlags): Extract<Entry, { type: "resolved" }> {
	const about = {
		type: "resolved",
		operation: operation.id,
		at: systemClock.now(),
		by: userInfo().username,
		...(flags.reason !== undefined && { why: flags.reason }),
	} as const;
	if (flags.posted) return { ...about, as: "posted", resource: postedResource(operation, flags.taskId) };
	if (flags.abandon) return { ...about, as: "abandoned" };
	if (!flags.notPosted) throw new StopFault("Say what became of it.", { remedy: "One of --posted, --not-posted, --abandon." });
	const opens = (operation.armedAt ?? operation.at) + EMBARGO_MS;
	if (about.at < opens) {
		throw new StopFault("It may still be executed: a late request can arrive minutes after it was given up.", {
			remedy: `--not-posted is accepted from ${new Date(opens).toISOString()}.`,
		});
	}
	return { ...about, as: "not-posted" };
}

function postedResource(operation: Operation, taskId: string | undefined): ResourceState {
	const at = operation.armedAt ?? operation.at;
	if (operation.kind === "submit") {
		if (taskId === undefined) throw new StopFault("A clipping task is of no use without its id.", { remedy: "Add --task-id ID, or use --abandon." });
		return videoResource(operation.wanted as VideoRequest)({ id: taskId, status: "CREATED" }, at);
	}
	if (operation.kind === "export") {
		if (taskId === undefined) throw new StopFault("An export is of no use without its id.", { remedy: "Add --task-id ID, or use --abandon." });
		return renditionResource(operation.wanted as RenditionRequest)({ id: taskId }, at);
	}
	const request = operation.wanted as PostRequest;
	const { taskId: _, ...known } = postResource(request)({ taskId: taskId ?? "", status: "DONE" }, at);
	return taskId === undefined ? known : { ...known, taskId, status: request.scheduledAt === undefined ? "PENDING" : "SCHEDULED" };
}
