import { Temporal } from "temporal-polyfill";
import { type EpochMs, epochMs } from "../model/brand.ts";

/**
 * What a wall-clock time in a zone comes to. A gap moves forward, an overlap takes the first (both are worth
 * a warning).
 */
export interface Instant {
	readonly at: EpochMs;
	readonly kind: "exact" | "gap" | "overlap";
}

/** Resolves `2026-12-01T09:00` in an IANA zone. Undefined when the date does not exist (`2026-02-30`). */
export function instantOf(wall: string, zone: string): Instant | undefined {
	const plain = plainOf(wall);
	if (plain === undefined) return undefined;
	const first = plain.toZonedDateTime(zone, { disambiguation: "earlier" });
	const last = plain.toZonedDateTime(zone, { disambiguation: "later" });
	if (first.epochMilliseconds === last.epochMilliseconds)
		return { at: epochMs(first.epochMilliseconds), kind: "exact" };
	const overlap = first.toPlainDateTime().equals(plain);
	return { at: epochMs((overlap ? first : last).epochMilliseconds), kind: overlap ? "overlap" : "gap" };
}

function plainOf(wall: string): Temporal.PlainDateTime | undefined {
	try {
		return Temporal.PlainDateTime.from(wall.replace(" ", "T"), { overflow: "reject" });
	} catch {
		return undefined;
	}
}
