import type { EpochMs } from "./brand.ts";

/** One slot of a schedule that a post was given. */
export interface SlotState {
	/** `accountKey`. */
	readonly account: string;
	readonly at: EpochMs;
}
