import { defined } from "../model/defined.ts";
import { Fault, StopFault } from "../model/fault.ts";
import type { Feed, FeedFailure, FeedReading } from "../model/feed.ts";
import { readFolder } from "./folder.ts";
import { readList } from "./list.ts";
import type { ReadingOptions } from "./options.ts";
import { type Fetching, readWeb } from "./web.ts";

/** Reads what a feed lists now, or says why it cannot be read. Throws only where `signal` ends it. */
export async function readFeed(feed: Feed, options: ReadingOptions): Promise<FeedReading | FeedFailure> {
	const { from } = feed;
	try {
		if (from.kind === "folder") return await readFolder(from, options);
		if (from.kind === "list") return await readList(from, options);
		return await readWeb(addressOf(from, options), fetchingOf(options));
	} catch (error) {
		options.signal.throwIfAborted();
		if (error instanceof Fault)
			return { failed: error.message, remedy: error.remedy ?? "Look at it in a browser." };
		throw error;
	}
}

function addressOf(
	from: Extract<Feed["from"], { readonly kind: "rss" | "youtube" }>,
	{ env, youtubeBase = "https://www.youtube.com" }: ReadingOptions,
): string {
	if (from.kind === "youtube")
		return `${youtubeBase}/feeds/videos.xml?channel_id=${encodeURIComponent(from.channel)}`;
	if ("url" in from) return from.url;
	const address = env[from.env]?.trim();
	if (address !== undefined && address !== "") return address;
	throw new StopFault(`The environment variable ${from.env}, which holds the address, is not set.`, {
		remedy: `Set ${from.env} where showrun runs.`,
	});
}

function fetchingOf({ privateAddresses, cacheFolder, signal }: ReadingOptions): Fetching {
	return { privateAddresses, signal, ...defined({ cacheFolder }) };
}
