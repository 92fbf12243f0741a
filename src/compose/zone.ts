import { Temporal } from "temporal-polyfill";
import { type EpochMs, epochMs } from "../model/brand.ts";
import { type Instant, instantOf } from "./when.ts";

const DAY_MS = 86_400_000;

/**
 * A stretch of time in which a zone's clocks do not change. Ends are open where the zone has no more changes.
 */
interface Stretch {
	readonly offsetMs: number;
	readonly from: number;
	readonly until: number;
}

/**
 * Reads wall clocks of one IANA zone in passing: near a change of the clocks like `instantOf`, elsewhere by
 * adding the offset, which is many times faster.
 */
export function clockOf(zone: string): (wall: string) => Instant | undefined {
	let stretch: Stretch = { offsetMs: 0, from: 0, until: 0 };
	return (wall) => {
		const naive = Date.parse(`${wall}Z`);
		if (Number.isNaN(naive)) return undefined;
		if (!holds(stretch, naive)) stretch = stretchAt(zone, naive);
		return holds(stretch, naive)
			? { at: epochMs(naive - stretch.offsetMs), kind: "exact" }
			: instantOf(wall, zone);
	};
}

/** No clock is more than a day away from UTC, and no change moves one by more. */
function holds({ from, until }: Stretch, naive: number): boolean {
	return naive - 2 * DAY_MS > from && naive + 2 * DAY_MS < until;
}

function stretchAt(zone: string, naive: number): Stretch {
	const near = (ms: number) => Temporal.Instant.fromEpochMilliseconds(naive + ms).toZonedDateTimeISO(zone);
	// A change at this very moment is neither before nor after it, so each side is asked for from just across
	// it.
	return {
		offsetMs: near(0).offsetNanoseconds / 1e6,
		from: near(1).getTimeZoneTransition("previous")?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
		until: near(-1).getTimeZoneTransition("next")?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
	};
}

/** When a day of a zone begins and ends. */
export interface ZoneDay {
	readonly from: EpochMs;
	/** Exclusive. */
	readonly until: EpochMs;
}

/**
 * Finds the days of moments in one IANA zone: near a change of the clocks by asking, elsewhere by adding the
 * offset.
 */
export function daysOf(zone: string): (at: EpochMs) => ZoneDay {
	let stretch: Stretch = { offsetMs: 0, from: 0, until: 0 };
	return (at) => {
		if (!holds(stretch, at)) stretch = stretchAt(zone, Math.floor(at));
		return holds(stretch, at) ? plainDay(at, stretch) : askedDay(zone, at);
	};
}

function plainDay(at: EpochMs, { offsetMs }: Stretch): ZoneDay {
	const from = Math.floor((at + offsetMs) / DAY_MS) * DAY_MS - offsetMs;
	return { from: epochMs(from), until: epochMs(from + DAY_MS) };
}

function askedDay(zone: string, at: EpochMs): ZoneDay {
	const start = Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(zone).startOfDay();
	const next = start.toPlainDate().add({ days: 1 }).toZonedDateTime(zone);
	return { from: epochMs(start.epochMilliseconds), until: epochMs(next.epochMilliseconds) };
}
