/** An event is given up after so long: it is a dead letter then. */
export const GIVE_UP_MS = 12 * 3_600_000;

const FIRST_MS = 5_000;
const FACTOR = 3;
/** Longest pause between attempts at one event, and at one endpoint that fails for all. */
const LONGEST_MS = { event: 3_600_000, endpoint: 900_000 } as const;
/** A pause is up to so much shorter or longer, so that not everything comes at once. */
const JITTER = 0.25;

/** How long to wait after so many attempts that failed, in milliseconds. `random`: from 0 to 1. */
export function pauseMs(of: keyof typeof LONGEST_MS, failures: number, random = Math.random()): number {
	const pause = Math.min(LONGEST_MS[of], FIRST_MS * FACTOR ** Math.max(0, failures - 1));
	return Math.round(pause * (1 + JITTER * (2 * random - 1)));
}
