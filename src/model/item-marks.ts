import type { FeedItem, ItemSource } from "./feed.ts";
import { shortHash } from "./short-hash.ts";
import { stableUrl } from "./stable-url.ts";
import { comparedUrl } from "./video-url.ts";

/** Short names of what tells an item from others: its id, its video, and its title with its date. */
export interface ItemMarks {
	readonly id: string;
	readonly video: string;
	/** Absent: it has no title or no date. */
	readonly day?: string;
	/** Of the second it was published. Absent: it has no date, or that of a day alone. */
	readonly second?: string;
}

export function marksOf({ id, source, title, publishedAt }: FeedItem): ItemMarks {
	const day =
		title !== undefined && publishedAt !== undefined ? `${sameTitle(title)} ${publishedAt}` : undefined;
	const isExact = publishedAt !== undefined && publishedAt % DAY_MS !== 0;
	return {
		id: shortHash(id),
		video: shortHash(videoKey(source)),
		...(day !== undefined && { day: shortHash(day) }),
		...(isExact && { second: shortHash(String(publishedAt)) }),
	};
}

const DAY_MS = 86_400_000;

/** All marks but that of the id: what is kept of an item that is left. */
export function marksBesideId({ video, day, second }: ItemMarks): readonly string[] {
	return [video, day, second].flatMap((mark) => mark ?? []);
}

/** A title as titles are compared. */
export function sameTitle(title: string): string {
	return title
		.normalize("NFKC")
		.toLowerCase()
		.replace(/[\p{P}\p{S}\s]+/gu, " ")
		.trim();
}

/** What an item's video is known by: content, or its address without what counts listeners. */
function videoKey(source: ItemSource): string {
	if (source.kind === "file") return source.sha256;
	return comparedUrl(stableUrl(withoutPrefixes(source.url)));
}

/**
 * Services that count downloads stand before the address: `https://count.example/redirect.mp4/media.example.com/42.mp4`.
 * What begins with the last name of a host in the path is the address itself.
 */
function withoutPrefixes(url: string): string {
	const [, origin = "", path = ""] = /^(https?:\/\/[^/?#]+)(\/[^?#]*)/i.exec(url) ?? [];
	const parts = path.split("/");
	const host = parts.findLastIndex((part, at) => at < parts.length - 1 && HOST.test(part));
	if (host < 0) return url;
	return `https://${parts.slice(host).join("/")}${url.slice(origin.length + path.length)}`;
}

/** Names of files end otherwise. */
const HOST =
	/^(?:[a-z0-9-]+\.)+(?!mp[34]$|m4[av]$|mov$|webm$|mkv$|avi$|html?$|php$|aspx?$|xml$|jpe?g$|png$)[a-z]{2,}$/i;
