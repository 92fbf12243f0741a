import type { AccountRef } from "./account.ts";
import type { Place } from "./place.ts";
import type { PostBody } from "./post.ts";
import type { ClippingSettings, ExportSettings } from "./task.ts";

/** One campaign file, checked and normalised: references resolved, defaults merged, friendly values only. */
export interface Campaign {
	readonly name: string;
	/** Path as shown to people. */
	readonly file: string;
	/** sha256 of the file's text, hex. */
	readonly digest: string;
	/** IANA name; wall-clock times of the campaign are in it. */
	readonly timezone: string;
	readonly accounts: Readonly<Record<string, CampaignAccount>>;
	readonly videos: readonly Video[];
	readonly posts: readonly Post[];
}

export interface CampaignAccount extends AccountRef {
	readonly place: Place;
}

/** Where a video comes from. `path` is absolute; `shown` is what the campaign says. */
export type Source =
	| { readonly kind: "file"; readonly path: string; readonly shown: string; readonly transcript?: string }
	| { readonly kind: "url"; readonly url: string };

/** One entry of `videos`: one clipping task. */
export interface Video {
	readonly name: string;
	readonly place: Place;
	readonly source: Source;
	readonly clipping: ClippingSettings;
	readonly export?: ExportSettings;
}

/** Which of a settled task's clips are wanted. All conditions hold together; `top` counts what is left. */
export interface ClipSelection {
	readonly top?: number;
	readonly ranks?: readonly number[];
	readonly minScore?: number;
}

/** One entry of `posts`: the chosen clips of one video, to one or more accounts. */
export interface Post {
	readonly name: string;
	readonly place: Place;
	/** Name of an entry of `videos`. */
	readonly from: string;
	readonly clips: ClipSelection;
	/** Wall clock in the campaign's zone, as written (`2026-12-01T09:00`). Absent: as soon as possible. */
	readonly at?: { readonly wall: string; readonly place: Place };
	/** Sent as written. */
	readonly resolution?: string;
	readonly targets: readonly PostTarget[];
}

/** What is said to one account. Texts are Liquid templates over `clip`, `video`, `campaign` and `account`. */
export interface PostTarget {
	/** Name of an entry of `accounts`. */
	readonly account: string;
	readonly place: Place;
	readonly body: PostTemplate;
	/** Where each field of `body` stands, by its name in the model (`title`, `allowDuet`). */
	readonly places: Readonly<Partial<Record<keyof PostTemplate, Place>>>;
}

/** A `PostBody` before its templates are filled in. `tags` as one string must be a single expression that gives a list. */
export interface PostTemplate extends Omit<PostBody, "tags"> {
	readonly tags?: string | readonly string[];
}
