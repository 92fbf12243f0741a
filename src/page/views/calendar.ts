import { isPostAddress } from "../../model/address.ts";
import { AGENDA_STATUSES, type AgendaItem, type AgendaStatus } from "../../model/agenda.ts";
import { isTimeZone } from "../../model/time-zone.ts";
import { CALENDAR_WORDS } from "../../views/agenda-status.ts";
import { calendarStatus } from "../../views/calendar.ts";
import { counted, wallTime, wallTimes } from "../../views/ink.ts";
import type { Overview } from "../port.ts";
import { gridOf } from "./calendar-grid.ts";
import { listOf } from "./calendar-list.ts";
import {
	CALENDAR_VIEWS,
	type CalendarDays,
	type CalendarView,
	type Dated,
	isDay,
	type Period,
	periodOf,
} from "./calendar-period.ts";
import { type Html, html, type Part } from "./html.ts";
import type { Frame } from "./layout.ts";
import { withQuery } from "./page-size.ts";
import { accountName, accountNames, choice, named } from "./posts.ts";
import { pill } from "./status-pill.ts";

/** What of the calendar is shown; what is empty or wrong has its default. */
export interface CalendarQuery {
	readonly view: string;
	/** A day in what is shown, `2026-12-01`. */
	readonly day: string;
	readonly account: string;
	/** IANA name. */
	readonly zone: string;
	readonly page: number;
}

interface CalendarAround extends Pick<Frame, "linksOf"> {
	/** Used where none is asked for. */
	readonly ownZone: string;
}

/** Posts by day: a month, a week, a day, or as a list. */
export function calendarPage(overview: Overview, query: CalendarQuery, around: CalendarAround): Html {
	const view: CalendarView = Object.hasOwn(CALENDAR_VIEWS, query.view)
		? (query.view as CalendarView)
		: "month";
	const zone = isTimeZone(query.zone) ? query.zone : around.ownZone;
	const today = wallTime(overview.now, zone).slice(0, 10);
	const day = isDay(query.day) ? query.day : today;
	const period = periodOf(view, day);
	const kept = { account: query.account, zone: isTimeZone(query.zone) ? query.zone : "" };
	const link = (to: CalendarView, date: string, page?: number) =>
		withQuery("calendar", { view: to, day: date, ...kept, page });
	const all = overview.items.filter(
		({ address, account }) =>
			isPostAddress(address) &&
			(query.account === "" || (account !== undefined && accountName(account) === query.account)),
	);
	const posts = datedIn(all, { period, zone, now: overview.now });
	const days: CalendarDays = {
		overview,
		period,
		zone,
		today,
		posts,
		page: query.page,
		link,
		linksOf: around.linksOf,
	};
	return html`${filters(overview, { ...query, view, day, zone })}
${query.zone !== "" && kept.zone === "" && html`<p class="notice bad" role="alert">There is no time zone ${query.zone.slice(0, 80)}. Write its name, as in Europe/Berlin.</p>`}
${navigation(days, { view, day })}
<div data-live="calendar">
${legend(posts)}
${view === "month" || view === "week" ? gridOf(days, view) : listOf(days, view)}
${elsewhere(all, days, view)}
</div>`;
}

interface Within {
	readonly period: Period;
	readonly zone: string;
	readonly now: number;
}

/** No zone is further from UTC than that. Milliseconds. */
const MOST_OFFSET = 15 * 3_600_000;

/** The posts of a period. Clocks of zones are slow, so only posts near the period are asked for theirs. */
function datedIn(items: readonly AgendaItem[], { period, zone, now }: Within): readonly Dated[] {
	const begin = Date.parse(`${period.first}T00:00Z`) - MOST_OFFSET;
	const end = Date.parse(`${period.last}T24:00Z`) + MOST_OFFSET;
	const clock = wallTimes(zone);
	return items
		.flatMap((item): Dated[] => {
			const { at } = item;
			if (at === undefined || at < begin || at > end) return [];
			const day = clock.day(at);
			if (day < period.first || day > period.last) return [];
			return [
				{
					...{ item, at, day, standing: calendarStatus(item, now) },
					// Of thousands of posts few are shown with their time.
					get wall() {
						return clock.time(at);
					},
				},
			];
		})
		.sort((one, other) => one.at - other.at);
}

function filters(overview: Overview, { view, day, account, zone }: Omit<CalendarQuery, "page">): Html {
	return html`<form class="filters" method="get" action="calendar" role="search">
<input type="hidden" name="view" value="${view}">
${choice({ label: "Account", name: "account", options: named(accountNames(overview)) }, account)}
<label>Day <input type="date" name="day" value="${day}"></label>
<label>Time zone <input name="zone" value="${zone}" list="zones" autocomplete="off" spellcheck="false"></label>
<datalist id="zones">${Intl.supportedValuesOf("timeZone").map((name) => html`<option value="${name}">`)}</datalist>
<button>Show</button></form>`;
}

function navigation(
	{ period, today, zone, link }: CalendarDays,
	{ view, day }: { readonly view: CalendarView; readonly day: string },
): Html {
	const views = (Object.keys(CALENDAR_VIEWS) as CalendarView[]).map((each) =>
		each === view
			? html`<li><a href="${link(each, day)}" aria-current="true">${CALENDAR_VIEWS[each]}</a></li>`
			: html`<li><a href="${link(each, day)}">${CALENDAR_VIEWS[each]}</a></li>`,
	);
	return html`<div class="period"><h2>${period.title} <span class="dim">${zone}</span></h2>
<nav aria-label="Time"><a class="button" rel="prev" href="${link(view, period.before)}"><span aria-hidden="true">←</span><span class="hidden">Earlier</span></a>
<a class="button" href="${link(view, today)}">Today</a>
<a class="button" rel="next" href="${link(view, period.after)}"><span aria-hidden="true">→</span><span class="hidden">Later</span></a></nav>
<nav aria-label="View"><ul class="views">${views}</ul></nav></div>`;
}

/** How many there are of each kind, which is what the colours mean. */
function legend(posts: readonly Dated[]): Part {
	if (posts.length === 0) return undefined;
	return html`<p class="legend">${(Object.keys(AGENDA_STATUSES) as AgendaStatus[]).map((standing): Part => {
		const count = posts.filter((post) => post.standing === standing).length;
		return count > 0 && html`${pill(standing, `${count} ${CALENDAR_WORDS[standing]}`)} `;
	})}</p>`;
}

/** What this period does not show. */
function elsewhere(
	all: readonly AgendaItem[],
	{ period, zone, link }: CalendarDays,
	view: CalendarView,
): Part {
	const undated = all.filter(({ at }) => at === undefined).length;
	const end = Date.parse(`${period.last}T24:00Z`);
	const later = all.reduce(
		(next, { at = 0, standing }) => (at > end && standing !== "done" ? Math.min(next, at) : next),
		Number.POSITIVE_INFINITY,
	);
	const next = Number.isFinite(later) ? wallTime(later, zone) : undefined;
	return html`<div class="elsewhere">
${next !== undefined && html`<p>Next after this: <a href="${link(view, next.slice(0, 10))}">${next}</a></p>`}
${undated > 0 && html`<p class="dim">${counted(undated, "post")} without a time yet: as soon as possible, or once the clips are known. See the <a href="plan">plan</a>.</p>`}
</div>`;
}
