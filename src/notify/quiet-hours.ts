import type { EpochMs } from "../model/brand.ts";
import type { NotifyRules } from "../model/notify.ts";
import { wallTime } from "../views/ink.ts";

/** Day and time of the wall clock in a zone: `2026-12-01`, `09:00`. */
export function wallClock(at: EpochMs, zone: string): { readonly day: string; readonly time: string } {
	const [day = "", time = ""] = wallTime(at, zone).split(" ");
	return { day, time };
}

/** Minutes since midnight of `HH:MM`. */
export function minuteOfDay(time: string): number {
	const [hours, minutes] = time.split(":").map(Number);
	return (hours ?? 0) * 60 + (minutes ?? 0);
}

/** Whether a channel is quiet now. Hours from 22:00 to 07:00 go over midnight. */
export function isQuiet(now: EpochMs, { quiet, timezone }: Pick<NotifyRules, "quiet" | "timezone">): boolean {
	if (quiet === undefined) return false;
	const [from, to] = [minuteOfDay(quiet.from), minuteOfDay(quiet.to)];
	const minute = minuteOfDay(wallClock(now, timezone).time);
	return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}
