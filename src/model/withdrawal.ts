import type { EpochMs } from "./brand.ts";

/** A person's word that a post was cancelled in the service's own calendar before it went out. */
export interface Withdrawal {
	readonly at: EpochMs;
	readonly by: string;
	readonly why?: string;
}
