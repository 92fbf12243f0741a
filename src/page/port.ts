import type { AccountHealth, Platform } from "../model/account.ts";
import type { AddressText } from "../model/address.ts";
import type { AgendaItem } from "../model/agenda.ts";
import type { EpochMs } from "../model/brand.ts";
import type { Campaign } from "../model/campaign.ts";
import type { Moment } from "../model/clip.ts";
import type { PastAttempt } from "../model/history.ts";
import type { Outbox } from "../model/outbox.ts";
import type { Place } from "../model/place.ts";
import type { ClipWords, PendingReview } from "../model/review.ts";
import type { Snapshot } from "../model/snapshot.ts";
import type { Word } from "../model/unknown.ts";
import type { FeedTable } from "../views/feed-table.ts";
import type { WatchRetries } from "../views/watch-retries.ts";
import type { Session } from "./session/sessions.ts";

/** How things stand with everything at one time, as `showrun status` tells it. */
export interface Overview {
	readonly items: readonly AgendaItem[];
	readonly reviews: readonly PendingReview[];
	readonly campaigns: readonly Campaign[];
	readonly snapshot: Snapshot;
	/** What is wrong with campaigns, settings and sources: a person has to mend it. */
	readonly problems: readonly Problem[];
	/** Why nothing is sent or taken for now, a sentence each. */
	readonly warnings: readonly string[];
	readonly retries: WatchRetries;
	/** Where posts go that no platform gets. Absent: a service elsewhere posts them. */
	readonly outbox?: Outbox;
	readonly now: EpochMs;
}

/** Something that a person has to mend. */
export interface Problem {
	readonly summary: string;
	readonly detail: string;
	readonly hint?: string;
	readonly place?: Place;
}

/** A plan as `showrun plan` prints it. */
export interface PagePlan {
	/** With the colours of a terminal. */
	readonly text: string;
	/** Names exactly this plan. Absent: it cannot be applied from here. */
	readonly id?: string;
	/** Why not. */
	readonly why?: string;
}

/** What a command ended with. */
export interface CommandEnd {
	readonly ok: boolean;
	/** For people. */
	readonly text: string;
}

/** An apply that was started from the page. */
export interface Applying {
	readonly by: string;
	readonly startedAt: EpochMs;
	/** What it printed so far. */
	readonly text: string;
	/** Absent: it is under way. */
	readonly ended?: CommandEnd;
}

/** A setting as it is in effect. */
export interface SettingLine {
	readonly name: string;
	readonly value: string;
}

/** A word of a transcript and when it is said, in milliseconds of the source. */
export interface SpokenWord {
	readonly text: string;
	readonly begin: number;
	readonly end: number;
}

/** What a clip's score is made of, in points by name, and why it begins and ends where it does. */
export interface ClipExplanation {
	readonly parts: readonly (readonly [string, number])[];
	readonly reasons: readonly string[];
}

/** What the service tells of the clips of one video. */
export interface VideoDetails {
	readonly words: readonly SpokenWord[];
	/** By `idx`. */
	readonly explanations: ReadonlyMap<number, ClipExplanation>;
}

/** A decision about a clip, made in view of what was shown. */
export interface PageDecision extends ClipWords {
	readonly video: AddressText;
	readonly moment: Moment;
	readonly bind: string;
	readonly seen: string;
	readonly approve?: boolean | "open";
	readonly trim?: string;
}

/** What became of a decision. `diff`: nothing was written, and this is what would have changed. */
export interface Decided extends CommandEnd {
	readonly diff?: string;
}

/** Asks for the decisions that are only on the disk to be committed. */
export interface CommitWish {
	/** Name of the branch; empty: the one that is checked out. */
	readonly branch: string;
	readonly by: string;
}

/** One clip of a video. */
export interface NamedClip {
	readonly video: AddressText;
	readonly moment: Moment;
}

/** A part of a clip's file. */
export interface ClipMedia {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: ReadableStream<Uint8Array> | null;
}

/** The accounts of a workspace, as `showrun accounts list` tells them. */
export interface PageAccounts {
	readonly health: readonly AccountHealth[];
	/** When the service was asked. */
	readonly askedAt: EpochMs;
	/** Platforms that the settings have an app for; posts to others go into the outbox. */
	readonly withApp: readonly Platform[];
	/** A service elsewhere connects accounts on its own page. */
	readonly isElsewhere: boolean;
}

/** A feed with its items, as `showrun feeds show` tells it. */
export interface PageFeed extends FeedTable {
	/** When it was read. Absent: this is what the state remembers. */
	readonly readAt?: EpochMs;
}

/** A person's word on one item of a feed. */
export interface ItemWord {
	readonly feed: string;
	readonly item: string;
	readonly as: "take" | "skip";
}

/** What somebody who is in asks for: a page, or a change by a form of one. */
export interface Ask {
	readonly session: Session;
	readonly method: string;
	/** Path and query below the session, `/posts?page=2`. */
	readonly path: string;
	/** As the browser sent them. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string;
}

/** What a browser is answered. */
export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

/** What the process that listens needs; whatever takes longer than a moment happens elsewhere. */
export interface PageFront {
	/** `watch` applies by itself. */
	readonly mode: "ui" | "watch";
	/** Makes a page or a change. Rejects with a `Fault` where that is not possible now. */
	answer(ask: Ask): Promise<Answer>;
	/** The rendered file of a clip. Undefined: there is none. `range`: as a browser asks for it. */
	media(clip: NamedClip, range: string | undefined): Promise<ClipMedia | undefined>;
	/**
	 * A picture of a clip, a JPEG. `kept`: a service elsewhere is not asked for it. Undefined: there is none,
	 * or none yet.
	 */
	poster(clip: NamedClip, wish: "kept" | "made"): Promise<Uint8Array | undefined>;
	/** Calls back at every change of what is shown, until the function it returns is called. */
	listen(changed: () => void): () => void;
}

/** Where pages have their data from: the functions behind the commands of the same names. */
export interface PageSource {
	/** What is served, for the title of the pages. */
	readonly workspace: string;
	readonly mode: PageFront["mode"];
	overview(): Promise<Overview>;
	plan(): Promise<PagePlan>;
	history(): Promise<readonly PastAttempt[]>;
	settings(): Promise<readonly SettingLine[]>;
	/** `showrun show VIDEO` and its transcript; asked for once, however often it is shown. */
	details(video: AddressText): Promise<VideoDetails>;
	/** Writes into the reviewed-clips file what `showrun clips` keeps. */
	decide(decision: PageDecision): Promise<Decided>;
	/** The reviewed-clips files that git has not got as they are; none where this is no checkout. */
	uncommitted(): Promise<readonly string[]>;
	/** Commits these files, and nothing else. */
	commit(wish: CommitWish): Promise<CommandEnd>;
	/** Asks the service, and again in some minutes. Throws a `Fault` where it does not answer. */
	accounts(): Promise<PageAccounts>;
	/** Every feed of the campaigns, with what was read lately. */
	feeds(): Promise<readonly PageFeed[]>;
	/** `showrun feeds show FEED`. Throws a `Fault` for a name that none has. */
	readFeed(feed: string): Promise<CommandEnd>;
	/** `showrun feeds take` and `skip`. */
	sayOfItem(word: ItemWord): Promise<CommandEnd>;
	/** `showrun resolve ID`. */
	resolve(operation: string, word: Word, by: string): Promise<CommandEnd>;
	/** `showrun apply` of the plan with that id, which was shown before. Returns once it is under way. */
	apply(plan: string, by: string): Promise<CommandEnd>;
	/** The last apply of this page. */
	applying(): Applying | undefined;
}
