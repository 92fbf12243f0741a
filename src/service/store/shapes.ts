import type { AnalyzeRequest, Brand, FoundClip, RenderRequest, SpeechRequest } from "../../engine/port.ts";
import type { WirePublishConfig } from "../../wire/messages.gen.ts";
import type { WirePlatform, WirePublishStatus, WireTaskStatus } from "../../wire/names.ts";
import type { CallEvidence, Progress } from "../delivery/destination.ts";
import type { DeliveryPhase } from "./delivery-phase.ts";

/** What every record on disk starts with. The id is also its file's name. */
export interface Stored {
	readonly format: 1;
	readonly id: string;
}

/** What others are told of, by webhooks. */
export interface Announced {
	/** Counts the events of this record. Absent: nobody was told of it. */
	readonly events?: number;
}

/** A file in `sources/`, named by its content. */
export interface StoredFile {
	readonly sha256: string;
	/** Extension without the dot. */
	readonly extension: string;
}

/**
 * A source video, with its transcript where one was uploaded. `title` is the shown name without extension.
 */
export interface SourceVideo extends StoredFile {
	readonly title: string;
	readonly transcript?: StoredFile;
	/** Whether people vouch for its words. Absent: not looked at yet, or nobody knows what is said. */
	readonly transcriptOrigin?: "known" | "recognised";
}

export type RenderSettings = Pick<
	RenderRequest,
	"resolution" | "reframe" | "caption" | "hook" | "target" | "language"
> & { readonly brand?: StoredBrand };

/** A brand whose files are in `sources/`. */
export interface StoredBrand extends Omit<Brand, "logo" | "font"> {
	readonly logo?: StoredFile;
	readonly font?: { readonly file: StoredFile } | { readonly family: string };
}

/**
 * What clips are looked for, and the language their titles and descriptions are wanted in (absent: that of
 * the source).
 */
export interface Search
	extends Pick<AnalyzeRequest, "seconds" | "limit" | "more" | "language" | "added" | "query"> {
	readonly target?: string;
}

export interface RankedClip {
	readonly idx: number;
	readonly clip: FoundClip;
}

/** A clip whose files are on disk: names of a thumbnail and, when rendered, of a video in the cache. */
export interface ReadyClip {
	readonly idx: number;
	readonly thumbnail: string;
	readonly video?: string;
}

/** What was not done as one might expect. */
export interface Warning {
	readonly code:
		| "parameter_ignored"
		| "analysis"
		| "texts"
		| "captions_left_out"
		| "hook_left_out"
		| "rendering"
		| "clip_left_out"
		| "other";
	/** A sentence for people. */
	readonly message: string;
	/** The clip it is about. Absent: the whole task. */
	readonly idx?: number;
}

/** What is wanted of the words of a video that nothing is cut from. */
export type SpeechWish = Pick<SpeechRequest, "language" | "target">;

/**
 * A clipping task (interface 2.1), one that looks for moments, an export of existing clips, or one that tells
 * what is said. Times are epoch milliseconds.
 */
export interface TaskRecord extends Stored, Announced {
	readonly kind: "clipping" | "moments" | "export" | "transcript" | "summary";
	readonly name: string;
	readonly status: WireTaskStatus;
	readonly createdAt: number;
	readonly expireAt: number;
	/** Absent: not fetched yet. */
	readonly source?: SourceVideo;
	/** Where the source is fetched from, signed until it was. Absent: it was uploaded. */
	readonly address?: string;
	/** Clipping and moments only. */
	readonly search?: Search;
	/** Transcripts and summaries only. */
	readonly speech?: SpeechWish;
	/** What was found out, as JSON: transcripts and summaries that are ready. */
	readonly findings?: StoredFile;
	/** Absent: submitted without export. */
	readonly render?: RenderSettings;
	/** How many of the best clips are rendered. Absent: all. */
	readonly exportLimit?: number;
	/** API units a minute. */
	readonly rate: number;
	/** Known once analysed; an export has it from the start. Best first. */
	readonly found?: readonly RankedClip[];
	/** A prefix of `found`. */
	readonly ready: readonly ReadyClip[];
	readonly notes: readonly string[];
	/** Absent: written by a former version, which knew `notes` alone. */
	readonly warnings?: readonly Warning[];
	readonly costUsage?: number;
	readonly error?: string;
	/** How often in a row the work on it began and was not heard of again, now included. Absent: never. */
	readonly starts?: number;
	/** FAILED because a client asked for that. */
	readonly cancelled?: boolean;
}

