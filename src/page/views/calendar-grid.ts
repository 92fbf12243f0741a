import { type CalendarDays, type Dated, shortTitle, WEEKDAYS } from "./calendar-period.ts";
import { type Html, html } from "./html.ts";
import { accountWords, linkOf, nameOf } from "./status-pill.ts";

/** So many posts of a day are named. */
const NAMED = { month: 4, week: 20 } as const;

/** The days of a month or a week, a cell each; narrow screens show how many there are. */
export function gridOf(days: CalendarDays, view: "month" | "week"): Html {
	const byDay = new Map<string, Dated[]>();
	for (const post of days.posts) {
		const known = byDay.get(post.day);
		if (known) known.push(post);
		else byDay.set(post.day, [post]);
	}
	const names = [...WEEKDAYS.slice(1), ...WEEKDAYS.slice(0, 1)];
	const cells = (week: readonly (string | undefined)[]) =>
		week.map((day) =>
			day === undefined
				? html`<td class="other"></td>`
				: cell(day, { days, view, posts: byDay.get(day) ?? [] }),
		);
	return html`<table class="calendar ${view}"><thead><tr>${names.map(
		(name) => html`<th scope="col"><abbr title="${name}">${name.slice(0, 3)}</abbr></th>`,
	)}</tr></thead><tbody>${days.period.weeks.map((week) => html`<tr>${cells(week)}</tr>\n`)}</tbody></table>`;
}

interface Cell {
	readonly days: CalendarDays;
	readonly view: "month" | "week";
	readonly posts: readonly Dated[];
}

function cell(day: string, { days, view, posts }: Cell): Html {
	const { today, link } = days;
	const shown = posts.slice(0, NAMED[view]);
	const more = posts.length - shown.length;
	const number = Number(day.slice(8));
	const count = posts.length === 1 ? "1 post" : `${posts.length} posts`;
	return html`<td class="day${day === today ? " today" : ""}${day < today ? " past" : ""}"><a class="number" href="${link("day", day)}"><span aria-hidden="true"><span class="weekday">${WEEKDAYS[new Date(`${day}T00:00Z`).getUTCDay()]}</span> ${number}</span><span class="hidden">${shortTitle(day)}${day === today && ", today"}: ${count}</span>${
		posts.length > 0 && html`<span class="many is-${worst(posts)}" aria-hidden="true">${posts.length}</span>`
	}</a>
<ul>${shown.map(chip)}</ul>${more > 0 && html`<a class="more" href="${link("day", day)}">${more} more</a>`}</td>`;
}

const BY_URGENCY = ["unknown", "failed", "attention", "waiting", "todo", "done", "cancelled"] as const;

/** What is seen first of a day. */
function worst(posts: readonly Dated[]): Dated["standing"] {
	return BY_URGENCY.find((standing) => posts.some((post) => post.standing === standing)) ?? "done";
}

function chip({ item, wall, standing }: Dated): Html {
	return html`<li><a class="chip is-${standing}" href="${linkOf(item.address)}"><span class="time">${wall.slice(11)}</span> ${nameOf(item)} ${accountWords(item)}</a></li>`;
}
