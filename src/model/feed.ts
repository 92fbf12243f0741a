import type { EpochMs } from "./brand.ts";
import type { Place } from "./place.ts";

/** One entry of `feeds`: where videos appear by themselves. */
export interface Feed {
	readonly name: string;
	readonly place: Place;
	readonly from: FeedSource;
	/**
	 * How many of the newest items that are there at the first apply are taken. Absent: all since `since`, or
	 * none.
	 */
	readonly newest?: number | "all";
	/**
	 * Wall clock in the campaign's zone, as written (`2026-12-01`, `2026-12-01T09:00`): items before it are
	 * left.
	 */
	readonly since?: string;
	/** RE2 pattern over the title, without regard to case: other items are left. */
	readonly match?: string;
	/** How often `watch` reads it. */
	readonly everyMs: number;
}

/** Where the items of a feed come from. Paths are absolute; `shown` is what the campaign says. */
export type FeedSource =
	/** RSS, Atom or JSON Feed; which one is told by what comes. */
	| { readonly kind: "rss"; readonly url: string }
	/** The same, at the address in an environment variable. */
	| { readonly kind: "rss"; readonly env: string }
	/** The public feed of a channel, by the channel's id. */
	| { readonly kind: "youtube"; readonly channel: string }
	/** Files of one folder whose names fit a pattern with `*`, once they have not changed for some time. */
	| {
			readonly kind: "folder";
			readonly folder: string;
			readonly pattern: string;
			readonly shown: string;
			readonly stableForMs: number;
	  }
	/** Rows of a CSV, YAML or JSON file. */
	| { readonly kind: "list"; readonly path: string; readonly shown: string };

/** One thing that a feed lists, with its video. */
export interface FeedItem {
	/** What the feed calls it: guid, content, video id or key of its row. Never its position. */
	readonly id: string;
	readonly source: ItemSource;
	/** Absent: it has none. */
	readonly title?: string;
	/** Absent: the feed does not say. */
	readonly publishedAt?: EpochMs;
	/** What templates may say as `item.NAME`: plain text, without markup and control characters. */
	readonly fields: Readonly<Record<string, ItemValue>>;
	/** Where the feed says that a transcript with times is. Absent: nowhere. */
	readonly transcriptUrl?: string;
}

/** The video of an item. `path` is below the workspace's root, with `/` between its parts. */
export type ItemSource =
	| { readonly kind: "url"; readonly url: string }
	| { readonly kind: "file"; readonly path: string; readonly sha256: string };

export type ItemValue = string | number | boolean | readonly string[];

/** What one reading of a feed found. */
export interface FeedReading {
	/** As the feed lists them. No two have one id. */
	readonly items: readonly FeedItem[];
	/** What is listed and can be no item now. */
	readonly unusable: readonly UnusableItem[];
}

/** Something a feed lists that has no video to take. `shown`: its title, or its name. */
export interface UnusableItem {
	readonly shown: string;
	readonly why: "no-video" | "sound-only" | "still-written" | "listed-twice" | "unreadable" | "bad-address";
}

/** Why a feed could not be read; what was known of it stays. */
export interface FeedFailure {
	readonly failed: string;
	readonly remedy: string;
}
