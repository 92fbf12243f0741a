import { setTimeout as sleep } from "node:timers/promises";
import type { BootTime } from "../model/boot-time.ts";
import { type EpochMs, epochMs } from "../model/brand.ts";
import { bootIdOfMachine } from "./process-identity.ts";

/** The outside world's time, so that tests can bring their own. */
export interface Clock {
	/** Wall clock. */
	now(): EpochMs;
	/** Never goes back; for lengths of time, in milliseconds. */
	monotonic(): number;
	/** Waits; ends early with the signal's reason when it is aborted. */
	sleep(ms: number, signal: AbortSignal): Promise<void>;
	/** This moment since the machine was started. Absent, or undefined: it cannot be told. */
	boot?(): Promise<BootTime | undefined>;
}

let bootId: Promise<string> | undefined;

export const systemClock: Clock = {
	now: () => epochMs(Date.now()),
	monotonic: () => performance.now(),
	async boot() {
		bootId ??= bootIdOfMachine();
		const boot = await bootId;
		return boot === "" ? undefined : { boot, ms: Number(process.hrtime.bigint() / 1_000_000n) };
	},
	sleep: async (ms, signal) => {
		await sleep(ms, undefined, { signal }).catch((error: unknown) => {
			throw signal.aborted ? signal.reason : error;
		});
	},
};
