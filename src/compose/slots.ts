import type { EpochMs } from "../model/brand.ts";
import type { Schedule, Weekday } from "../model/campaign.ts";
import type { Instant } from "./when.ts";
import { clockOf } from "./zone.ts";

const DAY_MS = 86_400_000;

/** A schedule that has no slot for so many days has none any more. */
const SEARCH_DAYS = 400;

/** Every zone's midnight lies within so much of that of UTC, in milliseconds. */
const REACH_MS = 15 * 3_600_000;

/** One time of a schedule. */
export interface Slot extends Instant {
	/** What the clocks of its zone should show: `2026-12-01T09:00`. In a gap they show a later time. */
	readonly wall: string;
}

/**
 * The slots of a schedule from a moment on (included), in order and each instant once, up to `until`
 * (included). Ends after 400 days without a slot.
 */
export function* slots(schedule: Schedule, from: EpochMs, until?: EpochMs): Generator<Slot, undefined> {
	let last: EpochMs | undefined;
	for (const slot of ordered(schedule, from)) {
		if (until !== undefined && slot.at > until) return;
		if (slot.at >= from && slot.at !== last) yield slot;
		last = slot.at;
	}
}

/**
 * A gap may move a slot behind those that follow it, even over midnight, so each waits until no later day can
 * come before it.
 */
function* ordered(schedule: Schedule, from: EpochMs): Generator<Slot> {
	const clock = clockOf(schedule.timezone);
	let waiting: Slot[] = [];
	let bare = 0;
	for (let day = firstDay(schedule, from); bare < SEARCH_DAYS && !isOver(schedule, day); day += DAY_MS) {
		const found = wallsOn(schedule, day).flatMap((wall) => slotAt(wall, clock));
		bare = found.some(({ at }) => at >= from) ? 0 : bare + 1;
		const all = waiting.concat(found).sort((a, b) => a.at - b.at);
		waiting = all.filter(({ at }) => at >= day + DAY_MS - REACH_MS);
		yield* all.slice(0, all.length - waiting.length);
	}
	yield* waiting;
}

function slotAt(wall: string, clock: ReturnType<typeof clockOf>): Slot[] {
	const instant = clock(wall);
	return instant === undefined ? [] : [{ ...instant, wall }];
}

/** Days are counted as midnights of UTC, whatever the zone. A gap can move a slot by a day at most. */
function firstDay({ from }: Schedule, after: EpochMs): number {
	const near = Math.floor(after / DAY_MS) * DAY_MS - 2 * DAY_MS;
	return from === undefined ? near : Math.max(near, Date.parse(dateOf(from)));
}

function isOver({ until }: Schedule, day: number): boolean {
	return until !== undefined && day > Date.parse(dateOf(until));
}

/** The wall-clock times of one day. */
function wallsOn({ slots: times, except, from, until }: Schedule, day: number): string[] {
	const date = new Date(day).toISOString().slice(0, 10);
	if (except.some((days) => days.from <= date && date <= days.to)) return [];
	const walls = (times[weekdayOf(day)] ?? []).map((time) => `${date}T${time}`);
	return walls.filter(
		(wall) =>
			(from === undefined || wall >= minute(from)) &&
			(until === undefined || wall <= minute(until, "T23:59")),
	);
}

/** 1970-01-01 was a Thursday. */
function weekdayOf(day: number): Weekday {
	return (((((day / DAY_MS + 3) % 7) + 7) % 7) + 1) as Weekday;
}

/** A bound in the form of the slots. Slots are on whole minutes, so a bound within a minute is behind it. */
function minute(bound: string, end = "T00:00"): string {
	return bound.includes("T") ? bound.replace(/^(.{16}):00$/, "$1") : `${bound}${end}`;
}

function dateOf(bound: string): string {
	return bound.slice(0, 10);
}
