import type { parseFeed } from "feedsmith";
import { defined } from "../model/defined.ts";

/** A file that an entry names. */
export interface Enclosure {
	readonly url: string;
	readonly type?: string;
	/** Bytes. */
	readonly size?: number;
}

/** What any kind of feed says of one item, as it says it: hostile text. */
export interface Entry {
	/** Where relative addresses start. */
	readonly base: string;
	readonly id?: string;
	readonly title?: string;
	readonly link?: string;
	/** Text or HTML. */
	readonly description?: string;
	readonly published?: string;
	readonly updated?: string;
	readonly author?: string;
	readonly people: readonly string[];
	readonly categories: readonly string[];
	readonly season?: number;
	readonly episode?: number;
	/** Seconds. */
	readonly duration?: number;
	readonly chapters?: string;
	readonly enclosures: readonly Enclosure[];
	readonly transcripts: readonly Enclosure[];
}

type Parsed = ReturnType<typeof parseFeed>;

/** The entries of a parsed feed, in its order. `address`: where it was fetched. */
export function entriesIn(parsed: Parsed, address: string): readonly Entry[] {
	if (parsed.format === "json") return (parsed.feed.items ?? []).map((item) => ofJson(item, address));
	if (parsed.format === "atom") {
		const base = based(parsed.feed.xml?.base, address);
		return (parsed.feed.entries ?? []).map((entry) => ofAtom(entry, based(entry.xml?.base, base)));
	}
	return (parsed.feed.items ?? []).map((item) => ofRss(item as RssItem, address));
}

function based(given: string | undefined, base: string): string {
	return given !== undefined && URL.canParse(given, base) ? new URL(given, base).href : base;
}

type ItemsOf<Format extends Parsed["format"]> = Extract<Parsed, { format: Format }>["feed"];
type RssItem = NonNullable<ItemsOf<"rss">["items"]>[number];
type AtomEntry = NonNullable<ItemsOf<"atom">["entries"]>[number];
type JsonItem = NonNullable<ItemsOf<"json">["items"]>[number];

/** What may be undefined is left out. */
function entry(given: { readonly [Key in keyof Entry]: Entry[Key] | undefined }): Entry {
	return Object.fromEntries(
		Object.entries(given).filter(([, value]) => value !== undefined),
	) as unknown as Entry;
}

function ofRss(item: RssItem, base: string): Entry {
	const { guid, itunes, podcast, dc, media } = item;
	const link = item.link ?? (guid?.isPermaLink !== false && isAddress(guid?.value) ? guid?.value : undefined);
	return entry({
		base,
		id: guid?.value,
		title: item.title ?? itunes?.title ?? media?.title?.value,
		link,
		description: item.description ?? item.content?.encoded ?? itunes?.summary,
		published: textIn(item.pubDate ?? dc?.dates?.[0]),
		updated: undefined,
		author: itunes?.author ?? item.authors?.[0]?.name ?? dc?.creators?.[0] ?? item.authors?.[0]?.email,
		people: (podcast?.persons ?? []).flatMap(({ display }) => display ?? []),
		categories: (item.categories ?? []).flatMap(({ name }) => name ?? []),
		season: itunes?.season ?? podcast?.season?.number,
		episode: itunes?.episode ?? podcast?.episode?.number,
		duration: itunes?.duration,
		chapters: podcast?.chapters?.url,
		enclosures: [
			...(item.enclosures ?? []).map(({ url, type, length }) => file(url, type, length)),
			...(podcast?.alternateEnclosures ?? []).flatMap(({ type, length, sources = [] }) =>
				sources.map(({ uri, contentType }) => file(uri, contentType ?? type, length)),
			),
			...inMedia(media),
		].flatMap((each) => each ?? []),
		transcripts: (podcast?.transcripts ?? []).flatMap(({ url, type }) => file(url, type) ?? []),
	});
}

function textIn(value: unknown): string | undefined {
	return typeof value === "string" ? value : undefined;
}

function isAddress(text: string | undefined): boolean {
	return text !== undefined && /^https?:\/\//i.test(text);
}

function inMedia(media: RssItem["media"]): (Enclosure | undefined)[] {
	const all = [...(media?.contents ?? []), ...(media?.groups ?? []).flatMap(({ contents = [] }) => contents)];
	return all.map(({ url, type, medium, fileSize }) =>
		file(url, type ?? (medium === "video" ? "video/*" : undefined), fileSize),
	);
}

function file(url: string | undefined, type?: string, size?: number): Enclosure | undefined {
	if (url === undefined) return undefined;
	return { url, ...defined({ type, size }) };
}

function ofAtom(item: AtomEntry, base: string): Entry {
	const { links = [], media, yt } = item;
	const page = links.find(({ rel = "alternate" }) => rel === "alternate")?.href;
	const enclosures = links
		.filter(({ rel }) => rel === "enclosure")
		.map(({ href, type, length }) => file(href, type, length));
	const watch = yt?.videoId && `https://www.youtube.com/watch?v=${encodeURIComponent(yt.videoId)}`;
	return entry({
		base,
		id: yt?.videoId ?? item.id,
		title: item.title?.value,
		link: page,
		description: item.summary?.value ?? item.content?.value ?? media?.groups?.[0]?.description?.value,
		published: textIn(item.published),
		updated: textIn(item.updated),
		author: item.authors?.[0]?.name,
		people: [],
		categories: (item.categories ?? []).flatMap(({ label, term }) => label ?? term ?? []),
		season: item.itunes?.season,
		episode: item.itunes?.episode,
		duration: item.itunes?.duration,
		chapters: undefined,
		enclosures: watch
			? [{ url: watch, type: "video/*" }]
			: [...enclosures, ...inMedia(media)].flatMap((each) => each ?? []),
		transcripts: [],
	});
}

function ofJson(item: JsonItem, base: string): Entry {
	const files = (item.attachments ?? []).map(({ url, mime_type: type, size_in_bytes: size }) =>
		file(url, type, size),
	);
	return entry({
		base,
		id: item.id,
		title: item.title,
		link: item.url ?? item.external_url,
		description: item.summary ?? item.content_text ?? item.content_html,
		published: textIn(item.date_published),
		updated: textIn(item.date_modified),
		author: item.authors?.[0]?.name,
		people: [],
		categories: item.tags ?? [],
		season: undefined,
		episode: undefined,
		duration: item.attachments?.[0]?.duration_in_seconds,
		chapters: undefined,
		enclosures: files.flatMap((each) => each ?? []),
		transcripts: [],
	});
}
