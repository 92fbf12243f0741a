import { constants } from "node:fs";
import { copyFile, mkdir, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Run } from "../../engine/port.ts";
import { syncFolder } from "../../system/files.ts";
import type { Renders } from "../jobs/renders.ts";
import { jsonObject } from "../store/json.ts";
import { readIfThere } from "../store/private.ts";
import type { PublishRecord, PublishTarget } from "../store/shapes.ts";
import { imagePath } from "./images.ts";
import { pathPart } from "./path-part.ts";

/** When and where something was delivered; `location` is a path inside the outbox. */
export interface Delivered {
	readonly location: string;
	readonly deliveredAt: number;
	readonly late: boolean;
}

export interface Delivery {
	readonly outbox: string;
	/** Data folder of the service. */
	readonly data: string;
	readonly renders: Renders;
	readonly task: PublishRecord;
	readonly target: PublishTarget;
	readonly now: () => number;
}

const LATE_AFTER_MS = 60_000;

/**
 * Delivers one clip to one account: a folder made complete beside its place and renamed to it. The folder
 * being there is what "posted" means, so a process killed on any line leaves each post exactly once. Ask
 * `deliveredBefore` first.
 */
export async function deliver(delivery: Delivery, run: Run): Promise<Delivered> {
	const { outbox, task } = delivery;
	const location = locationOf(delivery);
	const folder = join(outbox, location);
	const files = await makeFiles(delivery, run);
	const deliveredAt = delivery.now();
	const late = task.scheduledAt !== null && deliveredAt - task.scheduledAt > LATE_AFTER_MS;
	await mkdir(dirname(folder), { recursive: true });
	await removeLeftovers(dirname(folder), task.id);
	const beside = join(dirname(folder), `.${task.id}.${process.pid}.tmp`);
	try {
		await fill(beside, files, postData(delivery, { location, deliveredAt, late }));
		await rename(beside, folder);
	} catch (error) {
		await rm(beside, { recursive: true, force: true });
		throw error;
	}
	// From the rename on it is posted: nothing that fails after it may make anyone post again.
	await syncFolder(dirname(folder)).catch(() => undefined);
	return { location, deliveredAt, late };
}

/** What an earlier process delivered for this task and account, told by the folder itself. */
export async function deliveredBefore(delivery: Delivery): Promise<Delivered | undefined> {
	const location = locationOf(delivery);
	const text = await readIfThere(join(delivery.outbox, location, "post.json"));
	if (text === undefined) return undefined;
	const post = jsonObject(text);
	return { location, deliveredAt: Number(post?.delivered_at ?? 0), late: post?.late === true };
}

function locationOf({ task, target }: Delivery): string {
	return [target.platform, pathPart(target.username), task.id].join("/");
}

async function makeFiles({ renders, task, target, data }: Delivery, run: Run): Promise<PostFiles> {
	const thumbnail = target.image
		? imagePath(data, target.image)
		: renders.thumbnailPath(await renders.thumbnail(task, run));
	const name =
		task.video !== undefined && (await renders.has(task.video))
			? task.video
			: (await renders.video(task, run)).name;
	return { video: renders.videoPath(name), thumbnail, thumbnailName: thumbnailName(target) };
}

/** Its own may be a PNG. */
function thumbnailName({ image }: PublishTarget): string {
	return `thumbnail.${image?.extension ?? "jpg"}`;
}

interface PostFiles {
	readonly video: string;
	readonly thumbnail: string;
	/** What it is called in the folder of the post. */
	readonly thumbnailName: string;
}

async function removeLeftovers(folder: string, id: string): Promise<void> {
	const names = (await readdir(folder)).filter((name) => name.startsWith(`.${id}.`) && name.endsWith(".tmp"));
	for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
}

/**
 * Copies rather than links, so that whoever edits the delivered file leaves the cache alone; a clone where
 * the disk can.
 */
async function fill(folder: string, files: PostFiles, post: object): Promise<void> {
	await mkdir(folder);
	await copyFile(files.video, join(folder, "video.mp4"), constants.COPYFILE_FICLONE);
	await copyFile(files.thumbnail, join(folder, files.thumbnailName), constants.COPYFILE_FICLONE);
	await writeFile(join(folder, "post.json"), `${JSON.stringify(post, undefined, "\t")}\n`);
	for (const name of ["video.mp4", files.thumbnailName, "post.json"]) await sync(join(folder, name));
	await syncFolder(folder);
}

async function sync(path: string): Promise<void> {
	const handle = await open(path, "r");
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

function postData({ task, target }: Delivery, { deliveredAt, late }: Delivered): object {
	return {
		task_id: task.id,
		platform: target.platform,
		account: { id: target.accountId, username: target.username },
		...target.config,
		...(target.image && { thumbnail: thumbnailName(target) }),
		resolution: task.render.resolution,
		scheduled_at: task.scheduledAt,
		delivered_at: deliveredAt,
		late,
		project_id: task.projectId,
		idx: task.idx,
		clip: {
			begin_ms: task.clip.beginMs,
			end_ms: task.clip.endMs,
			title: task.clip.title,
			score: task.clip.score,
		},
		source: { title: task.source.title, sha256: task.source.sha256 },
	};
}
