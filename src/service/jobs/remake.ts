import { logFailure } from "../failure-messages.ts";
import { AwayFault } from "../store/fault.ts";
import type { TaskRecord } from "../store/shapes.ts";
import { sourced } from "../store/sourced.ts";
import type { JobContext } from "./context.ts";

/** Renders again what was lost of tasks that have ended. */
export interface Remakes {
	/** Begins to, once: what cannot be made again is logged, and left until the next start. */
	take(task: TaskRecord, video: string): void;
	/** Resolves when nothing is rendered any more, after the signal. */
	ended(): Promise<void>;
}

/** Opens none. */
export function openRemakes(context: JobContext, signal: AbortSignal): Remakes {
	const works = new Map<string, Promise<void>>();
	return {
		take: (task, video) => {
			if (works.has(video) || signal.aborted) return;
			const work = remake(context, { task, video, signal }).then(
				() => void works.delete(video),
				(error: unknown) => {
					if (signal.aborted) return;
					if (error instanceof AwayFault) works.delete(video);
					else logFailure(error, (text) => context.log(`A clip of task ${task.id} is lost. ${text}`));
				},
			);
			works.set(video, work);
		},
		ended: async () => void (await Promise.all(works.values())),
	};
}

interface Lost {
	readonly task: TaskRecord;
	readonly video: string;
	readonly signal: AbortSignal;
}

async function remake(context: JobContext, { task, video, signal }: Lost): Promise<void> {
	const { source, render, found, ready, kind, id } = sourced(task);
	const idx = ready.find((each) => each.video === video)?.idx;
	const clip = found?.find((each) => each.idx === idx)?.clip;
	if (clip === undefined || render === undefined) return;
	const { name } = await context.renders.video({ source, clip, render }, { signal, progress: () => {} });
	// Another ffmpeg makes another file of the same.
	if (name !== video)
		await context.tasks[kind].change(id, (before) => ({
			...before,
			ready: before.ready.map((each) => (each.video === video ? { ...each, video: name } : each)),
		}));
}
