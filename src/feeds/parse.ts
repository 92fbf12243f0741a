import type { parseFeed } from "feedsmith";
import { type EpochMs, epochMs } from "../model/brand.ts";
import { defined } from "../model/defined.ts";
import { StopFault } from "../model/fault.ts";
import type { FeedItem, FeedReading, ItemValue, UnusableItem } from "../model/feed.ts";
import { addressIn } from "./address.ts";
import { transcriptOf, videoOf } from "./enclosures.ts";
import { type Entry, entriesIn } from "./entries.ts";
import { MOST_ITEMS } from "./limits.ts";
import { oneLine, withoutMarkup } from "./text.ts";

/** Deepest nesting of elements: feeds have about ten. */
const MOST_DEPTH = 100;

/** Most elements: twenty thousand items with fifty each. */
const MOST_ELEMENTS = 1_000_000;

/**
 * Parses RSS, Atom or JSON Feed. `address`: where it was fetched; relative addresses start there. Throws
 * `StopFault`.
 */
export async function parseFeedText(text: string, address: string): Promise<FeedReading> {
	const entries = entriesIn(await parsed(text.trim()), address);
	if (entries.length > MOST_ITEMS)
		throw new StopFault(`The feed lists ${entries.length} items (limit ${MOST_ITEMS}).`, {
			remedy: "Ask its maker for one with the newest items only.",
		});
	const items = new Map<string, FeedItem>();
	const unusable: UnusableItem[] = [];
	for (const entry of entries) {
		const found = itemOf(entry);
		if ("why" in found) unusable.push(found);
		else if (items.has(found.id)) unusable.push({ shown: found.title ?? found.id, why: "listed-twice" });
		else items.set(found.id, found);
	}
	return { items: [...items.values()], unusable };
}

async function parsed(text: string): Promise<ReturnType<typeof parseFeed>> {
	if (/^<!doctype html|^<html/i.test(text)) throw noFeed("it is a web page");
	if (/<!ENTITY/i.test(text.slice(0, 100_000))) throw noFeed("it defines entities of its own");
	if (text.startsWith("<") && depthOf(text) > MOST_DEPTH)
		throw noFeed("its elements are nested too deeply, or too many");
	const feedsmith = await import("feedsmith");
	try {
		return feedsmith.parseFeed(harmless(text));
	} catch (error) {
		throw noFeed(text === "" ? "it is empty" : "it is neither RSS nor Atom nor JSON Feed", error);
	}
}

/**
 * The parser takes whatever has a `length` for a list of so many, and the longer an author is the longer it
 * looks for names in it.
 */
function harmless(text: string): string {
	if (!text.startsWith("<"))
		return JSON.stringify(JSON.parse(text, (key, value) => (key === "length" ? undefined : value)));
	return text
		.replace(/<(\/?)([\w.-]+:)?length(?=[\s/>])/gi, "<$1$2x-length")
		.replace(/(<(?:[\w.-]+:)?(?:author|name|creator|managingEditor|webMaster)\b[^<>]*>)[^<]{300,}/gi, "$1")
		.replace(
			/(<(?:[\w.-]+:)?(?:author|name|creator|managingEditor|webMaster)\b[^<>]*>\s*)<!\[CDATA\[[^\]]{300,}/gi,
			"$1<![CDATA[",
		);
}

function noFeed(why: string, cause?: unknown): StopFault {
	return new StopFault(`What is at the address is no feed: ${why}.`, {
		remedy: "Name the address of the feed itself: of RSS, Atom or JSON Feed.",
		...defined({ cause }),
	});
}

/** How deep elements are nested at most, counted without parsing. */
function depthOf(text: string): number {
	let [depth, most, count] = [0, 0, 0];
	for (let at = text.indexOf("<"); at >= 0 && most <= MOST_DEPTH; at = text.indexOf("<", at + 1)) {
		if (++count > 2 * MOST_ELEMENTS) return Number.POSITIVE_INFINITY;
		if (text.startsWith("<![CDATA[", at)) at = after(text, "]]>", at);
		else if (text.startsWith("<!--", at)) at = after(text, "-->", at);
		else if (text[at + 1] === "/") depth--;
		else if (text[at + 1] !== "?" && text[at + 1] !== "!") {
			const end = text.indexOf(">", at);
			if (end < 0) return most;
			if (text[end - 1] !== "/") most = Math.max(most, ++depth);
		}
	}
	return most;
}

function after(text: string, end: string, from: number): number {
	const found = text.indexOf(end, from);
	return found < 0 ? text.length : found;
}

function itemOf(entry: Entry): FeedItem | UnusableItem {
	const title = oneLine(withoutMarkup(entry.title ?? ""));
	const link = entry.link === undefined ? undefined : addressIn(entry.link, entry.base);
	const video = videoOf(entry);
	const shown = title || link || oneLine(entry.id ?? "") || "an item without a title";
	if (typeof video === "string") return { shown, why: video };
	const id = oneLine(entry.id ?? "") || link || video.url.replace(/[?#].*$/s, "");
	const publishedAt = dateOf(entry.published) ?? dateOf(entry.updated);
	const transcriptUrl = transcriptOf(entry);
	return {
		id,
		source: { kind: "url", url: video.url },
		...(title !== "" && { title }),
		...defined({ publishedAt }),
		fields: fieldsOf(entry, { id, title, link, publishedAt }),
		...defined({ transcriptUrl }),
	};
}

/** As feeds write dates: RFC 822 with names of zones, RFC 3339, and what comes near. */
function dateOf(text: string | undefined): EpochMs | undefined {
	if (text === undefined || text.length > 100) return undefined;
	const plain = text
		.trim()
		.replace(/\b(?:UT|Z)$/, "UTC")
		.replace(/^(\d{4}-\d{2}-\d{2}) (\d{2}:)/, "$1T$2");
	const at = Date.parse(/^\d{4}-\d{2}-\d{2}T[\d:.]+UTC$/.test(plain) ? plain.replace("UTC", "Z") : plain);
	return Number.isNaN(at) || at < 0 ? undefined : epochMs(at);
}

function fieldsOf(
	entry: Entry,
	{
		id,
		title,
		link,
		publishedAt,
	}: { id: string; title: string; link: string | undefined; publishedAt: EpochMs | undefined },
): FeedItem["fields"] {
	const lists = { people: entry.people, categories: entry.categories };
	const fields: Record<string, ItemValue | undefined> = {
		title: title || undefined,
		link,
		description: withoutMarkup(entry.description ?? "") || undefined,
		published: publishedAt === undefined ? undefined : new Date(publishedAt).toISOString(),
		guid: id,
		author: oneLine(entry.author ?? "") || undefined,
		season: entry.season,
		episode: entry.episode,
		duration: entry.duration,
		chapters: entry.chapters === undefined ? undefined : addressIn(entry.chapters, entry.base),
	};
	for (const [name, list] of Object.entries(lists)) {
		const said = list.map(oneLine).filter(Boolean).slice(0, 100);
		if (said.length > 0) fields[name] = said;
	}
	return Object.fromEntries(
		Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
	);
}
