import { defined } from "../../model/defined.ts";
import type { WireClip, WireTask } from "../../wire/messages.gen.ts";
import type { Core } from "../core.ts";
import { isFinal } from "../lifecycle.ts";
import type { TaskRecord } from "../store/shapes.ts";
import { warningsOf } from "../store/warnings.ts";
import { clipLinks } from "./clip-links.ts";

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
		clips: (await Promise.all(task.ready.map((ready) => clipToWire(core, { task, ready, origin })))).flat(),
		transcript_origin: task.source?.transcriptOrigin,
		warnings: task.notes.length > 0 ? [...warningsOf(task)] : undefined,
		notes: task.notes.length > 0 ? task.notes : undefined,
		progress: hasFailed ? undefined : progress,
	});
}

async function clipToWire(
	core: Core,
	{ task, ready, origin }: { task: TaskRecord; ready: TaskRecord["ready"][number]; origin: string },
): Promise<readonly WireClip[]> {
	const clip = task.found?.find((each) => each.idx === ready.idx)?.clip;
	if (!clip) return [];
	const links = await clipLinks(core, { task, ready, origin });
	return [
		defined({
			idx: ready.idx,
			title: clip.title,
			begin_ms: clip.beginMs,
			end_ms: clip.endMs,
			thumbnail: links.thumbnail,
			tags: clip.tags,
			desc: clip.description,
			score: clip.score,
			export_link: links.video,
			score_parts: clip.parts,
			cut_reasons: clip.reasons,
			added: clip.added,
		}),
	];
}
