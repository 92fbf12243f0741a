import type { Clock } from "../system/clock.ts";

/** Who goes first when several wait. */
export type Priority = "write" | "read";

/** Lets requests through at the pace the service allows. */
export interface Limiter {
	/** Resolves when a request may leave. Rejects with the signal's reason. */
	turn(priority: Priority, signal: AbortSignal): Promise<void>;
}

const WINDOW_MS = 60_000;

/** Never more than `perMinute` requests in any 60 seconds, writes before reads (service-facts, "Errors and limits"). `Infinity`: no limit. */
export function createLimiter(perMinute: number, clock: Clock): Limiter {
	const sent: number[] = [];
	let writesWaiting = 0;
	const free = (priority: Priority) => {
		const now = clock.monotonic();
		while (sent[0] !== undefined && now - sent[0] >= WINDOW_MS) sent.shift();
		return sent.length < perMinute && (priority === "write" || writesWaiting === 0);
	};
	const untilFree = () => (sent[0] === undefined ? 50 : Math.max(50, sent[0] + WINDOW_MS - clock.monotonic()));
	return {
		async turn(priority, signal) {
			if (!Number.isFinite(perMinute)) return;
			if (priority === "write") writesWaiting++;
			try {
				while (!free(priority)) await clock.sleep(untilFree(), signal);
				sent.push(clock.monotonic());
			} finally {
				if (priority === "write") writesWaiting--;
			}
		},
	};
}
