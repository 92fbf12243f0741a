import { setTimeout as sleep } from "node:timers/promises";
import { type EpochMs, epochMs } from "../model/brand.ts";

/** The outside world's time, so that tests can bring their own. */
export interface Clock {
	/** Wall clock. */
	now(): EpochMs;
	/** Never goes back; for lengths of time, in milliseconds. */
	monotonic(): number;
	/** Waits; ends early with the signal's reason when it is aborted. */
	sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
	now: () => epochMs(Date.now()),
	monotonic: () => performance.now(),
	sleep: async (ms, signal) => {
		await sleep(ms, undefined, { signal }).catch((error: unknown) => {
			throw signal.aborted ? signal.reason : error;
		});
	},
};
