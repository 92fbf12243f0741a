import { epochMs } from "../../src/model/brand.ts";
import type { Clock } from "../../src/system/clock.ts";
import { NOW } from "../builders/world.ts";

/** A clock whose waits take no time but move it on. */
export interface FakeClock extends Clock {
	/** Lengths of the waits asked for, in milliseconds. */
	readonly waits: number[];
	pass(ms: number): void;
}

export function fakeClock(start: number = NOW): FakeClock {
	let elapsed = 0;
	const waits: number[] = [];
	return {
		waits,
		pass: (ms) => {
			elapsed += ms;
		},
		now: () => epochMs(Math.floor(start + elapsed)),
		monotonic: () => elapsed,
		async sleep(ms, signal) {
			signal.throwIfAborted();
			waits.push(ms);
			elapsed += ms;
			await Promise.resolve();
		},
	};
}
