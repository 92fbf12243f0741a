import { readdir, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { epochMs } from "../model/brand.ts";
import { StopFault } from "../model/fault.ts";
import type { FeedItem, FeedReading, FeedSource, UnusableItem } from "../model/feed.ts";
import { matches } from "../model/glob.ts";
import { pathFact } from "../system/path-fact.ts";
import { startsLikeVideo } from "../system/video-signature.ts";
import type { ReadingOptions } from "./options.ts";
import { oneLine } from "./text.ts";

/** Endings of videos that the service takes (interface 1). */
const VIDEOS = /\.(mp4|mov|webm|avi)$/i;

/** Most files of one folder that are looked at. */
const MOST_FILES = 20_000;

/**
 * Reads the videos of one folder: what has not changed for a while, each content once. Throws `StopFault` for
 * a folder that cannot be read.
 */
export async function readFolder(
	from: Extract<FeedSource, { readonly kind: "folder" }>,
	options: ReadingOptions,
): Promise<FeedReading> {
	const { folder, pattern, shown } = from;
	if ((await pathFact(folder, options.root)) === "outside")
		throw new StopFault(`The folder ${shown} lies outside the workspace.`, {
			remedy: "Move it into the workspace.",
		});
	const names = (await namesIn(folder, shown)).filter((name) => fits(name, pattern));
	if (names.length > MOST_FILES)
		throw new StopFault(`The folder ${shown} has ${names.length} videos (limit ${MOST_FILES}).`, {
			remedy: "Name fewer with the pattern.",
		});
	const items = new Map<string, FeedItem>();
	const unusable: UnusableItem[] = [];
	for (const name of names.sort()) {
		options.signal.throwIfAborted();
		const found = await fileAt(join(folder, name), name, { ...options, stableForMs: from.stableForMs });
		if ("why" in found) unusable.push(found);
		else if (items.has(found.id)) unusable.push({ shown: oneLine(name), why: "listed-twice" });
		else items.set(found.id, found);
	}
	return { items: [...items.values()], unusable };
}

async function namesIn(folder: string, shown: string): Promise<readonly string[]> {
	return readdir(folder).catch((error: NodeJS.ErrnoException) => {
		if (error.code === undefined) throw error;
		throw new StopFault(`The folder ${shown} cannot be read (${error.code}).`, {
			remedy: "Make it, or correct `folder` in the feed.",
			cause: error,
		});
	});
}

/** Endings count whatever their case. Hidden files are not meant. */
function fits(name: string, pattern: string): boolean {
	return !name.startsWith(".") && VIDEOS.test(name) && matches(withPlainEnd(pattern), withPlainEnd(name));
}

function withPlainEnd(name: string): string {
	return name.replace(/\.[^.]*$/, (end) => end.toLowerCase());
}

async function fileAt(
	path: string,
	name: string,
	{ root, now, signal, fingerprint, stableForMs }: ReadingOptions & { readonly stableForMs: number },
): Promise<FeedItem | UnusableItem> {
	const shown = oneLine(name);
	const fact = await pathFact(path, root);
	if (fact === "empty") return { shown, why: "still-written" };
	if (fact !== "file") return { shown, why: fact === "outside" ? "bad-address" : "unreadable" };
	try {
		const before = await stat(path);
		// A clock that was set back makes a file of the future, which is as old as it will be.
		const age = Math.abs(now - Math.max(before.mtimeMs, before.ctimeMs));
		if (age < stableForMs) return { shown, why: "still-written" };
		if (!(await startsLikeVideo(path))) return { shown, why: "unreadable" };
		const { sha256 } = await fingerprint(path, signal);
		const after = await stat(path);
		if (after.size !== before.size || after.mtimeMs !== before.mtimeMs)
			return { shown, why: "still-written" };
		const publishedAt = epochMs(Math.round(before.mtimeMs));
		const title = oneLine(name.replace(/\.[^.]*$/, "").replace(/[-_]+/g, " "));
		const fields = { title, file: shown, published: new Date(publishedAt).toISOString() };
		const below = relative(root, path).split(sep).join("/");
		return { id: sha256, source: { kind: "file", path: below, sha256 }, title, publishedAt, fields };
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof Error && "code" in error) return { shown, why: "unreadable" };
		throw error;
	}
}
