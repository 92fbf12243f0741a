import type { AddressText } from "./address.ts";
import type { EpochMs } from "./brand.ts";
import type { Next } from "./fault.ts";
import type { Action } from "./plan.ts";
import type { OutcomeClass } from "./snapshot.ts";
import type { TaskStatus } from "./task.ts";

/** What happens while a plan is applied, for progress displays and `--json`. Names are stable. */
export type RunEvent =
	| { readonly type: "uploading"; readonly address: AddressText /** 0 to 1. */; readonly share: number }
	| { readonly type: "sending"; readonly address: AddressText; readonly action: Action }
	| {
			readonly type: "sent";
			readonly address: AddressText;
			readonly action: Action;
			readonly outcome: OutcomeClass;
			readonly message: string;
	  }
	| {
			readonly type: "task";
			readonly address: AddressText;
			readonly status: TaskStatus /** 0 to 1, where the service tells. */;
			readonly share?: number;
			readonly clips: number;
	  }
	| {
			readonly type: "settled";
			readonly address: AddressText;
			readonly clips: number;
			readonly notes: readonly string[];
	  }
	| {
			readonly type: "delivered";
			readonly address: AddressText;
			readonly location?: string;
			readonly late: boolean;
	  }
	| {
			readonly type: "waiting";
			readonly address: AddressText;
			readonly forMs: number;
			readonly until: EpochMs;
			readonly why: string;
	  }
	/** All requests wait: so many left in this minute already, or the service said too many. */
	| {
			readonly type: "pausing";
			readonly forMs: number;
			readonly until: EpochMs;
			readonly why: "limit" | "asked";
	  }
	/** An unknown outcome is known now: the service was asked, or a campaign's `resolutions` said so. */
	| ({ readonly type: "resolved" } & ResolvedOutcome)
	/** A word of a campaign's `resolutions` that cannot be taken. */
	| {
			readonly type: "unresolved";
			readonly address: AddressText;
			readonly operation: string;
			readonly message: string;
			readonly remedy?: string;
	  }
	| ({ readonly type: "failed" } & Failure)
	/** What may have been executed is not known to have failed. */
	| ({ readonly type: "unknown" } & Failure);

/** What became of an attempt whose outcome was unknown, and who says so. */
export interface ResolvedOutcome {
	readonly address: AddressText;
	readonly operation: string;
	readonly as: "posted" | "not-posted" | "abandoned";
	readonly by: string;
	readonly why?: string;
	readonly taskId?: string;
}

/** What came of an apply. */
export interface ApplyReport {
	readonly submitted: number;
	readonly published: number;
	/** Posts that were changed where they wait. Absent: none. */
	readonly updated?: number;
	/** Posts that were cancelled before they went out. Absent: none. */
	readonly cancelled?: number;
	/** Absent: none. */
	readonly forgotten?: number;
	readonly failures: readonly Failure[];
}

/** Something that could not be done in this run, and what a person can do. */
export interface Failure {
	readonly address: AddressText;
	readonly message: string;
	readonly remedy?: string;
	/** `retry`: provably nothing was executed, so a later run may simply try again. */
	readonly next: Next;
	/** Nobody knows whether it was executed. Absent: it was not. */
	readonly outcome?: "unknown";
}
