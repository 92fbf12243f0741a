import { daysOf, type ZoneDay } from "../compose/zone.ts";
import { type EpochMs, epochMs } from "../model/brand.ts";

const DAY_MS = 86_400_000;

/** How often one account may be posted to. */
export interface Limits {
	/** `accountKey`. */
	readonly account: string;
	/** IANA name; days are counted in it. */
	readonly timezone: string;
	/** Most posts in a day of the zone, and in any 24 hours. */
	readonly maxPerDay?: number;
	readonly minGapMs?: number;
}

/** Why nothing may be posted at a time, and a later time before which that stays so. */
export interface SlotConflict {
	readonly reason: "daily-cap" | "min-gap";
	readonly until: EpochMs;
}

/** When each account is posted to: before, and by the plan so far. */
export interface Bookings {
	add(account: string, at: EpochMs): void;
	taken(account: string, at: EpochMs): boolean;
	conflict(limits: Limits, at: EpochMs): SlotConflict | undefined;
}

/** Bookings without any. */
export function noBookings(): Bookings {
	const booked = new Map<string, EpochMs[]>();
	const dayOf = dayFinder();
	const of = (account: string) => booked.get(account) ?? [];
	return {
		add(account, at) {
			const times = of(account);
			// Behind its equals, because posts as soon as possible all come at the end.
			times.splice(indexOf(times, at + 1), 0, at);
			booked.set(account, times);
		},
		taken: (account, at) => of(account)[indexOf(of(account), at)] === at,
		conflict(limits, at) {
			const times = of(limits.account);
			if (times.length === 0) return undefined;
			return (
				tooClose(times, at, limits) ??
				(limits.maxPerDay === undefined
					? undefined
					: tooMany(times, dayOf(limits.timezone, at), { at, most: limits.maxPerDay }))
			);
		},
	};
}

/** Index of the first time that is not before `at`. */
function indexOf(times: readonly EpochMs[], at: number): number {
	let [low, high] = [0, times.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((times[middle] ?? 0) < at) low = middle + 1;
		else high = middle;
	}
	return low;
}

function tooClose(
	times: readonly EpochMs[],
	at: EpochMs,
	{ minGapMs: gap }: Limits,
): SlotConflict | undefined {
	if (gap === undefined) return undefined;
	// The last of those that are too close decides: behind it is the first chance.
	const near = times[indexOf(times, at + gap) - 1];
	return near !== undefined && near > at - gap
		? { reason: "min-gap", until: epochMs(near + gap) }
		: undefined;
}

/** A full day of the zone, or any 24 hours that hold `at` and as many others as are allowed. */
function tooMany(
	times: readonly EpochMs[],
	{ from, until }: ZoneDay,
	{ at, most }: { readonly at: EpochMs; readonly most: number },
): SlotConflict | undefined {
	if (indexOf(times, until) - indexOf(times, from) >= most) return { reason: "daily-cap", until };
	const end = indexOf(times, at + DAY_MS) - most;
	for (let first = indexOf(times, at - DAY_MS + 1); first <= end; first++) {
		const earliest = times[first] ?? at;
		const latest = times[first + most - 1] ?? at;
		if (Math.max(latest, at) - Math.min(earliest, at) < DAY_MS)
			return { reason: "daily-cap", until: epochMs(earliest + DAY_MS) };
	}
	return undefined;
}

/** The days of every zone that is asked about. */
export function dayFinder(): (zone: string, at: EpochMs) => ZoneDay {
	const zones = new Map<string, ReturnType<typeof daysOf>>();
	return (zone, at) => {
		const days = zones.get(zone) ?? daysOf(zone);
		zones.set(zone, days);
		return days(at);
	};
}
