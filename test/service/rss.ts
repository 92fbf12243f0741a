import Parser from "rss-parser";

/** An element as xml2js gives it. */
type Element = string | { readonly _?: string; readonly $?: Readonly<Record<string, string>> };
type Elements = Readonly<Partial<Record<string, readonly Element[]>>>;

const OF_CHANNEL = [
	"title",
	"link",
	"description",
	"lastBuildDate",
	"docs",
	"generator",
	"atom:link",
] as const;
const OF_ITEM = [
	"title",
	"link",
	"guid",
	"pubDate",
	"description",
	"category",
	"enclosure",
	"media:thumbnail",
] as const;
const raw = (names: readonly string[]) =>
	names.map((name) => [name, `raw ${name}`, { keepArray: true }] as const);

/**
 * What is wrong with an RSS 2.0 document by its specification and the RSS Advisory Board's profile; empty:
 * nothing. Offline.
 */
export async function rssProblems(text: string): Promise<readonly string[]> {
	const parser = new Parser<Record<string, unknown>, Record<string, unknown>>({
		customFields: { feed: raw(OF_CHANNEL) as never, item: raw(OF_ITEM) as never },
	});
	try {
		// The parser below it is strict: what is not well-formed does not get through.
		const feed = await parser.parseString(text);
		const items = feed.items.map((item) => rawOf(item, OF_ITEM));
		const own = [
			...documentProblems(text),
			...channelProblems(rawOf(feed, OF_CHANNEL)),
			...repeated(items.map(({ guid }) => textOf(guid?.[0]))),
		];
		return [
			...own,
			...items.flatMap((item, at) => itemProblems(item).map((problem) => `item ${at + 1}: ${problem}`)),
		];
	} catch (error) {
		return [`cannot be parsed: ${error instanceof Error ? error.message.split("\n")[0] : error}`];
	}
}

function rawOf(values: Readonly<Record<string, unknown>>, names: readonly string[]): Elements {
	return Object.fromEntries(
		names.map((name) => [name, (values[`raw ${name}`] as readonly Element[] | undefined) ?? []]),
	);
}

function documentProblems(text: string): readonly string[] {
	return [
		...(/^<\?xml version="1\.0" encoding="utf-8"\?>\s*<rss version="2\.0"/.test(text)
			? []
			: ["does not start as RSS 2.0 in UTF-8"]),
		...(/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-f]+);)/i.test(text.replace(/<!\[CDATA\[.*?\]\]>/gs, ""))
			? ["holds an entity that XML does not know"]
			: []),
		...(text.split("<channel>").length === 2 ? [] : ["has not one channel"]),
		...(text.includes("<atom:link") && !text.includes('xmlns:atom="http://www.w3.org/2005/Atom"')
			? ["names no Atom"]
			: []),
		...(text.includes("<media:thumbnail") && !text.includes('xmlns:media="http://search.yahoo.com/mrss/"')
			? ["names no Media RSS"]
			: []),
	];
}

function channelProblems(channel: Elements): readonly string[] {
	const self = channel["atom:link"]?.map(attributesOf).filter(({ rel }) => rel === "self") ?? [];
	return [
		...["title", "link", "description"].flatMap((name) => once(channel, name)),
		...(channel.link ?? []).flatMap((link) => address("link", textOf(link))),
		...(channel.lastBuildDate ?? []).flatMap((date) => moment("lastBuildDate", textOf(date))),
		...(self.length === 1 ? [] : ["has not one link to itself"]),
		...self.flatMap(({ href = "", type }) => [
			...address("link to itself", href),
			...(type === "application/rss+xml" ? [] : ["link to itself: wrong type"]),
		]),
	];
}

function itemProblems(item: Elements): readonly string[] {
	return [
		...["guid", "pubDate", "link", "enclosure", "title"].flatMap((name) => once(item, name)),
		...((item.description?.length ?? 0) > 1 ? ["several descriptions"] : []),
		...(item.link ?? []).flatMap((link) => address("link", textOf(link))),
		...(item.pubDate ?? []).flatMap((date) => moment("pubDate", textOf(date))),
		...(item.guid ?? []).flatMap((guid) =>
			attributesOf(guid).isPermaLink === "false" ? [] : address("guid", textOf(guid)),
		),
		...(item.category ?? []).flatMap((name) => (textOf(name) === "" ? ["empty category"] : [])),
		...(item.enclosure ?? []).flatMap((enclosure) => enclosureProblems(attributesOf(enclosure))),
		...(item["media:thumbnail"] ?? []).flatMap((thumbnail) =>
			address("thumbnail", attributesOf(thumbnail).url ?? ""),
		),
	];
}

function enclosureProblems({
	url = "",
	length = "",
	type = "",
}: Readonly<Record<string, string>>): readonly string[] {
	return [
		...address("enclosure", url),
		...(/^\d+$/.test(length) ? [] : [`enclosure: length ${length}`]),
		...(/^[a-z]+\/[a-z0-9.+-]+$/.test(type) ? [] : [`enclosure: type ${type}`]),
	];
}

function once(elements: Elements, name: string): readonly string[] {
	const found = elements[name] ?? [];
	if (found.length !== 1) return [`${found.length} times ${name}`];
	return name !== "enclosure" && textOf(found[0]).trim() === "" ? [`empty ${name}`] : [];
}

function address(what: string, text: string): readonly string[] {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const good = url !== undefined && url.href === text && ["http:", "https:", "file:"].includes(url.protocol);
	return good ? [] : [`${what}: no address: ${text}`];
}

/** RFC 822 with a year of four digits, as RSS 2.0 asks, and on the weekday it says. */
function moment(what: string, text: string): readonly string[] {
	const good =
		/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text) &&
		new Date(text).toUTCString() === text;
	return good ? [] : [`${what}: no date: ${text}`];
}

function repeated(ids: readonly string[]): readonly string[] {
	return ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `guid twice: ${id}`);
}

function textOf(element: Element | undefined): string {
	return typeof element === "string" ? element : (element?._ ?? "");
}

function attributesOf(element: Element): Readonly<Record<string, string>> {
	return typeof element === "string" ? {} : (element.$ ?? {});
}
