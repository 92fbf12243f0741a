import type { AddressText } from "./address.ts";
import type { OtherClocks } from "./boot-time.ts";
import type { EpochMs } from "./brand.ts";
import type { Clip, Moment } from "./clip.ts";
import type { FeedEntry, FeedKey, FeedState } from "./feed-state.ts";
import type { HeldPostEntry, PostUpdate } from "./held-post-entry.ts";
import type { PlanUse } from "./plan-use.ts";
import type { PostRequest } from "./post.ts";
import type { RefusalNote } from "./refusal.ts";
import type { Relocation } from "./relocation.ts";
import type { SlotState } from "./slot-state.ts";
import type { PublishStatus, RenditionRequest, TaskStatus, TranscriptOrigin, VideoRequest } from "./task.ts";
import type { Withdrawal } from "./withdrawal.ts";

/** One version of what showrun remembers. Holds no volatile value (links, thumbnails) and no secret. */
export interface Snapshot {
	readonly format: 1;
	/** Family of this state: a random id made once, when the first entry is written. */
	readonly lineage: string;
	/** Id of the ledger it was written with: the user's, or the remote's. Absent: not bound to one yet. */
	readonly ledgerId?: string;
	/** Sequence number of the last journal entry folded in. Only grows. */
	readonly serial: number;
	readonly resources: Readonly<Record<AddressText, ResourceState>>;
	/** Attempts without a proven outcome, by id: each blocks its address (and its moment) until resolved. */
	readonly operations: Readonly<Record<string, Operation>>;
	/** Every moment ever sent to an account: what makes a second post impossible, independent of addresses. */
	readonly ledger: readonly LedgerEntry[];
	/** Saved plans that were used, by id, until they expire. */
	readonly plans?: Readonly<Record<string, PlanUse>>;
	/** Slots of posts that are not handed over yet, by address. Absent: none. */
	readonly slots?: Readonly<Record<AddressText, SlotState>>;
	/** What the service refused last, by address. Absent: nothing. */
	readonly refusals?: Readonly<Record<AddressText, Refusal>>;
	/** Videos and posts that were taken out of their campaigns, by address, for their return. Absent: none. */
	readonly leftTasks?: Readonly<Record<AddressText, VideoState | PostState>>;
	/** What is recorded of feeds. Absent: nothing. */
	readonly feeds?: Readonly<Record<FeedKey, FeedState>>;
}

/** A refused attempt: the same request waits for a change, for a person's word, or until `until`. */
export type Refusal = RefusalNote & OperationRequest & { readonly operation: string; readonly at: EpochMs };

export type ResourceState = VideoState | PostState | RenditionState;

/** A submitted clipping task. */
export interface VideoState {
	readonly kind: "video";
	readonly request: VideoRequest;
	readonly taskId: string;
	readonly submittedAt: EpochMs;
	readonly status: TaskStatus;
	/** Present once the task has succeeded and settled: from then on nothing is read again. */
	readonly result?: TaskResult;
	/** The service's message, when FAILED. */
	readonly error?: string;
}

export interface TaskResult {
	readonly clips: readonly Clip[];
	readonly costUnits?: number;
	/** After this the service no longer gives results (interface 2.1). */
	readonly expireAt?: EpochMs;
	/** False when the settle time ran out with links still missing. */
	readonly complete: boolean;
	readonly notes: readonly string[];
	/** Where the words of the clips are from. Absent: the service does not tell. */
	readonly transcript?: TranscriptOrigin;
}

/** A further rendering of a video's clips, for download. */
export interface RenditionState {
	readonly kind: "rendition";
	readonly request: RenditionRequest;
	/** Id of the export task. */
	readonly taskId: string;
	readonly submittedAt: EpochMs;
	readonly status: TaskStatus;
	/** Present once the task has succeeded and settled: from then on nothing is read again. */
	readonly result?: Omit<TaskResult, "clips">;
	/** The service's message, when FAILED. */
	readonly error?: string;
}

/** An accepted post. */
export interface PostState {
	readonly kind: "post";
	readonly request: PostRequest;
	/** Absent when a person said "posted, id unknown". */
	readonly taskId?: string;
	readonly acceptedAt: EpochMs;
	readonly status: PublishStatus;
	/** The service's message: why it failed, or why it waits although it is due. */
	readonly error?: string;
	/** It is due, and waits: until its account is connected again, or at least until then. */
	readonly needsAccount?: true;
	readonly waitsUntil?: EpochMs;
	/** Where it was delivered, and whether after its minute, where the service tells. */
	readonly location?: string;
	readonly late?: boolean;
	/** The service did not send it because it was too late by its rule. Only with ERROR. */
	readonly tooLate?: "held" | "skipped";
	/** The service was about to be told to cancel it: whether it did is for the service to say. */
	readonly cancelling?: Withdrawal;
	/** The service was about to be told to change it: whether it did is for the service to say. */
	readonly updating?: PostUpdate;
	/** It was cancelled before its time. Only with CANCELLED. */
	readonly withdrawn?: Withdrawal;
}

