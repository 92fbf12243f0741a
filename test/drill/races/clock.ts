import { epochMs } from "../../../src/model/brand.ts";
import type { Clock } from "../../../src/system/clock.ts";

/** The time of the machine, which can be set forward: whoever sleeps notices. */
export interface MovableClock extends Clock {
	/** How far it is ahead of the machine, in milliseconds. */
	aheadMs: number;
	move(ms: number): void;
}

export function movableClock(aheadMs: number): MovableClock {
	const sleepers = new Set<() => void>();
	const clock: MovableClock = {
		aheadMs,
		now: () => epochMs(Date.now() + clock.aheadMs),
		monotonic: () => performance.now() + clock.aheadMs,
		move: (ms) => {
			clock.aheadMs += ms;
			for (const arm of sleepers) arm();
		},
		sleep: (ms, signal) =>
			new Promise((settle, reject) => {
				signal.throwIfAborted();
				const due = clock.now() + ms;
				let timer: NodeJS.Timeout | undefined;
				const end = (how: () => void) => {
					clearTimeout(timer);
					sleepers.delete(arm);
					how();
				};
				const arm = () => {
					clearTimeout(timer);
					timer = setTimeout(() => end(settle), Math.max(0, due - clock.now()));
				};
				sleepers.add(arm);
				signal.addEventListener("abort", () => end(() => reject(signal.reason)), { once: true });
				arm();
			}),
	};
	return clock;
}