/** What becomes of a scheduled post that could go out only so long after its time, in milliseconds. */
export interface LateRule {
	readonly maxMs: number;
	readonly action: "deliver" | "hold" | "skip";
}

/** What became of a publishing task for one account. */
export interface PublishTarget {
	readonly accountId: string;
	readonly platform: WirePlatform;
	readonly username: string;
	readonly config: WirePublishConfig;
	/** Its own thumbnail, in `images/`. Absent: one of the clip. */
	readonly image?: StoredFile;
	readonly status: WirePublishStatus;
	readonly error?: string;
	readonly location?: string;
	/** Where it can be seen. */
	readonly url?: string;
	readonly deliveredAt?: number;
	readonly late?: boolean;
	/** Absent: `queued`, or written by a former version, whose `status` says it all. */
	readonly phase?: DeliveryPhase;
	/** Counts what was prepared: another one than it was means that this changed meanwhile. Absent: 1. */
	readonly attempt?: number;
	/** What its destination remembers of this attempt. */
	readonly progress?: Progress;
	/** When the call that makes it public may have left. Absent: it is certainly not posted. */
	readonly armedAt?: number;
	/** What is armed was given to its platform before its time, which publishes it by itself. */
	readonly isNative?: true;
	/** Kind of the destination that it was promised to, which goes nowhere else then, or armed for. */
	readonly destination?: string;
	/** The newest last. */
	readonly evidence?: readonly CallEvidence[];
	/** Why it waits although it is due, or what became of it since it was posted: a sentence. */
	readonly note?: string;
	/** What the platform calls it. */
	readonly platformId?: string;
	/** Until when it is looked at, although it is posted. */
	readonly reviewUntil?: number;
	/** Its account has to be connected again first. Only with a note. */
	readonly needsAccount?: true;
	/** It is not tried again before then, in epoch milliseconds. Only with a note. */
	readonly waitsUntil?: number;
	/** A person asked for it again, whatever else speaks against it. */
	readonly isAskedFor?: true;
}

/**
 * A publishing task (interface 2.5) with everything its delivery needs, so that it outlives its project's
 * results.
 */
export interface PublishRecord extends Stored, Announced {
	/** Counts the changes of this record. Absent: never changed since a version counts them. */
	readonly version?: number;
	readonly createdAt: number;
	readonly scheduledAt: number | null;
	readonly scheduleId: string | null;
	/** Absent: that of its account, else it is delivered however late it is. */
	readonly late?: LateRule;
	readonly status: WirePublishStatus;
	readonly projectId: string;
	readonly idx: number;
	readonly source: SourceVideo;
	readonly clip: FoundClip;
	readonly render: RenderSettings;
	/** The rendered clip that was there when it was asked for: what was looked at is what is posted. */
	readonly video?: string;
	readonly targets: readonly PublishTarget[];
}

/** An upload that was announced, then received, then used by one task. */
export interface UploadRecord extends Stored {
	readonly createdAt: number;
	readonly name: string;
	/** Id of the key that announced it: nothing more is taken once that is revoked. Absent: it cannot be. */
	readonly key?: string;
	readonly transcriptName?: string;
	readonly video?: StoredFile;
	readonly transcript?: StoredFile;
	readonly usedBy?: string;
}

/** An authorization that was asked for (interface 2.4). */
export interface ConnectionRecord extends Stored {
	readonly createdAt: number;
	readonly platform: WirePlatform;
	readonly state: string;
	readonly decision?: "allowed" | "refused";
	readonly decidedAt?: number;
	/** Allowed only: how the account was named. */
	readonly username?: string;
}

/**
 * What one connection has cost (interface 8), under the connection's id. Its being there means that the
 * account is connected.
 */
export interface UsageRecord extends Stored {
	readonly at: number;
	readonly units: number;
	readonly platform: WirePlatform;
	readonly username: string;
}

/** Which request an idempotency key stands for, and the id it was given before it was executed. */
export interface RepeatRecord extends Stored {
	readonly fingerprint: string;
	readonly given: string;
}