/**
 * What an attempt asks for: what the resource will be once the outcome is `done`, less what the answer adds.
 */
export type OperationRequest =
	| { readonly kind: "submit"; readonly wanted: VideoRequest }
	| { readonly kind: "publish"; readonly wanted: PostRequest }
	| { readonly kind: "export"; readonly wanted: RenditionRequest };

export type OperationKind = OperationRequest["kind"];

/** One attempt at a call that cannot be repeated. */
export type Operation = OperationBase & OperationRequest;

interface OperationBase {
	/** ULID; also sent as `Idempotency-Key`. */
	readonly id: string;
	readonly address: AddressText;
	/** `intent`: nothing can have been executed. `armed`, `unknown`: it may have been. */
	readonly phase: "intent" | "armed" | "unknown";
	readonly at: EpochMs;
	readonly armedAt?: EpochMs;
	/** The same moment on clocks that nobody can set. */
	readonly armedClocks?: OtherClocks;
	/** Path of the endpoint, for example `/api/v2/social-media/publish`. */
	readonly endpoint: string;
	/** The exact bytes of the request body, as text, and their sha256. */
	readonly payload: string;
	readonly payloadSha256: string;
	/** The payload lacks the signature of a URL, which is never stored: it cannot be sent as it was. */
	readonly redacted?: true;
	/** Ledger key of a post. */
	readonly ledgerKey?: string;
	readonly host: string;
	readonly pid: number;
	/** Why it is unknown. */
	readonly evidence?: Evidence;
}

/** What came back, raw, without query strings or secrets. At most 2 KB of body. */
export interface Evidence {
	readonly httpStatus?: number;
	readonly error?: string;
	readonly rawBody?: string;
}

/** A moment of a source that was (or may have been) posted to an account. */
export interface LedgerEntry {
	/** `sourceKey`. */
	readonly source: string;
	readonly moment: Moment;
	/** `accountKey`. */
	readonly account: string;
	readonly address: AddressText;
	readonly operation: string;
	readonly at: EpochMs;
	/** When it goes out. Absent: at once. */
	readonly scheduledAt?: EpochMs;
}

/**
 * What came of an attempt. `not-sent` and `refused` prove that nothing was executed; `unknown` proves
 * nothing.
 */
export type OutcomeClass = "done" | "refused" | "not-sent" | "unknown";

/**
 * One line of the journal, before sequence and checksum are added. `at` is the local wall clock, for people.
 */
export type JournalEntry =
	| { readonly type: "intent"; readonly operation: Operation }
	| {
			readonly type: "armed";
			readonly operation: string;
			readonly at: EpochMs;
			readonly clocks?: OtherClocks;
	  }
	| {
			readonly type: "outcome";
			readonly operation: string;
			readonly at: EpochMs;
			readonly outcome: OutcomeClass;
			readonly evidence?: Evidence;
			readonly resource?: ResourceState;
			/** With `refused`, where it is to be remembered. */
			readonly refusal?: RefusalNote;
	  }
	| {
			readonly type: "resource";
			readonly address: AddressText;
			readonly at: EpochMs;
			readonly resource: ResourceState;
	  }
	| {
			readonly type: "forget";
			readonly address: AddressText;
			readonly at: EpochMs;
			readonly keepsTask?: true;
	  }
	/** A saved plan is used, or all of it was done. */
	| {
			readonly type: "plan";
			readonly plan: string;
			readonly at: EpochMs;
			readonly expiresAt: EpochMs;
			readonly finished: boolean;
	  }
	| { readonly type: "moved"; readonly moves: readonly Relocation[]; readonly at: EpochMs }
	/** Slots given to posts, and taken back from them. */
	| {
			readonly type: "slots";
			readonly at: EpochMs;
			readonly given: Readonly<Record<AddressText, SlotState>>;
			readonly freed: readonly AddressText[];
	  }
	/** A person took the state as it is; `moments` is what this machine knew to be posted besides. */
	| { readonly type: "adopted"; readonly at: EpochMs; readonly moments: readonly LedgerEntry[] }
	/**
	 * A person's word that this was made elsewhere. A post brings its moment; it has no resource while its clip
	 * is not known.
	 */
	| {
			readonly type: "imported";
			readonly address: AddressText;
			readonly at: EpochMs;
			readonly by: string;
			readonly resource?: ResourceState;
			readonly moment?: LedgerEntry;
	  }
	| HeldPostEntry
	| FeedEntry
	/** A person's word on an unknown outcome. `posted` carries the resource to remember. */
	| {
			readonly type: "resolved";
			readonly operation: string;
			readonly at: EpochMs;
			readonly as: "posted" | "not-posted" | "abandoned";
			readonly by: string;
			readonly why?: string;
			readonly resource?: ResourceState;
	  };
