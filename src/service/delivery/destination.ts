import type { Clock } from "../../system/clock.ts";
import type { WirePublishConfig } from "../../wire/messages.gen.ts";
import type { WirePlatform } from "../../wire/names.ts";

/**
 * Where posts go. Nothing here decides about repeating: the worker does, by phase. A throw of `prepare`, or
 * of `publish` before it armed, means that nothing was sent: the worker tries again later.
 */
export interface Destination {
	readonly kind: string;
	readonly lead: Lead;
	/** What of a post it cannot do, told when it is asked for: each a sentence. Absent: it takes every post. */
	check?(config: WirePublishConfig): readonly string[];
	/**
	 * Repeatable: uploads, containers, files in their place. Nothing becomes visible. `from` is what was saved
	 * last for this attempt.
	 */
	prepare(work: Work, from: Progress | undefined): Promise<Prepared>;
	/**
	 * The one call that makes it public. `arm` is awaited with everything but the last byte sent, at most once;
	 * where it rejects nothing may be sent any more. `settle` gets the progress it was armed with: absent, what
	 * was ready.
	 */
	publish(work: Work, ready: Progress, arm: (progress?: Progress) => Promise<void>): Promise<PublishOutcome>;
	/**
	 * Reads whether it was posted, and changes nothing. `progress` is undefined where another process may have
	 * posted it and no record of that is left. Absent: only a person can tell.
	 */
	settle?(work: Work, progress: Progress | undefined): Promise<Settled>;
	/** Where it publishes by itself what it is given before its time. Absent: posts are held here. */
	readonly schedule?: NativeSchedule;
	/** What is left of its quota, as counted here without asking the platform. Absent: nobody counts. */
	quota?(): Promise<Quota>;
	/** What is prepared belongs to the platform's account, and is still good once that is connected again. */
	readonly keepsPrepared?: true;
	/** Removes what was prepared and is not to be published: best effort, repeatable. */
	discard?(progress: Progress): Promise<void>;
	/** After it was posted: best effort, repeatable. */
	tidy?(work: Work, posted: Posted): Promise<void>;
	/** Looks now and then, after it was posted, at what became of it. Absent: it is not looked at. */
	readonly review?: {
		/** How long, in milliseconds. */
		readonly forMs: number;
		look(work: Work, posted: Pick<Posted, "id">): Promise<Reviewed>;
	};
}

/** A platform that is given posts before their time: `publish` is called then, and tells it when. */
export interface NativeSchedule {
	/** How long before its time a post may be given to it, in milliseconds. */
	readonly leastMs: number;
	readonly mostMs: number;
	/** Whether this one can be given to it. */
	takes(post: Post): boolean;
	/**
	 * Takes back what it was given, so that it never comes out: repeatable. `out`: it is out. Throws where
	 * nobody can tell whether it will come out.
	 */
	withdraw(work: Work, progress: Progress | undefined): Promise<"withdrawn" | "out">;
}

/** What became of a post that is out. */
export interface Reviewed {
	/** A sentence; undefined: nothing to say. */
	readonly note: string | undefined;
}

/** When preparing may begin before the due time, and how long what it made can be used, in milliseconds. */
export interface Lead {
	readonly earliestMs: number;
	/** Null: for good. */
	readonly livesMs: number | null;
}

export interface DestinationAccount {
	readonly id: string;
	readonly platform: WirePlatform;
	readonly username: string;
}

/** What is to be posted to one account. */
export interface Post {
	/** Id of the publishing task: with the account's id it names this post for good. */
	readonly taskId: string;
	/** Title, description, tags, visibility and what else was asked for. */
	readonly config: WirePublishConfig;
	/** Epoch milliseconds; null: at once. */
	readonly scheduledAt: number | null;
	/** Everything that `post.json` says about it but when and how it was delivered. */
	readonly data: Readonly<Record<string, unknown>>;
	/** What the file of its thumbnail is called: its own may be a PNG. */
	readonly thumbnailName: string;
}

