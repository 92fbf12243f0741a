import type { Account, Platform } from "../model/account.ts";
import type { EpochMs } from "../model/brand.ts";
import type { Extensions } from "../model/extensions.ts";
import type { LateRule } from "../model/late-rule.ts";
import type { PostRequest } from "../model/post.ts";
import type { Skew } from "../model/skew.ts";
import type { Evidence, OutcomeClass } from "../model/snapshot.ts";
import type {
	PublishStatus,
	RenditionRequest,
	TaskReading,
	TaskStatus,
	VideoRequest,
} from "../model/task.ts";
import type { AttemptStart } from "../system/sending/last-byte.ts";

/**
 * The service as the reconciler sees it. Reads retry by themselves; writes happen at most once. Throws only
 * `Fault`s.
 */
export interface Service {
	accounts(signal: AbortSignal): Promise<readonly Account[]>;
	results(taskId: string, signal: AbortSignal): Promise<TaskReading>;
	/** Needs the extension `publish_status`. */
	publishTask(taskId: string, signal: AbortSignal): Promise<PublishReading>;
	/** Cancels a post that waits. Needs the extension `publish_cancel`. */
	cancelPost(post: PostVersion, signal: AbortSignal): Promise<PostChanged>;
	/** Gives a post that waits the time and the texts of a request. Needs the extension `publish_update`. */
	updatePost(
		post: PostVersion,
		wanted: { readonly request: PostRequest; readonly accountId: string },
		signal: AbortSignal,
	): Promise<PostChanged>;
	/** Uploads a local file (and its transcript, where the service takes one). The identity is usable once. */
	upload(file: UploadFile, signal: AbortSignal): Promise<string>;
	/** Uploads a logo or a font; the identity may be used again. Needs the extension `brand`. */
	uploadBrandFile(path: string, signal: AbortSignal): Promise<string>;
	/** A fresh download link for each clip that has one, by idx. */
	links(taskId: string, signal: AbortSignal): Promise<ReadonlyMap<number, string>>;
	submitCall(request: VideoRequest, videoUrl: string, brand?: BrandUploads): Call<"submit">;
	publishCall(request: PostRequest, accountId: string): Call<"publish">;
	/** Renders clips of a succeeded task once more, for download. */
	exportCall(request: RenditionRequest, brand?: BrandUploads): Call<"export">;
	exportResults(exportId: string, signal: AbortSignal): Promise<TaskReading>;
	/** The same as `links`, of an export. */
	exportLinks(exportId: string, signal: AbortSignal): Promise<ReadonlyMap<number, string>>;
	/** A single-use URL at which a person connects an account; asking for it costs nothing. */
	connectUrl(platform: Platform, signal: AbortSignal): Promise<string>;
	/** What it declares beyond the interface. Undefined: no answer came yet. */
	extensions(): Extensions | undefined;
	/** The same, asked for where no answer came yet. */
	askExtensions(signal: AbortSignal): Promise<Extensions>;
	/** How far its clock is from ours. Undefined: no answer told yet. */
	skew(): Skew | undefined;
	/**
	 * Sends a call that cannot be repeated: all but the last byte, then `arm`, then the last byte. Never throws
	 * for what the network or the service did.
	 */
	send<Kind extends CallKind>(call: Call<Kind>, sending: Sending): Promise<CallOutcome<Kind>>;
}

export type CallKind = "submit" | "publish" | "export";

/** The exact bytes of a write, fixed before anything is sent. */
export interface Call<Kind extends CallKind> {
	readonly kind: Kind;
	readonly endpoint: string;
	readonly payload: string;
	readonly payloadSha256: string;
	/** What may be stored of the payload. Absent: all of it. */
	readonly stored?: string;
}

/** What a sending is about: the journal of this program arms it. */
export type Sending = AttemptStart;

export interface CallOutcome<Kind extends CallKind> {
	readonly class: OutcomeClass;
	/** Present exactly when the class is `done`. */
	readonly answer?: Answers[Kind];
	readonly evidence: Evidence;
	/** For people: what happened, and what to do. */
	readonly message: string;
	readonly remedy?: string;
	/**
	 * What the loop may do: `retry` (not sent, or refused for now, after `retryAfterMs`), `wait` (an account
	 * must be reconnected), `stop`. Absent when done.
	 */
	readonly next?: "retry" | "wait" | "stop";
	readonly retryAfterMs?: number;
}

export interface Answers {
	readonly submit: { readonly id: string; readonly status: TaskStatus };
	readonly export: { readonly id: string };
	readonly publish: {
		readonly taskId: string;
		readonly status: PublishStatus;
		readonly createdAt?: EpochMs;
		readonly scheduledAt?: EpochMs;
	};
}

/** Identities of the files of a brand that were uploaded. */
export interface BrandUploads {
	readonly logo?: string;
	readonly font?: string;
}

export interface UploadFile {
	readonly path: string;
	readonly transcript?: string;
	/** Share sent, 0 to 1. */
	readonly progress: (share: number) => void;
}

/** A publishing task as it was read. */
export interface PostVersion {
	readonly taskId: string;
	readonly version: number;
}

/**
 * What became of a change: `too-late`: it is under way or over; `stale`: somebody else changed it since it
 * was read.
 */
export interface PostChanged {
	readonly class: "done" | "too-late" | "stale";
	readonly reading: PublishReading;
}

export interface PublishReading {
	/** Counts its changes. Absent: the service has no versions. */
	readonly version?: number;
	/** Absent: it goes out at once, or the service does not tell. */
	readonly scheduledAt?: EpochMs;
	/** What is posted, by account id, as it was asked for. */
	readonly configs?: Readonly<Record<string, unknown>>;
	readonly status: PublishStatus;
	/** Why it failed, or why it waits although it is due. */
	readonly error?: string;
	/** It waits until its account is connected again. */
	readonly needsAccount?: true;
	/** The service does not try it again before then. */
	readonly waitsUntil?: EpochMs;
	/** Where it was delivered, where the service tells. */
	readonly location?: string;
	readonly late?: boolean;
	/** What becomes of it where it is late. Absent: it goes out, or the service does not tell. */
	readonly lateRule?: LateRule;
	/** It was too late by its rule, so nothing was sent: a person decides, or it is over. */
	readonly tooLate?: "held" | "skipped";
}
