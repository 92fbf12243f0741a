import type { NativeSchedule, Progress, Work } from "../../destination.ts";
import type { Youtube } from "./api.ts";
import { stateIn } from "./progress.ts";
import { deleteVideo, readVideo } from "./videos.ts";

const MINUTE_MS = 60_000;
/** Longer ahead nothing is uploaded: each change of a post costs another upload. */
const MOST_MS = 30 * 24 * 60 * MINUTE_MS;

/** YouTube makes a private video public at a time that it was given. */
export function scheduleOf(youtube: Youtube): NativeSchedule {
	return {
		leastMs: 10 * MINUTE_MS,
		mostMs: MOST_MS,
		takes: ({ scheduledAt, config }) => scheduledAt !== null && (config.visibility ?? "public") === "public",
		withdraw: (work, progress) => withdraw(youtube, work, progress),
	};
}

/** Nobody but its owner has seen it: it is removed. */
async function withdraw(
	youtube: Youtube,
	work: Work,
	progress: Progress | undefined,
): Promise<"withdrawn" | "out"> {
	const { video: id } = stateIn(progress) ?? {};
	if (id === undefined) throw new Error("nothing was given to YouTube");
	const video = await readVideo(youtube, id, work);
	if (video === undefined) return "withdrawn";
	if (video.status.privacyStatus !== "private") return "out";
	await deleteVideo(youtube, id, work);
	return "withdrawn";
}
