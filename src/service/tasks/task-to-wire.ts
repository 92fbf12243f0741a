import { defined } from "../../model/defined.ts";
import type { WireClip, WireTask } from "../../wire/messages.gen.ts";
import { WIRE_LIMITS } from "../../wire/names.ts";
import type { Core } from "../core.ts";
import { isFinal } from "../lifecycle.ts";
import type { TaskRecord } from "../store/shapes.ts";
import { warningsOf } from "../store/warnings.ts";

/** A task as it is sent (interface 2.1); links lead to the origin and are new each time. */
export async function taskToWire(core: Core, task: TaskRecord, origin: string): Promise<WireTask> {
	const hasFailed = task.status === "FAILED";
	const progress = isFinal(task.status) ? 1 : ((await core.workers?.jobs.progress(task.id)) ?? 0);
	return defined({
		id: task.id,
		export_task_id: task.kind === "export" ? task.id : undefined,
		name: task.name,
		status: task.status,
		error_message: hasFailed ? (task.error ?? "internal error") : undefined,
		cancelled: task.cancelled,
		expire_at: task.expireAt,
		cost_usage: task.costUsage ?? 0,
		clips: task.ready.flatMap((ready) => clipToWire(core, { task, ready, origin })),
		transcript_origin: task.source?.transcriptOrigin,
		warnings: task.notes.length > 0 ? [...warningsOf(task)] : undefined,
		notes: task.notes.length > 0 ? task.notes : undefined,
		progress: hasFailed ? undefined : progress,
	});
}

function clipToWire(
	core: Core,
	{ task, ready, origin }: { task: TaskRecord; ready: TaskRecord["ready"][number]; origin: string },
): WireClip[] {
	const clip = task.found?.find((each) => each.idx === ready.idx)?.clip;
	if (!clip) return [];
	const link = (path: string) => `${origin}${core.signer.sign(path, WIRE_LIMITS.exportLinkMs)}`;
	return [
		defined({
			idx: ready.idx,
			title: clip.title,
			begin_ms: clip.beginMs,
			end_ms: clip.endMs,
			thumbnail: link(`/files/thumbnail/${ready.thumbnail}`),
			tags: clip.tags,
			desc: clip.description,
			score: clip.score,
			export_link: ready.video === undefined ? undefined : link(`/files/video/${ready.video}`),
			score_parts: clip.parts,
			cut_reasons: clip.reasons,
			added: clip.added,
		}),
	];
}
