import type { Account } from "./account.ts";
import type { AddressText } from "./address.ts";
import type { EpochMs } from "./brand.ts";
import type { Source } from "./campaign.ts";
import type { Difference } from "./difference.ts";
import type { FeedNews } from "./feed-state.ts";
import type { RuleFinding } from "./finding.ts";
import type { BrandFiles } from "./own-brand.ts";
import type { Place } from "./place.ts";
import type { PostRequest } from "./post.ts";
import type { Because } from "./reason.ts";
import type { Relocation } from "./relocation.ts";
import type { Remedy } from "./remedy.ts";
import type { SlotState } from "./slot-state.ts";
import type { Operation } from "./snapshot.ts";
import type { RenditionRequest, VideoRequest } from "./task.ts";

interface ChangeBase {
	readonly address: AddressText;
	/** The place in a campaign that caused it. Absent for what is no longer declared. */
	readonly place?: Place;
	/** Field by field: what was submitted or posted, and what is asked for now. */
	readonly differences?: readonly Difference[];
}

/** One address, one verb, and why. */
export type Change =
	| SubmitChange
	| RenderChange
	| PublishChange
	| BoundedChange
	| UpdateChange
	| ReplaceChange
	| CancelChange
	| RepeatChange
	| ReadChange
	| WaitChange
	| AttentionChange
	| UnknownChange
	| ForgetChange;
export type Action = Change["action"];

/** A paid clipping task, new or again. */
export type SubmitChange = ChangeBase &
	SubmitReason & {
		readonly action: "submit" | "resubmit";
		readonly request: VideoRequest;
		readonly source: Source;
		/** Where the files of its brand are. Absent: it has none. */
		readonly brand?: BrandFiles;
		/** Expected API units. Absent: nothing is known to judge them by. */
		readonly units?: number;
		/** What the units follow from: the length of the source, or what earlier tasks cost. */
		readonly unitsFrom?: "length" | "history";
	};

export type SubmitReason = Because<
	"absent" | "source-changed" | "clipping-changed" | "export-changed" | "replaced" | "results-gone"
>;

/** One further rendering of a video's clips, new or with other settings. */
export type RenderChange = ChangeBase &
	Because<"absent" | "clips-changed" | "rendering-changed" | "replaced"> & {
		readonly action: "render" | "rerender";
		readonly request: RenditionRequest;
		readonly brand?: BrandFiles;
	};

/** One clip to one account. */
export type PublishChange = ChangeBase &
	Because<"clip-chosen"> & {
		readonly action: "publish";
		readonly request: PostRequest;
		/** Service id of the account; absent while the accounts were not read. */
		readonly account?: Account;
		readonly title: string;
	};

/** Posts of clips that are not known yet: at most so many. */
export type BoundedChange = ChangeBase &
	Because<"clips-unknown"> & {
		readonly action: "publish-bounded";
		/** Upper bound; absent when nothing in the campaign bounds it. */
		readonly atMost?: number;
		/** When they go out; of a schedule, its first slot. Absent: as soon as their clips are there. */
		readonly at?: EpochMs;
		/** The name of the schedule that they take slots of. */
		readonly schedule?: string;
	};

/** A post that the service holds gets the time and the texts that are asked for now. */
export type UpdateChange = ChangeBase &
	Because<"handed-over-differs"> & {
		readonly action: "update";
		/** Less its clip and its account, which stay. */
		readonly request: PostRequest;
		readonly taskId: string;
		readonly title: string;
		/** When it goes out as it is held. */
		readonly at: EpochMs;
	};

/** A post that the service holds is cancelled, and made as it is asked for now. */
export type ReplaceChange = ChangeBase &
	Because<"handed-over-differs"> &
	Pick<PublishChange, "request" | "account" | "title"> & {
		readonly action: "replace";
		/** Of what is cancelled. */
		readonly taskId: string;
		/** When that would go out. */
		readonly at: EpochMs;
	};

