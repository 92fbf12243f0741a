import { type EpochMs, epochMs } from "../model/brand.ts";
import { Fault } from "../model/fault.ts";
import type { OutcomeClass } from "../model/snapshot.ts";

/** Stops sending after several unknown outcomes in a row: each of them costs a person's time. */
export interface Breaker {
	/** Throws `BreakerFault` while nothing may be sent. */
	mustBeClosed(): void;
	/** What became of an attempt. */
	note(outcome: OutcomeClass): void;
	readonly state: BreakerState;
}

/** What a breaker keeps over restarts. */
export interface BreakerState {
	/** Unknown outcomes in a row. */
	readonly unknowns: number;
	/** Nothing is sent before; then one attempt shows whether the service answers again. */
	readonly until?: EpochMs;
}

/** Nothing is sent until then, because too many outcomes in a row are unknown. */
export class BreakerFault extends Fault {
	readonly next = "wait" as const;
	override readonly fatal = true;
}

/** After so many in a row. */
const MOST = 3;
/** The first pause, doubled each time, and the longest. Milliseconds. */
const FIRST_MS = 5 * 60_000;
const LONGEST_MS = 60 * 60_000;

/** A breaker that goes on from what was kept of an earlier one. */
export function openBreaker(now: () => EpochMs, before: BreakerState = { unknowns: 0 }): Breaker {
	let state = before;
	return {
		get state() {
			return state;
		},
		mustBeClosed() {
			const { unknowns, until } = state;
			// A time further away was written by a clock that was wrong.
			if (until === undefined || until <= now() || until - now() > LONGEST_MS) return;
			throw breakerFault(unknowns, until);
		},
		note(outcome) {
			if (outcome === "not-sent") return;
			const unknowns = outcome === "unknown" ? state.unknowns + 1 : 0;
			const pauseMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** (unknowns - MOST));
			state = unknowns < MOST ? { unknowns } : { unknowns, until: epochMs(now() + pauseMs) };
		},
	};
}

function breakerFault(unknowns: number, until: EpochMs): BreakerFault {
	const time = new Date(until).toISOString();
	return new BreakerFault(
		`Sending has stopped: ${unknowns} outcomes in a row are unknown. The next attempt is made at ${time}.`,
		{ remedy: "Check the service, then record what became of the attempts: showrun status" },
	);
}
