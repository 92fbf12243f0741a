import { Temporal } from "temporal-polyfill";
import { type EpochMs, epochMs } from "../model/brand.ts";
import { type Instant, instantOf } from "./when.ts";

const DAY_MS = 86_400_000;

/** A stretch of time in which a zone's clocks do not change. Ends are open where the zone has no more changes. */
interface Stretch {
	readonly offsetMs: number;
	readonly from: number;
	readonly until: number;
}

/** Reads wall clocks of one IANA zone in passing: near a change of the clocks like `instantOf`, elsewhere by adding the offset, which is many times faster. */
export function clockOf(zone: string): (wall: string) => Instant | undefined {
	let stretch: Stretch = { offsetMs: 0, from: 0, until: 0 };
	return (wall) => {
		const naive = Date.parse(`${wall}Z`);
		if (Number.isNaN(naive)) return undefined;
		if (!holds(stretch, naive)) stretch = stretchAt(zone, naive);
		return holds(stretch, naive) ? { at: epochMs(naive - stretch.offsetMs), kind: "exact" } : instantOf(wall, zone);
	};
}

/** No clock is more than a day away from UTC, and no change moves one by more. */
function holds({ from, until }: Stretch, naive: number): boolean {
	return naive - 2 * DAY_MS > from && naive + 2 * DAY_MS < until;
}

function stretchAt(zone: string, naive: number): Stretch {
	// A change at this very moment is neither before nor after it, so the stretch is asked for from just behind it.
	const here = Temporal.Instant.fromEpochMilliseconds(naive + 1).toZonedDateTimeISO(zone);
	return {
		offsetMs: here.offsetNanoseconds / 1e6,
		from: here.getTimeZoneTransition("previous")?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
		until: here.getTimeZoneTransition("next")?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
	};
}

/** The day (`2026-12-01`) that a moment falls on in an IANA zone, and when it begins and ends. */
export interface ZoneDay {
	readonly day: string;
	readonly from: EpochMs;
	/** Exclusive. */
	readonly until: EpochMs;
}

/** Finds the day of a moment in a zone. */
export function zoneDay(zone: string, at: EpochMs): ZoneDay {
	const start = Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(zone).startOfDay();
	const next = start.toPlainDate().add({ days: 1 }).toZonedDateTime(zone);
	return { day: start.toPlainDate().toString(), from: epochMs(start.epochMilliseconds), until: epochMs(next.epochMilliseconds) };
}
