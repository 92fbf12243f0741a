import type { Skew } from "../model/skew.ts";
import type { Clock } from "../system/clock.ts";

/** Compares the service's clock with ours, answer by answer. */
export interface SkewMeter {
	/** The moment a request leaves. */
	start(): Departure;
	/** Absent: no answer told the time. */
	read(): Skew | undefined;
}

/** One request on its way. */
export interface Departure {
	/** Its answer began. */
	answered(headers: Readonly<Record<string, string | readonly string[] | undefined>>): void;
}

interface Sample extends Skew {
	/** Monotonic, in milliseconds. */
	readonly at: number;
	readonly roundTripMs: number;
	/**
	 * Wall clock less monotonic: another value later means that the wall clock was set, or the machine slept.
	 */
	readonly base: number;
}

/** The best sample counts this long; after that a newer one does. Milliseconds. */
const FRESH_MS = 10 * 60_000;
/** A wall clock drifts less than this against the monotonic one. Milliseconds. */
const JUMP_MS = 1_000;

/**
 * A meter that has seen nothing. The answer that came back soonest tells the most: its time was written at
 * most that long ago.
 */
export function createSkewMeter(clock: Clock): SkewMeter {
	let best: Sample | undefined;
	const base = () => clock.now() - clock.monotonic();
	const usable = (sample: Sample) => Math.abs(base() - sample.base) <= JUMP_MS;
	return {
		start() {
			const [before, began] = [clock.now(), clock.monotonic()];
			return {
				answered(headers) {
					const at = clock.monotonic();
					const there = timeIn(headers);
					if (there === undefined) return;
					const roundTripMs = at - began;
					// The header counts whole seconds: half a second more is its middle.
					const sample = {
						aheadMs: there + 500 - (before + roundTripMs / 2),
						withinMs: 500 + roundTripMs / 2,
						at,
						roundTripMs,
						base: base(),
					};
					if (
						best === undefined ||
						!usable(best) ||
						at - best.at > FRESH_MS ||
						roundTripMs <= best.roundTripMs
					)
						best = sample;
				},
			};
		},
		read() {
			if (best === undefined || !usable(best)) return undefined;
			const { aheadMs, withinMs } = best;
			return { aheadMs, withinMs };
		},
	};
}

/** An answer out of somebody's cache tells when it was made. */
function timeIn({
	date,
	age,
}: Readonly<Record<string, string | readonly string[] | undefined>>): number | undefined {
	if (age !== undefined && Number(String(age)) !== 0) return undefined;
	const there = Date.parse(String(date ?? ""));
	return Number.isNaN(there) ? undefined : there;
}
