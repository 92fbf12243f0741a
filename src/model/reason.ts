import type { AccountRef } from "./account.ts";
import type { AddressText } from "./address.ts";
import type { EpochMs } from "./brand.ts";
import type { Moment } from "./clip.ts";
import type { RuleFinding } from "./finding.ts";
import type { PublishStatus, TaskStatus } from "./task.ts";
import type { Withdrawal } from "./withdrawal.ts";

/**
 * Why a change is in the plan: every code there is, with the names and numbers it is about. `undefined`: the
 * code says it all. Codes are stored, tested and stable; `views/sentences` words them.
 */
export interface ReasonData {
	absent: undefined;
	"source-changed": undefined;
	"clipping-changed": undefined;
	"export-changed": undefined;
	replaced: undefined;
	"clip-chosen": undefined;
	"clips-unknown": { readonly video: AddressText };
	"clips-changed": undefined;
	"rendering-changed": undefined;
	"task-running": { readonly taskId: string; readonly status: TaskStatus };
	"results-unread": undefined;
	"post-underway": undefined;
	/** It is due, and the service says why it is not out yet. */
	"post-waits": { readonly message: string };
	/** Handed over, and due. `message`: what the service says. */
	"post-needs-account": AccountRef & { readonly message: string };
	/** `message`: what the service says. */
	"task-failed": { readonly message?: string };
	/** No post of a video could be made of its clips any more. */
	"posts-over": undefined;
	/** Clips are asked for at times where none can be made. */
	"clips-refused": RuleFinding;
	"video-failed": { readonly video: AddressText };
	"post-failed": { readonly status: PublishStatus; readonly message?: string };
	"held-late": undefined;
	"too-early": undefined;
	"handover-later": undefined;
	"slot-missed": undefined;
	"slot-none": undefined;
	/** `address`: the post of the same moment that goes out, or went out, at the same time. */
	"occurrence-untimed": { readonly address: AddressText };
	"daily-cap": undefined;
	"min-gap": undefined;
	"too-late": undefined;
	/**
	 * `line`: of its entry in the reviewed-clips file. Absent: it has none. `recognised`: only because its
	 * words were.
	 */
	"review-pending": { readonly file: string; readonly line?: number; readonly recognised?: true };
	"review-void": VoidApproval;
	"account-missing": AccountRef;
	"account-token": AccountRef | RuleFinding;
	/** `problem`: what the template says. */
	"text-empty": { readonly problem: string };
	"text-refused": RuleFinding;
	"clip-refused": RuleFinding;
	"results-gone": ResultsGone;
	"results-expired": RuleFinding;
	"text-changed": undefined;
	/** The service still holds it, and holds something else than the campaign asks for. */
	"handed-over-differs": undefined;
	/** It is out, and something else than the campaign asks for. */
	"posted-differs": undefined;
	/**
	 * The service still holds it. `refused`: its clip, by the clips file; `removed`: its entry is gone;
	 * `source`: it is of a source that its video no longer has; `keep`: it was to stay at its account.
	 */
	"no-longer-asked": {
		readonly cause: "repeat" | "clips" | "refused" | "account" | "removed" | "source" | "keep";
	};
	/**
	 * The post of another account that it takes the place of: the service holds it until then. `isCancelled`:
	 * the same plan cancels that.
	 */
	"old-post-held": { readonly address: AddressText; readonly at: EpochMs; readonly isCancelled?: true };
	/** A person cancelled it at the service, and nothing else is asked for since. */
	withdrawn: Withdrawal;
	/** What was posted before, and the stretch of the source. */
	/** `workspace`: short id of another workspace that posted it. */
	"moment-posted": {
		readonly address: AddressText;
		readonly moment: Moment;
		readonly workspace?: string;
		readonly planned?: true;
		/** What it was posted from, where that is another file. */
		readonly file?: string;
		/** Only a person knows whether the content is the same. */
		readonly isUnclear?: true;
		/** Another source of the workspace holds the same content. */
		readonly isShared?: true;
	};
	/** `message`: what the service said. */
	"refused-before": { readonly message: string; readonly at: EpochMs };
	"told-to-wait": { readonly message: string; readonly at: EpochMs };
	"outcome-unknown": undefined;
	"outcome-retried": undefined;
	undeclared: undefined;
}

/** Results that expired while so many posts still need them. */
export interface ResultsGone {
	readonly expiredAt: EpochMs;
	readonly posts: number;
}

/**
 * Why an approval counts no more: a later cut has other times (`moment`: those approved), the clip changed,
 * or it changed and the reviewed-clips file says so already.
 */
export type VoidApproval =
	| { readonly cause: "times"; readonly file: string; readonly moment: Moment }
	| { readonly cause: "changed" | "marked"; readonly file: string; readonly line: number };

/** The name of a reason. */
export type Reason = keyof ReasonData;

/** A reason with its data, for some codes or for all of them. */
export type Because<Code extends Reason = Reason> = {
	readonly [Each in Code]: undefined extends ReasonData[Each]
		? { readonly reason: Each; readonly reasonData?: never }
		: { readonly reason: Each; readonly reasonData: ReasonData[Each] | Prose };
}[Code];

/** A sentence instead of data, as plans saved by 0.1.0 have them. */
export interface Prose {
	readonly text: string;
}
