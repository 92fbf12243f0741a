import type { Run } from "../../engine/port.ts";
import { fetchVideo } from "../fetch/fetch.ts";
import type { TaskRecord } from "../store/shapes.ts";
import { type SourcedTask, sourced } from "../store/sourced.ts";
import type { JobContext } from "./context.ts";

/** How much of the work fetching is, where there is something to fetch. */
const FETCHING = 0.2;

/** The task with its source here: a video at an address is fetched first. Throws `FetchFault`. */
export async function withSource(context: JobContext, task: TaskRecord, run: Run): Promise<SourcedTask> {
	const { address } = task;
	if (task.source || address === undefined) return sourced(task);
	const { fetching, renders } = context;
	const progress = (share: number) => run.progress(FETCHING * share);
	const { title, ...file } = await fetchVideo(
		address,
		{ ...fetching, sourcePath: renders.sourcePath },
		{ signal: run.signal, progress },
	);
	return sourced(
		await context.tasks[task.kind].change(task.id, (before) => ({ ...before, source: { ...file, title } })),
	);
}

/** How far the rest of the work is, of all of it. */
export function afterFetching({ address }: TaskRecord, run: Run): Run {
	return address === undefined
		? run
		: { ...run, progress: (share) => run.progress(FETCHING + (1 - FETCHING) * share) };
}
