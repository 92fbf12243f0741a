import type { Account } from "./account.ts";
import type { AddressText } from "./address.ts";
import type { EpochMs } from "./brand.ts";
import type { Source } from "./campaign.ts";
import type { Difference } from "./difference.ts";
import type { Place } from "./place.ts";
import type { PostRequest } from "./post.ts";
import type { RuleId } from "./rules.ts";
import type { Operation, Relocation, SlotState } from "./snapshot.ts";
import type { RenditionRequest, VideoRequest } from "./task.ts";

/** Why a change is in the plan. The words are shown to people; the keys are stored and tested. */
export const REASONS = {
	absent: "not in state yet",
	"source-changed": "the source is not the one that was submitted",
	"clipping-changed": "clipping settings differ from the ones submitted",
	"export-changed": "export settings differ from the ones submitted",
	replaced: "asked for with -replace",
	"clip-chosen": "chosen by the post and not published yet",
	"clips-unknown": "its clips are not known until the task succeeds",
	"clips-changed": "the clips it is made of changed",
	"rendering-changed": "its settings differ from the ones it was rendered with",
	"task-running": "the task is still running",
	"results-unread": "the task's results are read until they are complete",
	"post-underway": "accepted, and not reported as finished yet",
	"task-failed": "the task failed",
	"video-failed": "its video has no clips, because the task failed",
	"post-failed": "the service could not publish it",
	"too-early": "further ahead than the service's 30-day window",
	"handover-later": "not handed over yet, so that it can still be changed",
	"slot-missed": "its slot went by before it was handed over",
	"slot-none": "its schedule has no free slot left",
	"daily-cap": "the account has as many posts as it may in a day",
	"min-gap": "the account has another post too close to it",
	"too-late": "its time has passed, or is less than the service's 5 minutes away",
	"review-pending": "a person has to approve its clip first",
	"review-void": "its approval is void, because the clip is not what was approved",
	"account-missing": "no connected account has this platform and username",
	"account-token": "the account's authorization is no longer valid",
	"text-empty": "a text that the platform needs came out empty",
	"text-refused": "the platform would refuse its text, or a rule forbids it",
	"clip-refused": "the platform would refuse the clip",
	"results-gone": "its results expired, and posts still need them",
	"results-expired": "the results of its task are not there any more when it can be handed over",
	"text-changed": "its text changed after it was posted, and a post cannot be changed",
	"moment-posted": "this moment of the source was already posted to this account",
	"outcome-unknown": "an earlier attempt may or may not have been executed",
	"outcome-retried": "an earlier attempt has no recorded answer; the service recognises the repeated key",
	undeclared: "no longer in the campaign",
} as const;
export type Reason = keyof typeof REASONS;

interface ChangeBase {
	readonly address: AddressText;
	readonly reason: Reason;
	/** What the reason is about, in names and numbers. */
	readonly detail?: string;
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
	| RepeatChange
	| (ChangeBase & { readonly action: "read"; readonly taskId: string })
	/** `until`: when it can go on, where that is known; a post is irrevocable from then on. `at`: when it is to go out. */
	| (ChangeBase & { readonly action: "wait"; readonly until?: EpochMs; readonly at?: EpochMs })
	| (ChangeBase & { readonly action: "attention"; readonly remedy: string; readonly at?: EpochMs })
	| (ChangeBase & { readonly action: "unknown"; readonly operation: Operation })
	/** `at`: when a post that the service holds goes out all the same. */
	| (ChangeBase & { readonly action: "forget"; readonly at?: EpochMs });
export type Action = Change["action"];

/** A paid clipping task, new or again. */
export interface SubmitChange extends ChangeBase {
	readonly action: "submit" | "resubmit";
	readonly request: VideoRequest;
	readonly source: Source;
	/** Expected API units. Absent: nothing is known to judge them by. */
	readonly units?: number;
	/** What the units follow from: the length of the source, or what earlier tasks cost. */
	readonly unitsFrom?: "length" | "history";
}

/** One further rendering of a video's clips, new or with other settings. */
export interface RenderChange extends ChangeBase {
	readonly action: "render" | "rerender";
	readonly request: RenditionRequest;
}

/** One clip to one account. */
export interface PublishChange extends ChangeBase {
	readonly action: "publish";
	readonly request: PostRequest;
	/** Service id of the account; absent while the accounts were not read. */
	readonly account?: Account;
	readonly title: string;
}

/** Posts of clips that are not known yet: at most so many. */
export interface BoundedChange extends ChangeBase {
	readonly action: "publish-bounded";
	/** Upper bound; absent when nothing in the campaign bounds it. */
	readonly atMost?: number;
}

/** Sends an attempt without a recorded answer once more, under its own key. */
export interface RepeatChange extends ChangeBase {
	readonly action: "repeat";
	readonly operation: Operation;
}

/** What a plan does to the slots that state knows. */
export interface SlotChanges {
	readonly given: Readonly<Record<AddressText, SlotState>>;
	readonly freed: readonly AddressText[];
}

/** A warning about one post. */
export interface PlanNote {
	readonly rule: RuleId;
	/** One fixed sentence, without a full stop. */
	readonly title: string;
	/** Full sentences with names and numbers. */
	readonly detail: string;
	readonly address: AddressText;
	readonly place?: Place;
}

/** What has to change, as a value. Made by `plan`, done by `apply`, shown by `views`. */
export interface Plan {
	readonly changes: readonly Change[];
	/** What state knows under an old name; written down before anything else is done. Absent: nothing. */
	readonly moves?: readonly Relocation[];
	/** Changes that are left out, because they are not selected. Absent: everything is selected. */
	readonly leftOut?: number;
	/** Slots that posts get, and that they lose, beyond what state knows; written down before anything else is done. Absent: none. */
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
