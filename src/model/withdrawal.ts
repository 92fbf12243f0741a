import type { EpochMs } from "./brand.ts";

/** Why a post was, or is, cancelled before it went out. */
export interface Withdrawal {
	readonly at: EpochMs;
	readonly by: string;
	readonly why?: string;
	/** What the plan made of it. Absent: a person cancelled it, and it is never made again as it was. */
	readonly cause?: "replaced" | "removed";
}
