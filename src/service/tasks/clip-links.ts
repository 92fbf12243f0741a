import { WIRE_LIMITS } from "../../wire/names.ts";
import type { Core } from "../core.ts";
import { thumbnailName, videoName } from "../media/names.ts";
import { QUEUES } from "../options.ts";
import { AwayFault } from "../store/fault.ts";
import type { ReadyClip, TaskRecord } from "../store/shapes.ts";

/** Links to what was made of a clip, new each time. */
interface ClipLinks {
	readonly thumbnail: string;
	/** Undefined: it was not rendered, or is rendered again because it is lost. */
	readonly video: string | undefined;
}

/** Links of a clip: to where its files are kept, else to this service. */
export async function clipLinks(
	core: Core,
	{ task, ready, origin }: { readonly task: TaskRecord; readonly ready: ReadyClip; readonly origin: string },
): Promise<ClipLinks> {
	const link = async (path: string, name: string) => {
		const livesMs = WIRE_LIMITS.exportLinkMs;
		const direct = await unlessAway(core.media.link(name, { livesMs }), undefined);
		return direct ?? `${origin}${core.signer.sign(path, livesMs)}`;
	};
	const { thumbnail, video } = ready;
	const hasVideo = video !== undefined && (await isThere(core, task, video));
	return {
		thumbnail: await link(`/files/thumbnail/${thumbnail}`, thumbnailName(thumbnail)),
		video: hasVideo ? await link(`/files/video/${video}`, videoName(video)) : undefined,
	};
}

/** A clip that is lost is rendered again, by a process that renders. */
async function isThere(
	{ renders, workers, options }: Core,
	task: TaskRecord,
	video: string,
): Promise<boolean> {
	if (await unlessAway(renders.has(video), true)) return true;
	if ((options.queues ?? QUEUES).includes("tasks")) workers?.jobs.remake(task, video);
	return false;
}

/** What is known of a task can be read while its media cannot. */
function unlessAway<Value>(asked: Promise<Value>, otherwise: Value): Promise<Value> {
	return asked.catch((error: unknown) => {
		if (error instanceof AwayFault) return otherwise;
		throw error;
	});
}
