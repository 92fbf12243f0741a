import type { EpochMs } from "./brand.ts";

/** What is noted of a refused attempt, besides the attempt itself. */
export interface RefusalNote {
	/** What the service said. */
	readonly message: string;
	readonly remedy?: string;
	/** When it may be tried again, because it can heal by itself. Absent: not before something changed. */
	readonly until?: EpochMs;
	/** How many refusals there were in a row. */
	readonly times: number;
	/** The connected account it was for. */
	readonly account?: { readonly id: string; readonly expiring: boolean };
	/** 16 bits of a keyed hash of the service and its key: tells that a key changed, not the key. */
	readonly credentials?: string;
}
