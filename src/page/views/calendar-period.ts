import type { AgendaItem, AgendaStatus } from "../../model/agenda.ts";
import { MONTHS } from "../../views/calendar.ts";
import { weeksOf } from "../../views/month.ts";
import type { Overview } from "../port.ts";
import type { Frame } from "./layout.ts";

/** How much of the calendar is shown at once; a list is one of a month. */
export const CALENDAR_VIEWS = { month: "Month", week: "Week", day: "Day", list: "List" } as const;
export type CalendarView = keyof typeof CALENDAR_VIEWS;

/** Days in a row, as `2026-12-01`. */
export interface Period {
	/** From Monday, where there are several weeks. Undefined: a day of another month. */
	readonly weeks: readonly (readonly (string | undefined)[])[];
	readonly first: string;
	readonly last: string;
	readonly title: string;
	/** A day of the period before, and of the one after. */
	readonly before: string;
	readonly after: string;
}

/** A post on a day of the zone. */
export interface Dated {
	readonly item: AgendaItem;
	readonly standing: AgendaStatus;
	readonly at: number;
	/** `2026-12-01`. */
	readonly day: string;
	/** `2026-12-01 09:00`. */
	readonly wall: string;
}

/** What the parts of the calendar draw from. */
export interface CalendarDays extends Pick<Frame, "linksOf"> {
	readonly overview: Overview;
	readonly period: Period;
	readonly zone: string;
	readonly today: string;
	/** By time. */
	readonly posts: readonly Dated[];
	readonly page: number;
	/** Address of another part of the calendar, with the same account and zone. */
	readonly link: (view: CalendarView, day: string, page?: number) => string;
}

/** The month, week or day that a day is in. */
export function periodOf(view: CalendarView, day: string): Period {
	if (view === "day")
		return {
			weeks: [[day]],
			first: day,
			last: day,
			title: dayTitle(day),
			before: plus(day, -1),
			after: plus(day, 1),
		};
	if (view === "week") return weekOf(day);
	const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
	const weeks = weeksOf({ year, month });
	const days = weeks.flat().filter((each) => each !== undefined);
	const [first = day, last = day] = [days[0], days.at(-1)];
	const title = `${MONTHS[month - 1]} ${year}`;
	return { weeks, first, last, title, before: plus(first, -1), after: plus(last, 1) };
}

function weekOf(day: string): Period {
	const monday = plus(day, -((dateOf(day).getUTCDay() + 6) % 7));
	const days = Array.from({ length: 7 }, (_, at) => plus(monday, at));
	const last = plus(monday, 6);
	const title = `${shortTitle(monday)} to ${shortTitle(last)} ${last.slice(0, 4)}`;
	return { weeks: [days], first: monday, last, title, before: plus(monday, -7), after: plus(monday, 7) };
}

/** A day as `2026-12-01`, and one that exists. */
export function isDay(text: string): boolean {
	return /^[12]\d{3}-\d{2}-\d{2}$/.test(text) && plus(text, 0) === text;
}

function dateOf(day: string): Date {
	return new Date(`${day}T00:00Z`);
}

/** So many days later; not a day: empty. */
function plus(day: string, days: number): string {
	const at = dateOf(day).getTime() + days * 86_400_000;
	return Number.isFinite(at) ? new Date(at).toISOString().slice(0, 10) : "";
}

export const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** `Tuesday 1 December 2026`. */
export function dayTitle(day: string): string {
	return `${WEEKDAYS[dateOf(day).getUTCDay()]} ${shortTitle(day)} ${day.slice(0, 4)}`;
}

/** `1 December`. */
export function shortTitle(day: string): string {
	return `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`;
}
