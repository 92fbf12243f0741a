import { constants } from "node:fs";
import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder } from "../../../system/files.ts";
import { readIfThere } from "../../../system/private.ts";
import { jsonObject } from "../../store/json.ts";
import type { Destination, Posted, Progress, PublishOutcome, Work } from "../destination.ts";
import { isLate } from "../late.ts";
import { pathPart } from "../path-part.ts";
import { checkMount } from "./outbox-mount.ts";

/** Where posts lie, one folder each. */
export interface Outbox {
	/** Data folder of the service. */
	readonly data: string;
	readonly outbox: string;
	/** Writes the feed of an account's folder anew. */
	readonly writeFeed: (folder: string) => Promise<void>;
}

/** The copies are made this long before the due time. */
const LEAD_MS = 15_000;

/**
 * A folder made complete beside its place and renamed to it. The folder being there is what "posted" means,
 * so a process killed on any line leaves each post exactly once.
 */
export function openOutbox({ data, outbox, writeFeed }: Outbox): Destination {
	const check = checkMount({ data, outbox });
	const folderOf = (work: Work) => join(outbox, locationOf(work));
	return {
		kind: "outbox",
		lead: { earliestMs: LEAD_MS, livesMs: null },
		prepare: async (work) => {
			await check();
			const folder = folderOf(work);
			if (await postedIn(folder)) return { kind: "ready", progress: { v: 1, step: "there" } };
			return { kind: "ready", progress: { v: 1, step: "copied", outbox, beside: await copy(work, folder) } };
		},
		publish: async (work, ready, arm) => {
			await check();
			const folder = folderOf(work);
			const before = await postedIn(folder);
			// A process may have delivered it and died before it recorded that.
			if (before) return { kind: "posted", ...before, location: locationOf(work) };
			return move(work, { beside: textOf(ready, "beside"), folder }, arm);
		},
		settle: async (work, progress) => {
			const root = textOf(progress, "outbox") || outbox;
			if (root === outbox) await check();
			const found = await postedIn(join(root, locationOf(work)));
			if (found) return { kind: "posted", ...found, location: locationOf(work) };
			return { kind: "not_posted", again: "prepare" };
		},
		discard: async (progress) => {
			const beside = textOf(progress, "beside");
			if (beside !== "") await rm(beside, { recursive: true, force: true });
		},
		tidy: async (work) => writeFeed(dirname(folderOf(work))),
	};
}

function locationOf({ post, account }: Work): string {
	return [account.platform, pathPart(account.username), post.taskId].join("/");
}

/** What an earlier process delivered, told by the folder itself. */
async function postedIn(folder: string): Promise<Posted | undefined> {
	const text = await readIfThere(join(folder, "post.json"));
	return text === undefined ? undefined : { at: Number(jsonObject(text)?.delivered_at ?? 0) };
}

/** Everything of the post but when it was delivered, beside its place. */
async function copy(work: Work, folder: string): Promise<string> {
	const { post, tools } = work;
	const [video, thumbnail] = [await tools.video(), await tools.thumbnail()];
	await mkdir(dirname(folder), { recursive: true });
	await removeLeftovers(dirname(folder), post.taskId);
	const beside = join(dirname(folder), `.${post.taskId}.${process.pid}.tmp`);
	try {
		await mkdir(beside);
		// Copies rather than links, so that whoever edits the delivered file leaves the cache alone; a clone
		// where the disk can.
		await copyFile(video.path, join(beside, "video.mp4"), constants.COPYFILE_FICLONE);
		await copyFile(thumbnail.path, join(beside, post.thumbnailName), constants.COPYFILE_FICLONE);
		for (const name of ["video.mp4", post.thumbnailName]) await handOver(join(beside, name), beside);
		return beside;
	} catch (error) {
		await rm(beside, { recursive: true, force: true }).catch(() => undefined);
		throw error;
	}
}

/** A copy has the mode of its original, its owner's alone: this one may be read as the umask says. */
async function handOver(path: string, folder: string): Promise<void> {
	await chmod(path, (await stat(folder)).mode & 0o666);
	await sync(path);
}

async function removeLeftovers(folder: string, id: string): Promise<void> {
	const names = (await readdir(folder)).filter((name) => name.startsWith(`.${id}.`) && name.endsWith(".tmp"));
	for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
}

async function move(
	work: Work,
	{ beside, folder }: { readonly beside: string; readonly folder: string },
	arm: () => Promise<void>,
): Promise<PublishOutcome> {
	const { post, tools } = work;
	const at = tools.clock.now();
	const told = { ...post.data, delivered_at: at, late: isLate(post.scheduledAt, at) };
	const path = join(beside, "post.json");
	await writeFile(path, `${JSON.stringify(told, undefined, "\t")}\n`);
	await sync(path);
	await syncFolder(beside);
	await arm();
	await rename(beside, folder);
	// From the rename on it is posted: nothing that fails after it may make anyone post again.
	await syncFolder(dirname(folder)).catch(() => undefined);
	return { kind: "posted", location: locationOf(work), at };
}

async function sync(path: string): Promise<void> {
	const handle = await open(path, "r");
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

function textOf(progress: Progress | undefined, name: string): string {
	const value = progress?.[name];
	return typeof value === "string" ? value : "";
}
