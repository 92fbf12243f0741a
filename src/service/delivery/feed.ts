import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Feed, type Item } from "feed";
import pLimit from "p-limit";
import { removeTemporaries, replaceFile } from "../../system/files.ts";
import { jsonObject } from "../store/json.ts";
import { readIfThere } from "../store/private.ts";

/** Name of the RSS 2.0 feed in an account's folder of the outbox. */
const FEED = "feed.xml";

/** How many posts a feed holds, newest first. */
const MOST = 100;

/** Namespace of `media:thumbnail`, which RSS readers show beside a post. */
const MEDIA = "http://search.yahoo.com/mrss/";

/** Characters XML 1.0 cannot hold at all. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Deliveries may end at the same time; a feed is written by one at a time, and the last one sees all posts. */
const inTurn = pLimit(1);

/** Writes the feed of one account's folder anew from the posts that lie in it. `base`: URL of that folder; absent: its `file:` URL. */
export function writeFeed(folder: string, base: string = pathToFileURL(folder).href): Promise<void> {
	return inTurn(() => write(folder, base));
}

async function write(folder: string, base: string): Promise<void> {
	const path = join(folder, FEED);
	await removeTemporaries(path);
	const posts = await postsIn(folder);
	const [name, platform] = [basename(folder), basename(join(folder, ".."))];
	const title = `${name} on ${platform}`;
	const link = `${base}/`;
	const updated = new Date(posts[0]?.deliveredAt ?? 0);
	const feed = new Feed({
		id: link,
		link,
		title,
		updated,
		description: `What showrun delivered to ${title}.`,
		generator: "showrun",
		feedLinks: { rss: `${base}/${FEED}` },
	});
	for (const post of posts) feed.addItem(itemOf(post, `${base}/${encodeURIComponent(post.id)}`));
	const text = feed.rss2();
	if ((await readIfThere(path)) !== text) await replaceFile(path, text);
}

/** One delivered post, as its `post.json` tells. */
interface Posted {
	readonly id: string;
	readonly title: string;
	readonly description: string;
	readonly tags: readonly string[];
	/** Epoch milliseconds. */
	readonly deliveredAt: number;
	/** Bytes of the video. */
	readonly size: number;
}

async function postsIn(folder: string): Promise<readonly Posted[]> {
	const names = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
	const posts = await Promise.all(names.map(({ name }) => postIn(join(folder, name))));
	return posts
		.filter((post) => post !== undefined)
		.sort((a, b) => b.deliveredAt - a.deliveredAt || (a.id < b.id ? 1 : -1))
		.slice(0, MOST);
}

/** Undefined for a folder somebody else put there, or one whose video was taken away. */
async function postIn(folder: string): Promise<Posted | undefined> {
	const text = await readIfThere(join(folder, "post.json"));
	const video = await stat(join(folder, "video.mp4")).catch(() => undefined);
	const post = text === undefined ? undefined : jsonObject(text);
	// Who may subscribe is not known here, so a feed holds only what is public anyway.
	if (post === undefined || video === undefined || post.visibility === "private" || post.visibility === "unlisted") return undefined;
	const clip = typeof post.clip === "object" && post.clip !== null && "title" in post.clip ? post.clip.title : undefined;
	const [title, description] = [words(post.title), words(post.description)];
	return {
		id: basename(folder),
		title: title || words(clip) || description.split("\n")[0] || basename(folder),
		description,
		tags: Array.isArray(post.tags) ? post.tags.map(words).filter(Boolean) : [],
		deliveredAt: Number.isFinite(post.delivered_at) ? Number(post.delivered_at) : 0,
		size: video.size,
	};
}

function words(value: unknown): string {
	// The library guards only the first end of a CDATA section in a text; a hostile one has two.
	return typeof value === "string" ? value.replace(FORBIDDEN, "").replaceAll("]]>", "]] >") : "";
}

function itemOf({ id, title, description, tags, deliveredAt, size }: Posted, url: string): Item {
	const thumbnail = { name: "media:thumbnail", objects: { _attributes: { "xmlns:media": MEDIA, url: `${url}/thumbnail.jpg` } } };
	return {
		id,
		title,
		link: `${url}/video.mp4`,
		description,
		date: new Date(deliveredAt),
		category: tags.map((name) => ({ name })),
		enclosure: { url: `${url}/video.mp4`, length: size, type: "video/mp4" },
		extensions: [thumbnail],
	};
}
