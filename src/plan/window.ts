import { type EpochMs, epochMs } from "../model/brand.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * The service takes times 5 minutes to 30 days ahead (interface 4.3, 8); the margins allow for the way there
 * and for clocks that differ.
 */
const EARLIEST = 5 * MINUTE + 30_000 + 2 * MINUTE;
const LATEST = 30 * DAY - 60 * MINUTE;

/** A slot that is given now must not slip out of the window while it waits its turn to be sent. */
const SOONEST = EARLIEST + 2 * MINUTE;

/** A hand-over that is put off still needs time for tries. */
const LEAST_LEAD = 15 * MINUTE;

/** Where a wished time stands to the service's window. `opens`: when it can be handed over. */
export type Window =
	| { readonly kind: "open" }
	| { readonly kind: "too-late" }
	| { readonly kind: "too-early"; readonly opens: EpochMs };

/** Tells whether a post for `at` can be handed over at `now`. */
export function windowOf(at: EpochMs, now: EpochMs): Window {
	if (at < now + EARLIEST) return { kind: "too-late" };
	if (at > now + LATEST) return { kind: "too-early", opens: epochMs(at - LATEST) };
	return { kind: "open" };
}

/**
 * When a post for `at` is handed over: so long before, or, without a lead, as soon as the service takes it.
 */
export function handoverOf(at: EpochMs, leadMs: number = LATEST): EpochMs {
	return epochMs(at - Math.min(LATEST, Math.max(LEAST_LEAD, leadMs)));
}

/** The first time that a slot given at `now` may have. */
export function soonest(now: EpochMs): EpochMs {
	return epochMs(now + SOONEST);
}
