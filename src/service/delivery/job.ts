import { stat } from "node:fs/promises";
import type { Clock } from "../../system/clock.ts";
import { sha256OfFile } from "../../system/files.ts";
import type { Rank } from "../jobs/concurrency.ts";
import type { RankedRun } from "../jobs/renders.ts";
import { isPublished } from "../lifecycle.ts";
import { imageName, thumbnailName, videoName } from "../media/names.ts";
import type { PublishRecord, PublishTarget } from "../store/shapes.ts";
import type { DeliveryContext, QueuedPost } from "./context.ts";
import type { CallEvidence, Destination, PostFile, Work } from "./destination.ts";
import { postOf } from "./post-data.ts";
import { attemptOf, type DeliveryAttempt, type ProgressChange, withProgress } from "./transitions.ts";

/** What a look at a post needs. */
export type JobContext = Pick<
	DeliveryContext,
	"accounts" | "media" | "clock" | "renders" | "publishes" | "destinationOf"
> &
	Partial<Pick<DeliveryContext, "linkTo">>;

/** A post to one account as it is on disk, with what it takes to deliver it. */
export interface Job<Context extends JobContext = DeliveryContext> {
	readonly context: Context;
	readonly entry: QueuedPost;
	readonly task: PublishRecord;
	readonly target: PublishTarget;
	readonly attempt: DeliveryAttempt;
	readonly destination: Destination;
	/** With which of its account's connections it is tried. */
	readonly connection: number | undefined;
	readonly work: Work;
	/** What was noted and not written yet. */
	readonly seen: CallEvidence[];
}

const LONGEST_TEXT = 2_048;
const MOST_EVIDENCE = 10;
/** A render for a post that is due so soon goes before every other. */
const SOON_MS = 3_600_000;

/** Undefined: the post is over. */
export function openJob<Context extends JobContext>(
	context: Context,
	entry: QueuedPost,
	signal: AbortSignal,
): Promise<Job<Context> | undefined> {
	const isWanted = (task: PublishRecord, target: PublishTarget) =>
		!isPublished(task.status) && !isPublished(target.status);
	return openTarget(context, { entry, signal, isWanted });
}

interface Opened {
	readonly entry: QueuedPost;
	readonly signal: AbortSignal;
	readonly isWanted: (task: PublishRecord, target: PublishTarget) => boolean;
}

/** Undefined: there is no such post, or it is not wanted. */
export async function openTarget<Context extends JobContext>(
	context: Context,
	{ entry, signal, isWanted }: Opened,
): Promise<Job<Context> | undefined> {
	const task = await context.publishes.get(entry.taskId);
	const target = task?.targets.find(({ accountId }) => accountId === entry.accountId);
	if (!task || !target || !isWanted(task, target)) return undefined;
	entry.due = task.scheduledAt ?? task.createdAt;
	const attempt = attemptOf(target);
	const job = { context, entry, task, target, attempt, seen: [] };
	// First, so that the destination is never that of an earlier connection.
	const connection = await context.accounts.connectionOf(target.accountId);
	const destination = await context.destinationOf(target.accountId);
	return { ...job, connection, destination, work: workOf(job, signal) };
}

type Opening = Omit<Job<JobContext>, "connection" | "destination" | "work">;
type OfPost = Pick<Opening, "context" | "entry" | "task">;

/** What was seen of this post, with what is noted since. */
export function evidenceOf({ target, seen }: Pick<Job, "target" | "seen">): readonly CallEvidence[] {
	return [...(target.evidence ?? []), ...seen].slice(-MOST_EVIDENCE);
}

/** Writes what is known of the attempt now. Durable before it resolves; throws `Superseded`. */
export async function record(job: Opening, changed: ProgressChange): Promise<void> {
	const { context, entry, attempt, seen } = job;
	const evidence = seen.length > 0 && { evidence: evidenceOf(job) };
	await context.publishes.change(entry.taskId, (task) =>
		withProgress(task, attempt, { ...changed, ...evidence }),
	);
}

/** Makes what the post is made of, before it is due. */
export async function makeFiles(job: Opening, signal: AbortSignal): Promise<void> {
	await videoOf(job, signal);
	await thumbnailOf(job, signal);
}

async function thumbnailOf(
	{ context, entry, task, target }: Opening,
	signal: AbortSignal,
): Promise<PostFile> {
	const { image } = target;
	const { media } = context;
	if (image) {
		const type = image.extension === "png" ? "image/png" : "image/jpeg";
		return fileAt(await media.bring(imageName(image), signal), type);
	}
	const name = await drawnThumbnail({ context, entry, task }, signal);
	return fileAt(await media.bring(thumbnailName(name), signal), "image/jpeg");
}

function drawnThumbnail({ context, entry, task }: OfPost, signal: AbortSignal): Promise<string> {
	return context.renders.thumbnail(task, { signal, turn: rankOf(entry, context.clock) });
}

/** How soon its files are needed, compared with other work of the engine. */
function rankOf(entry: QueuedPost, clock: Clock): Rank {
	return () => ({ kind: entry.due - clock.now() < SOON_MS ? "soon" : "later", at: entry.due });
}

/** Name of the rendered clip. What was looked at when the post was asked for is what is posted. */
async function videoOf({ context, entry, task }: OfPost, signal: AbortSignal): Promise<string> {
	const { renders, publishes, clock } = context;
	if (task.video !== undefined && (await renders.has(task.video))) return task.video;
	const run: RankedRun = { signal, turn: rankOf(entry, clock), progress: () => undefined };
	const { name } = await renders.video(task, run);
	// The cache keeps what a record names.
	await publishes.change(task.id, (now) => (now.video === name ? now : { ...now, video: name }));
	return name;
}

function workOf(opening: Opening, signal: AbortSignal): Work {
	const { context, task, target, seen } = opening;
	const { clock, linkTo } = context;
	return {
		post: postOf(task, target),
		account: { id: target.accountId, platform: target.platform, username: target.username },
		tools: {
			save: (progress) => record(opening, { phase: "preparing", progress }),
			note: ({ text, ...evidence }) => {
				const cut = text === undefined ? {} : { text: text.slice(0, LONGEST_TEXT) };
				seen.push({ at: clock.now(), ...evidence, ...cut });
			},
			video: async () => {
				const name = videoName(await videoOf(opening, signal));
				return fileAt(await context.media.bring(name, signal), "video/mp4");
			},
			thumbnail: () => thumbnailOf(opening, signal),
			...(linkTo && { link: async (file, livesMs) => linkTo(await pathOf(opening, file, signal), livesMs) }),
			clock,
			signal,
		},
	};
}

/** The path of this service that a file is read under, with a signature. */
async function pathOf(opening: Opening, file: "video" | "thumbnail", signal: AbortSignal): Promise<string> {
	const { image } = opening.target;
	if (file === "thumbnail" && image) return `/files/image-${image.extension}/${image.sha256}`;
	if (file === "thumbnail") return `/files/thumbnail/${await drawnThumbnail(opening, signal)}`;
	return `/files/video/${await videoOf(opening, signal)}`;
}

async function fileAt(path: string, type: PostFile["type"]): Promise<PostFile> {
	return { path, type, size: (await stat(path)).size, sha256: () => sha256OfFile(path) };
}
