import type { Stats } from "node:fs";
import { lstat, readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import pLimit from "p-limit";
import { jsonObject } from "../store/json.ts";

/**
 * One delivered post that anybody may see, as its `post.json` tells. Its texts may hold any character that
 * XML can.
 */
export interface Posted {
	/** Name of its folder: the publishing task's id. */
	readonly id: string;
	readonly title: string;
	readonly description: string;
	readonly tags: readonly string[];
	/** Epoch milliseconds. */
	readonly deliveredAt: number;
	/** Name of its thumbnail's file. */
	readonly thumbnail: string;
	/** Bytes of the video. */
	readonly size: number;
}

/** What the posts of a folder are written down in; anything longer was not written by us. */
const LONGEST_BYTES = 1 << 20;
const AT_ONCE = 16;
/** Characters XML 1.0 cannot hold at all. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
/** The last moment a year of four digits can say. */
const LAST_MS = 253_402_300_799_999;

/** Whether anything in an account's folder looks like a post, public or not. */
export async function holdsPosts(folder: string): Promise<boolean> {
	return (await candidatesIn(folder)).length > 0;
}

/**
 * The newest public posts in an account's folder, newest first. A post's id says when it was asked for, not
 * when it was delivered, so the age of its `post.json` says which ones are worth reading: thousands of older
 * ones stay unread.
 */
export async function newestPosts(folder: string, most: number): Promise<readonly Posted[]> {
	const candidates = await candidatesIn(folder);
	const found: Posted[] = [];
	for (let at = 0; at < candidates.length && found.length < most; at += most) {
		const posts = await pLimit(AT_ONCE).map(candidates.slice(at, at + most), ({ name }) =>
			publicPost(join(folder, name)),
		);
		found.push(...posts.filter((post) => post !== undefined));
	}
	return found.sort((a, b) => b.deliveredAt - a.deliveredAt || descending(a.id, b.id)).slice(0, most);
}

/**
 * One post, by its folder. Undefined for one that is not public, a folder somebody else put there, or one
 * whose video was taken away.
 */
export async function publicPost(folder: string): Promise<Posted | undefined> {
	const [text, video] = [await textOf(join(folder, "post.json")), await fileAt(join(folder, "video.mp4"))];
	const post = text === undefined ? undefined : jsonObject(text);
	// Who may see it is not known to a feed, so there is nothing in it but what is public anyway.
	if (post === undefined || video === undefined || (post.visibility ?? "public") !== "public")
		return undefined;
	const clip =
		typeof post.clip === "object" && post.clip !== null && "title" in post.clip ? post.clip.title : undefined;
	const [title, description] = [words(post.title), words(post.description)];
	return {
		id: basename(folder),
		title: title || words(clip) || description.split(/[\r\n]/)[0] || basename(folder),
		description,
		tags: Array.isArray(post.tags) ? post.tags.map(words).filter(Boolean) : [],
		deliveredAt: momentOf(post.delivered_at),
		thumbnail: post.thumbnail === "thumbnail.png" ? "thumbnail.png" : "thumbnail.jpg",
		size: video.size,
	};
}

interface Candidate {
	readonly name: string;
	readonly at: number;
}

/** Folders with a `post.json`, the ones written last first. */
async function candidatesIn(folder: string): Promise<readonly Candidate[]> {
	const folders = (await readdir(folder, { withFileTypes: true })).filter(
		(entry) => entry.isDirectory() && !entry.name.startsWith("."),
	);
	const found = await pLimit(AT_ONCE).map(folders, async ({ name }) => ({
		name,
		at: (await fileAt(join(folder, name, "post.json")))?.mtimeMs,
	}));
	return found
		.flatMap(({ name, at }) => (at === undefined ? [] : [{ name, at }]))
		.sort((a, b) => b.at - a.at || descending(a.name, b.name));
}

/**
 * Undefined for what is not there or is no plain file: a pipe would never end, and a link may lead anywhere.
 */
async function fileAt(path: string): Promise<Stats | undefined> {
	const found = await lstat(path).catch(() => undefined);
	return found?.isFile() ? found : undefined;
}

async function textOf(path: string): Promise<string | undefined> {
	const found = await fileAt(path);
	if (found === undefined || found.size > LONGEST_BYTES) return undefined;
	return readFile(path, "utf8").catch(() => undefined);
}

function descending(a: string, b: string): number {
	return a < b ? 1 : -1;
}

/** What a text says: without blanks around it, and without what no document can hold. */
export function words(value: unknown): string {
	return typeof value === "string" ? value.replace(FORBIDDEN, "").trim() : "";
}

function momentOf(value: unknown): number {
	return typeof value === "number" && value >= 0 && value <= LAST_MS ? value : 0;
}