/** One post to one account, with what it takes to deliver it. */
export interface Work {
	readonly post: Post;
	readonly account: DestinationAccount;
	readonly tools: Tools;
}

export interface Tools {
	/** Durable before it resolves. Rejects where the post was changed or cancelled meanwhile. */
	readonly save: (progress: Progress) => Promise<void>;
	/** Keeps what was seen: durable with whatever is written about the post next. */
	readonly note: (evidence: Omit<CallEvidence, "at">) => void;
	/** The rendered clip; rendered now where it is missing. */
	readonly video: () => Promise<PostFile>;
	readonly thumbnail: () => Promise<PostFile>;
	/** A link to the file that anybody who reaches this service can read until it expires. */
	readonly link?: (file: "video" | "thumbnail", livesMs: number) => Promise<string>;
	readonly clock: Clock;
	readonly signal: AbortSignal;
}

export interface PostFile {
	readonly path: string;
	readonly size: number;
	readonly type: "video/mp4" | "image/jpeg" | "image/png";
	/** Of its bytes, in hex: computed when asked for. */
	readonly sha256: () => Promise<string>;
}

export type Prepared =
	| { readonly kind: "ready"; readonly progress: Progress }
	/** `note`: what it waits for, a sentence. */
	| { readonly kind: "wait"; readonly ms: number; readonly progress: Progress; readonly note?: string }
	| { readonly kind: "refused"; readonly why: DestinationRefusal };

/** Where it is now. `location` is a path inside the outbox. */
export interface Posted {
	readonly id?: string;
	readonly url?: string;
	readonly location?: string;
	/** Epoch milliseconds. Absent: now. */
	readonly at?: number;
	/** What is not as it was asked for: a sentence. */
	readonly note?: string;
}

export type PublishOutcome =
	| ({ readonly kind: "posted" } & Posted)
	/** Taken, and not public yet: `settle` says what became of it. */
	| { readonly kind: "accepted"; readonly progress: Progress }
	/** Certainly not posted. */
	| { readonly kind: "refused"; readonly why: DestinationRefusal }
	/** `seen`: what it was that does not say whether it was posted, as the end of a sentence. */
	| { readonly kind: "unknown"; readonly seen: string };

export type Settled =
	| ({ readonly kind: "posted" } & Posted)
	/**
	 * `same`: what is prepared can be published; `prepare`: it has to be prepared anew. `byPromise`: it may
	 * have been posted, and whoever posts promised to do that once however often it is asked to.
	 */
	| { readonly kind: "not_posted"; readonly again: "same" | "prepare"; readonly byPromise?: true }
	| { readonly kind: "failed"; readonly why: DestinationRefusal }
	/** `progress`: what is to be kept from now on. Absent: as before. */
	| { readonly kind: "wait"; readonly ms: number; readonly progress?: Progress }
	/** `look`: where a person should look, as the end of "Look …". */
	| { readonly kind: "cannot_tell"; readonly look: string };

/** What a platform still takes of an app, for all its accounts together. */
export interface Quota {
	/** Posts, at least 0. */
	readonly left: number;
	/** When it begins anew, in epoch milliseconds. */
	readonly until: number;
}

/** Why a destination does not take a post. */
export interface DestinationRefusal {
	/**
	 * `reconnect`: the account has to be connected again, and the post waits for that. `rate`, `quota`, `busy`:
	 * later it may be taken.
	 */
	readonly cause: "content" | "reconnect" | "quota" | "rate" | "busy" | "config" | "platform";
	/** Epoch milliseconds from which on it may be taken. */
	readonly until?: number;
	/** A sentence. */
	readonly message: string;
}

/** What a destination remembers of one attempt: plain JSON, at most 8 KB. */
export type Progress = { readonly v: 1; readonly step: string } & Readonly<Record<string, unknown>>;

/** What was seen of one call, without secrets. */
export interface CallEvidence {
	/** Epoch milliseconds. */
	readonly at: number;
	readonly call: string;
	/** HTTP status or exit code. */
	readonly status?: number;
	/** At most 2 KB of the answer. */
	readonly text?: string;
}
