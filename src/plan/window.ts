import { type EpochMs, epochMs } from "../model/brand.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The service takes times 5 minutes to 30 days ahead (interface 4.3, 8); the margins allow for the way there and for clocks that differ. */
const EARLIEST = 5 * MINUTE + 30_000 + 2 * MINUTE;
const LATEST = 30 * DAY - 60 * MINUTE;

/** Where a wished time stands to the service's window. `opens`: when it can be handed over. */
export type Window = { readonly kind: "open" } | { readonly kind: "too-late" } | { readonly kind: "too-early"; readonly opens: EpochMs };

/** Tells whether a post for `at` can be handed over at `now`. */
export function windowOf(at: EpochMs, now: EpochMs): Window {
	if (at < now + EARLIEST) return { kind: "too-late" };
	if (at > now + LATEST) return { kind: "too-early", opens: epochMs(at - LATEST) };
	return { kind: "open" };
}
