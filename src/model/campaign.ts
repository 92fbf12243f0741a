import type { AccountRef } from "./account.ts";
import type { AskedTimes } from "./asked-times.ts";
import type { Moment } from "./clip.ts";
import type { Feed, ItemValue } from "./feed.ts";
import type { LateRule } from "./late-rule.ts";
import type { Cell } from "./matrix.ts";
import type { Brand } from "./own-brand.ts";
import type { Place } from "./place.ts";
import type { PostBody, ReferenceField } from "./post.ts";
import type { ClipReview } from "./review.ts";
import type { ClippingSettings, ExportSettings, FileIdentity } from "./task.ts";
import type { ResolvedOutcome } from "./unknown.ts";

/** One campaign file, checked and normalised: references resolved, defaults merged, friendly values only. */
export interface Campaign {
	readonly name: string;
	/** Path as shown to people. */
	readonly file: string;
	/** sha256 of the file's text, hex. */
	readonly digest: string;
	/** IANA name; wall-clock times of the campaign are in it. */
	readonly timezone: string;
	/** Every declared input with its value. */
	readonly inputs: Readonly<Record<string, InputValue>>;
	readonly accounts: Readonly<Record<string, CampaignAccount>>;
	readonly schedules: Readonly<Record<string, Schedule>>;
	/** Sets of hashtags, each tag with its leading `#`. */
	readonly hashtags: Readonly<Record<string, readonly string[]>>;
	readonly videos: readonly Video[];
	readonly posts: readonly Post[];
	/** Where videos appear by themselves, by name. Absent: nowhere. */
	readonly feeds?: Readonly<Record<string, Feed>>;
	/**
	 * Entries of `videos` that stand for every item of a feed, and what is posted of them. Absent: there are
	 * none. What they mean for the items that are known is in `videos` and `posts`: see `withItems`.
	 */
	readonly ofItems?: OfItems;
	/** What makes its clips one's own, with what the settings say. Absent: nothing. */
	readonly brand?: Brand;
	readonly policy?: Policy;
	/** How serious the findings of a rule are in this file, by the rule's id. */
	readonly rules: Readonly<Record<string, RuleLevel>>;
	readonly moved: readonly Move[];
	/** Shared files that it uses, as shown to people, the strongest first. Absent: none. */
	readonly uses?: readonly string[];
	/** Words on unknown outcomes. Absent: none. */
	readonly resolutions?: readonly ResolvedOutcome[];
	/** What people decided about the clips of each video, by its name. Absent: no reviewed-clips file. */
	readonly reviews?: Readonly<Record<string, readonly ClipReview[]>>;
}

export type InputValue = string | number | boolean;
export type RuleLevel = "error" | "warning" | "off";

export interface CampaignAccount extends AccountRef {
	readonly place: Place;
	/** IANA name; days are counted in it. */
	readonly timezone: string;
	readonly maxPerDay?: number;
	readonly minGapMs?: number;
	/** What becomes of its late posts. Absent: they go out. */
	readonly late?: LateRule;
	/** X only: long posts. */
	readonly premium: boolean;
	/** Where the reference of each post is written. Absent: nowhere. */
	readonly reference?: ReferenceField;
}

/** Days of the week as Temporal counts them: 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** When posts may go out: wall-clock times on days of the week. */
export interface Schedule {
	readonly name: string;
	readonly place: Place;
	/** IANA name. */
	readonly timezone: string;
	/** `HH:MM`, sorted, without duplicates. */
	readonly slots: Readonly<Partial<Record<Weekday, readonly string[]>>>;
	/** A day (`2026-12-01`), or day and time; inclusive. */
	readonly from?: string;
	/** A day, or day and time; inclusive. */
	readonly until?: string;
	/** Days without slots; both ends included. */
	readonly except: readonly { readonly from: string; readonly to: string }[];
	readonly missed: Missed;
	/** What becomes of its late posts. Absent: what their account says. */
	readonly late?: LateRule;
}

/** What becomes of a post whose slot went by before it was handed over. */
export type Missed =
	| { readonly kind: "skip" }
	| { readonly kind: "next-slot" }
	| { readonly kind: "post-within"; readonly ms: number };

/** Limits: a plan that exceeds one of them is shown and refused. */
export interface Policy {
	readonly maxPostsPerRun?: number;
	/** API units in one apply. */
	readonly budgetUnits?: number;
	/** New items of feeds that one apply takes. Absent: 3. */
	readonly maxNewVideosPerRun?: number;
}

/** A renaming, as written: `video.keynote` became `video.talk`. */
export interface Move {
	readonly from: string;
	readonly to: string;
	readonly place: Place;
}

