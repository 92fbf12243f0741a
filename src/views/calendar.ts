import { isPostAddress } from "../model/address.ts";
import type { AgendaItem, AgendaStatus } from "../model/agenda.ts";
import { legend, paintedMark } from "./agenda-status.ts";
import { counted, cut, grouped, type Ink, moment, offsetOf, paint, plain, wallTime, wrap } from "./ink.ts";
import { type CalendarPost, type Month, renderMonth } from "./month.ts";

/** What a calendar shows. */
export interface Calendar {
	/** Everything, by time; what is no post is left out. */
	readonly items: readonly AgendaItem[];
	readonly month: Month;
	/** The clock, in milliseconds. */
	readonly now: number;
}

/** How it is drawn: days and times are those of the zone. */
export interface CalendarInk extends Ink {
	readonly zone: string;
	readonly detail?: true;
}

/** So many posts are listed without `--detail`. */
const LISTED = 60;

/** The grid of the month, what its marks mean, its posts day by day, and what is not in it. */
export function renderCalendar({ items, month, now }: Calendar, ink: CalendarInk): string {
	const posts = items
		.filter(({ address }) => isPostAddress(address))
		.map((item) => ({ ...item, standing: calendarStatus(item, now) }));
	const dated = posts.flatMap((item) =>
		item.at === undefined ? [] : [{ item, at: item.at, wall: wallTime(item.at, ink.zone) }],
	);
	const own = dated.filter(({ wall }) => wall.startsWith(keyOf(month)));
	const grid = renderMonth(month, byDay(own), { ...ink, today: wallTime(now, ink.zone).slice(0, 10) });
	const marks = legend(new Set(own.map(({ item }) => item.standing)), ink);
	const head = `${paint(ink).bold(`${MONTHS[month.month - 1]} ${month.year}`)} (${plain(ink.zone)})`;
	const parts = [
		`${head}\n${grid}${marks && `\n${marks}`}`,
		...list(own, ink),
		...elsewhere(dated, { posts, month }, ink),
	];
	return `${parts.join("\n\n")}\n`;
}

/**
 * What nobody has taken yet is planned, whatever it waits for; what was taken goes out, whatever the campaign
 * says now.
 */
export function calendarStatus({ standing, state, at }: AgendaItem, now: number): AgendaStatus {
	if (state === undefined) return standing === "waiting" ? "todo" : standing;
	if (standing !== "attention") return standing;
	return at !== undefined && at > now ? "waiting" : "done";
}

export const MONTHS = [
	"January",
	"February",
	"March",
	"April",
	"May",
	"June",
	"July",
	"August",
	"September",
	"October",
	"November",
	"December",
];

function keyOf({ year, month }: Month): string {
	return `${year}-${String(month).padStart(2, "0")}`;
}

interface Dated {
	readonly item: AgendaItem;
	readonly at: number;
	readonly wall: string;
}

function byDay(posts: readonly Dated[]): Map<string, CalendarPost[]> {
	const days = new Map<string, CalendarPost[]>();
	for (const { item, wall } of posts) {
		const post = { standing: item.standing, time: wall.slice(11), platform: item.account?.platform ?? "" };
		days.set(wall.slice(0, 10), [...(days.get(wall.slice(0, 10)) ?? []), post]);
	}
	return days;
}

function list(posts: readonly Dated[], ink: CalendarInk): string[] {
	if (posts.length === 0) return ["No posts in this month."];
	const shown = ink.detail ? posts : posts.slice(0, LISTED);
	const days = [...new Set(shown.map(({ wall }) => wall.slice(0, 10)))];
	const more =
		shown.length === posts.length
			? []
			: [`… and ${grouped(posts.length - shown.length)} more, --detail shows all`];
	return [
		[
			...days.flatMap((day) => [
				dayName(day),
				...shown.filter(({ wall }) => wall.startsWith(day)).flatMap((post) => lines(post, ink)),
			]),
			...more,
		].join("\n"),
	];
}

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

function dayName(day: string): string {
	return (
		`${DAYS[new Date(`${day}T00:00Z`).getUTCDay()]} ${Number(day.slice(8))} ` +
		`${MONTHS[Number(day.slice(5, 7)) - 1]}`
	);
}

/** Time in the zone and in UTC, what it is, and where it goes; below it the address. */
function lines({ item, at, wall }: Dated, ink: CalendarInk): string[] {
	const { standing, title, account, address } = item;
	const utc =
		ink.zone === "UTC" ? "" : ` ${offsetOf(at, wall)} (${new Date(at).toISOString().slice(11, 16)}Z)`;
	const lead = `  ${paintedMark(standing, ink)} ${wall.slice(11)}${utc}`;
	const to = account === undefined ? "" : ` to ${account.platform} ${plain(account.username)}`;
	const room = Math.max(12, ink.width - 10 - utc.length - to.length - 3);
	return [
		`${lead} ${title === undefined ? "(no title yet)" : `"${cut(plain(title), room)}"`}${to}`,
		`    ${paint(ink).dim(plain(address))}`,
	];
}

/** Posts that this month does not show. */
function elsewhere(
	dated: readonly Dated[],
	{ posts, month }: { readonly posts: readonly AgendaItem[]; readonly month: Month },
	ink: CalendarInk,
): string[] {
	const others = new Map<string, number>();
	for (const { wall } of dated)
		if (!wall.startsWith(keyOf(month))) others.set(wall.slice(0, 7), (others.get(wall.slice(0, 7)) ?? 0) + 1);
	const months = [...others].map(([key, count]) => `${key} (${grouped(count)})`).join(", ");
	const next = dated.find(({ wall, item }) => wall.slice(0, 7) > keyOf(month) && item.standing !== "done");
	const undated = posts.length - dated.length;
	const all = [
		...(months === "" ? [] : [`Other months: ${months}`]),
		...(next === undefined ? [] : [`Next after this month: ${moment(next.at, ink.zone)}`]),
		...(undated === 0
			? []
			: [
					`${counted(undated, "address")} of posts without a time yet: ` +
						"as soon as possible, or once the clips are known (showrun plan)",
				]),
	];
	return all.length === 0 ? [] : [all.flatMap((line) => wrap(line, ink.width)).join("\n")];
}
