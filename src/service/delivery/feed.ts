import { lstat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Item } from "feed";
import pLimit from "p-limit";
import { replaceFile } from "../../system/files.ts";
import { readIfThere } from "../../system/private.ts";
import { accountFolders } from "./account-folders.ts";
import { holdsPosts, newestPosts, type Posted, words } from "./posts.ts";

/** Name of the RSS 2.0 feed in an account's folder of the outbox. */
export const FEED = "feed.xml";

/** How many posts a feed holds, newest first. */
const MOST = 200;

/** Namespace of `media:thumbnail`, which RSS readers show beside a post. */
const MEDIA = "http://search.yahoo.com/mrss/";

/**
 * Deliveries may end at the same time; a feed is written by one at a time, and the last one sees all posts.
 */
const inTurn = pLimit(1);

/** An outbox, and the URL it is served under without a trailing slash. Absent: feeds hold `file:` URLs. */
export interface Feeds {
	readonly outbox: string;
	readonly feedUrl?: string;
}

/**
 * Writes the feed of one account's folder anew from the posts that lie in it. Whoever asks for the same while
 * that has not begun is served by it too.
 */
export function feedWriter(feeds: Feeds): (folder: string) => Promise<void> {
	const queued = new Map<string, Promise<void>>();
	return (folder) => {
		const before = queued.get(folder);
		if (before) return before;
		const written = inTurn(() => {
			queued.delete(folder);
			return write(folder, baseOf(feeds, folder));
		});
		queued.set(folder, written);
		return written;
	};
}

/**
 * Makes every feed again that is lost, torn, not ours, or out of date. `failed` is told of each one that
 * cannot be written.
 */
export async function rebuildFeeds(
	outbox: string,
	{
		writeFeed,
		failed,
		signal,
	}: {
		readonly writeFeed: (folder: string) => Promise<void>;
		readonly failed: (error: unknown) => void;
		readonly signal: AbortSignal;
	},
): Promise<void> {
	for (const folder of await accountFolders(outbox)) {
		if (signal.aborted) return;
		try {
			if (await holdsPosts(folder)) await writeFeed(folder);
		} catch (error) {
			failed(error);
		}
	}
}

function baseOf({ feedUrl }: Feeds, folder: string): string {
	if (feedUrl === undefined) return pathToFileURL(folder).href;
	return [feedUrl, basename(dirname(folder)), encodeURIComponent(basename(folder))].join("/");
}

async function write(folder: string, base: string): Promise<void> {
	const path = join(folder, FEED);
	const posts = await newestPosts(folder, MOST);
	const title = `${accountIn(folder)} on ${basename(dirname(folder))}`;
	const link = `${base}/`;
	const { Feed } = await import("feed");
	const feed = new Feed({
		id: link,
		link,
		title,
		updated: new Date(posts[0]?.deliveredAt ?? 0),
		description: `What showrun delivered to ${title}.`,
		generator: "showrun",
		feedLinks: { rss: `${base}/${FEED}` },
	});
	for (const post of posts) feed.addItem(itemOf(post, `${base}/${encodeURIComponent(post.id)}`));
	const text = feed.rss2();
	if (!(await holds(path, text))) await replaceFile(path, text);
}

/** The name that the folder's was made of; one that was too long for a folder stays shortened. */
function accountIn(folder: string): string {
	try {
		return textIn(words(decodeURIComponent(basename(folder))));
	} catch {
		return textIn(basename(folder));
	}
}

/** Something much larger may lie there: its size is asked first. */
async function holds(path: string, text: string): Promise<boolean> {
	const found = await lstat(path).catch(() => undefined);
	return (
		found?.isFile() === true && found.size === Buffer.byteLength(text) && (await readIfThere(path)) === text
	);
}

function itemOf(
	{ id, title, description, tags, deliveredAt, thumbnail: file, size }: Posted,
	url: string,
): Item {
	const thumbnail = {
		name: "media:thumbnail",
		objects: { _attributes: { "xmlns:media": MEDIA, url: `${url}/${file}` } },
	};
	return {
		id,
		title: textIn(title),
		link: `${url}/video.mp4`,
		description: markupOf(description),
		date: new Date(deliveredAt),
		category: tags.map((name) => ({ name: textIn(name) })),
		enclosure: { url: `${url}/video.mp4`, length: size, type: "video/mp4" },
		extensions: [thumbnail],
	};
}

/** The library guards only the first end of a CDATA section in a text; a hostile one has two. */
function textIn(value: string): string {
	return value.replaceAll("]]>", "]] >");
}

/** Readers take a description for HTML: what somebody wrote stays what it says, and its lines stay lines. */
function markupOf(text: string): string {
	const escaped = text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
	return escaped.replace(/\r\n|\r|\n/g, "<br>");
}