/** Where a video comes from. `path` is absolute; `shown` is what the campaign says. */
export type Source =
	| {
			readonly kind: "file";
			readonly path: string;
			readonly shown: string;
			readonly transcript?: string;
			/** What the file of an item of a feed has to be. Absent: what it has now counts. */
			readonly known?: FileIdentity;
	  }
	/** `url` is as written; `id` names its content, whatever address it has. */
	| { readonly kind: "url"; readonly url: string; readonly id?: string };

/** One entry of `videos`, or one video of its matrix: one clipping task. */
export interface Video {
	readonly name: string;
	readonly place: Place;
	readonly source: Source;
	readonly clipping: ClippingSettings;
	/** Where the times of `clipping.added` are written. Absent: there are none. */
	readonly addedAt?: readonly Place[];
	readonly export?: ExportSettings;
	/** How many clips are rendered when the video is submitted. Absent: all. */
	readonly exportLimit?: number;
	readonly renditions: readonly Rendition[];
	/** What it has of its entry's matrix, which templates name as `matrix.KEY`. Absent: there is none. */
	readonly cell?: Cell;
	/** What templates name as `item.NAME`. Absent: it is no item of a feed. */
	readonly item?: Readonly<Record<string, ItemValue>>;
}

/** What a campaign says of the items of its feeds. */
export interface OfItems {
	readonly videos: readonly ItemVideos[];
	readonly posts: readonly Post[];
	/** Clips of single items at other edges, by the names of their videos. Absent: none. */
	readonly trimmed?: readonly (AskedTimes & { readonly video: string })[];
}

/**
 * One entry of `videos`, or one video of its matrix, that stands for every item of a feed: one clipping task
 * each.
 */
export interface ItemVideos extends Omit<Video, "source" | "addedAt" | "item"> {
	/** Name of an entry of `feeds`. */
	readonly each: string;
}

/** One further rendering of a video's clips, for download. */
export interface Rendition {
	readonly name: string;
	readonly place: Place;
	readonly export: ExportSettings;
	/** Absent: the language of the video's own clips. */
	readonly targetLanguage?: string;
	readonly clips: ClipSelection;
}

/**
 * Which of a settled task's clips are wanted. All conditions hold together; `pin` overrides them; `top`
 * counts what is left, pinned ones first.
 */
export interface ClipSelection {
	readonly top?: number;
	readonly ranks?: readonly number[];
	readonly minScore?: number;
	/** Length in milliseconds, both ends included. */
	readonly duration?: { readonly from?: number; readonly to?: number };
	/** RE2 patterns over title, description and tags, without regard to case. */
	readonly match?: string;
	readonly exclude?: string;
	/** Stretches whose clips are wanted anyway. */
	readonly pin?: readonly Moment[];
	/** Stretches no chosen clip may touch. */
	readonly skip?: readonly Moment[];
}

/**
 * One entry of `posts`: the chosen clips of one video, to one or more accounts. Of several videos of a matrix
 * there is one each.
 */
export interface Post {
	readonly name: string;
	readonly place: Place;
	/** Name of an entry of `videos`, or of the video of one item. */
	readonly from: string;
	readonly clips: ClipSelection;
	/** Wall clock in the campaign's zone, as written (`2026-12-01T09:00`). Absent: as soon as possible. */
	readonly at?: { readonly wall: string; readonly place: Place };
	/** Name of an entry of `schedules`. Never together with `at`. */
	readonly schedule?: string;
	/**
	 * How long before its time a post is handed over, in milliseconds. Absent: as soon as the service's window
	 * allows.
	 */
	readonly handoverMs?: number;
	/** Absent: required where the words of its clips were recognised and nobody corrected them. */
	readonly review?: "auto" | "required";
	/** How many times the same moment may be posted to the same account. */
	readonly repeat: number;
	/** What was handed over to an account stays when `targets` name another one. */
	readonly keep?: true;
	/** Sent as written. */
	readonly resolution?: string;
	readonly targets: readonly PostTarget[];
}

/**
 * What is said to one account. Texts are Liquid templates over `clip`, `video`, `campaign`, `inputs`,
 * `hashtags` and `account`.
 */
export interface PostTarget {
	/** Name of an entry of `accounts`. */
	readonly account: string;
	readonly place: Place;
	readonly body: PostTemplate;
	/** Where each field of `body` stands, by its name in the model (`title`, `allowDuet`). */
	readonly places: Readonly<Partial<Record<keyof PostTemplate, Place>>>;
}

/**
 * A `PostBody` before its templates are filled in. `tags` as one string must be a single expression that
 * gives a list.
 */
export interface PostTemplate extends Omit<PostBody, "tags"> {
	readonly tags?: string | readonly string[];
}