/** A post that the service holds is taken back: a person took it out of the campaign. */
export type CancelChange = ChangeBase &
	Because<"no-longer-asked"> & {
		readonly action: "cancel";
		readonly taskId: string;
		/** When it would go out. */
		readonly at: EpochMs;
	};

/** Sends an attempt without a recorded answer once more, under its own key. */
export type RepeatChange = ChangeBase &
	Because<"outcome-retried"> & { readonly action: "repeat"; readonly operation: Operation };

/** Reads a task or a post from the service. */
export type ReadChange = ChangeBase &
	Because<"results-unread" | "post-underway" | "post-waits"> & {
		readonly action: "read";
		readonly taskId: string;
	};

/**
 * Goes on by itself. `until`: when, where that is known; a post is irrevocable from then on. `at`: when it is
 * to go out.
 */
export type WaitChange = ChangeBase &
	Because<WaitReason> & { readonly action: "wait"; readonly until?: EpochMs; readonly at?: EpochMs };
export type WaitReason =
	| "task-running"
	| "video-failed"
	| "clips-unknown"
	| "outcome-unknown"
	| "too-early"
	| "handover-later"
	| "daily-cap"
	| "min-gap"
	| "review-pending"
	| "review-void"
	| "old-post-held"
	| "told-to-wait"
	| "post-waits";

/** Only a person can go on. `at`: when it was to go out. */
export type AttentionChange = ChangeBase &
	Because<AttentionReason> & {
		readonly action: "attention";
		readonly remedy: Remedy;
		readonly at?: EpochMs;
	};
export type AttentionReason =
	| "task-failed"
	| "posts-over"
	| "clips-refused"
	| "post-failed"
	| "post-needs-account"
	| "held-late"
	| "slot-missed"
	| "slot-none"
	| "occurrence-untimed"
	| "daily-cap"
	| "min-gap"
	| "too-late"
	| "account-missing"
	| "account-token"
	| "text-empty"
	| "text-refused"
	| "clip-refused"
	| "results-expired"
	| "text-changed"
	| "handed-over-differs"
	| "posted-differs"
	| "no-longer-asked"
	| "withdrawn"
	| "moment-posted"
	| "refused-before";

/**
 * An attempt without a proven outcome: nothing is sent for its address until somebody says what became of it.
 */
export type UnknownChange = ChangeBase &
	Because<"outcome-unknown"> & { readonly action: "unknown"; readonly operation: Operation };

/** No longer managed. */
export type ForgetChange = ChangeBase &
	Because<"undeclared"> & {
		readonly action: "forget";
		/** A person cancelled it before it went out. */
		readonly withdrawn?: true;
	};

/** What a plan does to the slots that state knows. */
export interface SlotChanges {
	readonly given: Readonly<Record<AddressText, SlotState>>;
	readonly freed: readonly AddressText[];
}

/** A warning about one post. */
export interface PlanNote extends RuleFinding {
	readonly address: AddressText;
	readonly place?: Place;
}

/** What has to change, as a value. Made by `plan`, done by `apply`, shown by `views`. */
export interface Plan {
	readonly changes: readonly Change[];
	/** What state knows under an old name; written down before anything else is done. Absent: nothing. */
	readonly moves?: readonly Relocation[];
	/** What feeds list that is new, or cannot be read. Absent: there is nothing to say. */
	readonly feeds?: readonly FeedNews[];
	/** Changes that are left out, because they are not selected. Absent: everything is selected. */
	readonly leftOut?: number;
	/**
	 * Slots that posts get, and that they lose, beyond what state knows; written down before anything else is
	 * done. Absent: none.
	 */
	readonly slots?: SlotChanges;
	/** What is worth a word about posts that can be made all the same. Absent: nothing. */
	readonly notes?: readonly PlanNote[];
	/** Declared addresses that need nothing. */
	readonly unchanged: number;
	/** True when a publish is planned whose account was not looked up, because the accounts were not read. */
	readonly needsAccounts: boolean;
	readonly lineage: string;
	readonly serial: number;
}
