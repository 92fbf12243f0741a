import type { Analysis, Run } from "../../engine/port.ts";
import { defined } from "../../model/defined.ts";
import { sha256 } from "../../system/files.ts";
import { fetchVideo } from "../fetch/fetch.ts";
import type { Media } from "../media/media.ts";
import { sourceName } from "../media/names.ts";
import type { SourceVideo, StoredFile, TaskRecord } from "../store/shapes.ts";
import { type SourcedTask, sourced, withoutSignature } from "../store/sourced.ts";
import type { JobContext } from "./context.ts";
import { changeOpen } from "./task-changes.ts";

/** How much of the work fetching is, where there is something to fetch. */
const FETCHING = 0.2;

/** The task with its source here: a video at an address is fetched first. Throws `FetchFault`. */
export async function withSource(context: JobContext, task: TaskRecord, run: Run): Promise<SourcedTask> {
	const { address } = task;
	if (task.source || address === undefined) return sourced(task);
	const { fetching, media } = context;
	const progress = (share: number) => run.progress(FETCHING * share);
	const { title, ...file } = await fetchVideo(
		address,
		{ ...fetching, media },
		{ signal: run.signal, progress },
	);
	return sourced(
		await changeOpen(context, task, (before) => ({
			...withoutSignature(before),
			source: { ...file, title },
		})),
	);
}

/** The progress of the rest of the work, as a share of all of it. */
export function afterFetching({ address }: TaskRecord, run: Run): Run {
	return address === undefined
		? run
		: { ...run, progress: (share) => run.progress(FETCHING + (1 - FETCHING) * share) };
}

/**
 * The source with the transcript that was made for it, if any, and who vouches for its words; from now on it
 * is used like an uploaded one.
 */
export async function withTranscript(
	media: Media,
	source: SourceVideo,
	{ transcript: made, origin: transcriptOrigin }: Pick<Analysis, "transcript" | "origin">,
): Promise<SourceVideo> {
	if (made === undefined) return { ...source, ...defined({ transcriptOrigin }) };
	const transcript: StoredFile = { sha256: sha256(made), extension: "vtt" };
	await media.write(sourceName(transcript), made);
	return { ...source, transcript, ...defined({ transcriptOrigin }) };
}
