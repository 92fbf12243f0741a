import type { AgendaStatus } from "../model/agenda.ts";
import { paintedMark, statusMark } from "./agenda-status.ts";
import { cut, type Ink, paint } from "./ink.ts";

/** One month of the calendar that people use: `month` from 1. */
export interface Month {
	readonly year: number;
	readonly month: number;
}

/** A post as a cell shows it. */
export interface CalendarPost {
	readonly standing: AgendaStatus;
	/** `09:00`. */
	readonly time: string;
	readonly platform: string;
}

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
/** From this inner width on, a cell names its posts instead of counting them. */
const ROOMY = 14;
const NAMED = 3;
/** Wider cells hold nothing more. */
const WIDEST = 22;

/**
 * The weeks of a month as a grid, days with how many posts of each kind, or with the posts where there is
 * room. `today`: `2026-12-01`.
 */
export function renderMonth(
	month: Month,
	posts: ReadonlyMap<string, readonly CalendarPost[]>,
	{ today, ...ink }: Ink & { readonly today: string },
): string {
	const cell = Math.min(WIDEST, Math.max(5, Math.floor((ink.width - 8) / 7)));
	const weeks = weeksOf(month).map((week) => weekLines(week, { posts, today, cell, ink }));
	const line = (left: string, middle: string, right: string) =>
		paint(ink).dim(`${left}${Array(7).fill("─".repeat(cell)).join(middle)}${right}`);
	const names = row(
		WEEKDAYS.map((name) => paddedCell([[cell < 11 ? name.slice(0, 3) : name, plainly]], cell)),
		ink,
	);
	const body = weeks.flatMap((lines) => [line("├", "┼", "┤"), ...lines.map((cells) => row(cells, ink))]);
	return [line("┌", "┬", "┐"), names, ...body, line("└", "┴", "┘")].join("\n");
}

/** Days as `2026-12-01`, seven a week from Monday; undefined outside of the month. */
export function weeksOf({ year, month }: Month): (string | undefined)[][] {
	const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
	const before = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7;
	const count = Math.ceil((before + days) / 7);
	return Array.from({ length: count }, (_, week) =>
		Array.from({ length: 7 }, (_, day) => dayOf({ year, month }, { day: week * 7 + day - before + 1, days })),
	);
}

function dayOf(
	{ year, month }: Month,
	{ day, days }: { readonly day: number; readonly days: number },
): string | undefined {
	return day < 1 || day > days
		? undefined
		: `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

interface Grid {
	readonly posts: ReadonlyMap<string, readonly CalendarPost[]>;
	readonly today: string;
	readonly cell: number;
	readonly ink: Ink;
}

/** The lines of a week, each of seven cells. */
function weekLines(week: readonly (string | undefined)[], grid: Grid): string[][] {
	const cells = week.map((day) => (day === undefined ? [] : cellLines(day, grid)));
	const height = Math.max(2, ...cells.map((lines) => lines.length));
	return Array.from({ length: height }, (_, at) => cells.map((lines) => lines[at] ?? " ".repeat(grid.cell)));
}

/** A text of a known number of columns, and how it is coloured. */
type Piece = readonly [text: string, coloured: (text: string) => string];
const plainly = (text: string) => text;

function cellLines(day: string, { posts, today, cell, ink }: Grid): string[] {
	const own = posts.get(day) ?? [];
	const number = String(Number(day.slice(8)));
	const head: Piece =
		day === today ? [`[${number}]`, paint(ink).bold] : [number, own.length === 0 ? paint(ink).dim : plainly];
	return [paddedCell([head], cell), ...(cell < ROOMY ? counts(own, cell, ink) : entries(own, cell, ink))];
}

/** `✓2 >1`, on as many lines as it needs. */
function counts(posts: readonly CalendarPost[], cell: number, ink: Ink): string[] {
	const kinds = [...new Set(posts.map(({ standing: status }) => status))];
	const pieces = kinds.map((status) =>
		marked(status, String(posts.filter((post) => post.standing === status).length), ink),
	);
	const lines: Piece[][] = [];
	for (const piece of pieces) {
		const last = lines.at(-1);
		if (last && columns([...last, piece]) + last.length < cell) last.push(piece);
		else lines.push([piece]);
	}
	return lines.map((line) => paddedCell(line, cell));
}

function columns(pieces: readonly Piece[]): number {
	return pieces.reduce((sum, [text]) => sum + text.length, 0);
}

function marked(status: AgendaStatus, text: string, ink: Ink): Piece {
	return [`${statusMark(status)}${text}`, () => `${paintedMark(status, ink)}${text}`];
}

/**
 * `> 09:00 youtube`: names of people and titles may be wider than they are long, so they stand in the list
 * only.
 */
function entries(posts: readonly CalendarPost[], cell: number, ink: Ink): string[] {
	const few = posts.length <= NAMED ? posts : posts.slice(0, NAMED - 1);
	const lines = few.map(({ standing, time, platform }) =>
		paddedCell([marked(standing, ` ${cut(`${time} ${platform}`, cell - 4)}`, ink)], cell),
	);
	return few.length === posts.length
		? lines
		: [...lines, paddedCell([[`  ${posts.length - few.length} more`, paint(ink).dim]], cell)];
}

/** Pieces in a cell, one column in from its left edge. */
function paddedCell(pieces: readonly Piece[], cell: number): string {
	const [text, length] = [
		pieces.map(([piece, coloured]) => coloured(piece)).join(" "),
		columns(pieces) + pieces.length - 1,
	];
	return ` ${text}${" ".repeat(Math.max(0, cell - 1 - length))}`;
}

function row(cells: readonly string[], ink: Ink): string {
	const edge = paint(ink).dim("│");
	return `${edge}${cells.join(edge)}${edge}`;
}
