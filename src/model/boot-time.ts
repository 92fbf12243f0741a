import type { EpochMs } from "./brand.ts";

/**
 * A point in time on the monotonic clock of one boot of a machine: setting the wall clock does not move it.
 */
export interface BootTime {
	/** Changes with every boot. */
	readonly boot: string;
	/** Milliseconds; counts from the same moment in all processes of the boot. */
	readonly ms: number;
}

/** What is known of a moment besides the wall clock. */
export interface OtherClocks {
	readonly boot?: BootTime;
	/** What the service's clock showed. */
	readonly service?: EpochMs;
}
