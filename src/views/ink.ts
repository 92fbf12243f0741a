import pc from "picocolors";

/** How a view may draw. `width` in columns. */
export interface Ink {
	readonly colour: boolean;
	readonly width: number;
}

/** Colour functions that do nothing without colour. */
export function paint(ink: Pick<Ink, "colour">): ReturnType<typeof pc.createColors> {
	return pc.createColors(ink.colour);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not reach a terminal.
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Makes hostile text safe to print on one line: control characters and direction marks become visible. */
export function plain(text: string): string {
	return text.replace(UNPRINTABLE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Cuts text to a number of columns, with an ellipsis. */
export function cut(text: string, columns: number): string {
	if (text.length <= columns) return text;
	// A character takes two places of a string at most, and texts may be megabytes long.
	const chars = [...text.slice(0, 2 * Math.max(0, columns) + 2)];
	return chars.length <= columns ? text : `${chars.slice(0, Math.max(0, columns - 1)).join("")}…`;
}

/** `1 post`, `2 posts`, `3 addresses`; thousands with a comma. */
export function counted(count: number, noun: string): string {
	return `${grouped(count)} ${noun}${count === 1 ? "" : noun.endsWith("s") ? "es" : "s"}`;
}

/** `10,000`. */
export function grouped(count: number): string {
	return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/**
 * A time for people: `2026-12-01 09:00 +01:00 Europe/Berlin (08:00Z)`, in the given zone; the date in UTC
 * only where it is another one.
 */
export function moment(at: number, zone: string): string {
	const there = wallTime(at, zone);
	const utc = new Date(at).toISOString();
	if (zone === "UTC") return `${there} UTC`;
	return `${there} ${offsetOf(at, there)} ${zone} (${there.startsWith(utc.slice(0, 10)) ? "" : `${utc.slice(0, 10)} `}${utc.slice(11, 16)}Z)`;
}

/** How far a wall clock is from UTC at that time: `+01:00`. */
export function offsetOf(at: number, wall: string): string {
	const minutes = Math.round(Date.parse(`${wall.replace(" ", "T")}Z`) / 60_000) - Math.floor(at / 60_000);
	const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
	return `${minutes < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
}

/** The wall clock in a zone: `2026-12-01 09:00`. */
export function wallTime(at: number, zone: string): string {
	return wallClock(zone).format(at);
}

/** No zone changes its clock within a quarter of an hour of UTC. Milliseconds. */
const SAME_CLOCK = 15 * 60_000;

/** The wall clock in a zone for many times. */
export interface WallClock {
	/** `2026-12-01 09:00`. */
	time(at: number): string;
	/** `2026-12-01`. Much faster: there are few days. */
	day(at: number): string;
}

const DAY = 86_400_000;

/** `wallTime` for many times of one zone: the zone is asked once a quarter of an hour. */
export function wallTimes(zone: string): WallClock {
	const offsets = new Map<number, number>();
	const days = new Map<number, string>();
	const shifted = (at: number) => {
		const begin = Math.floor(at / SAME_CLOCK) * SAME_CLOCK;
		const known = offsets.get(begin);
		const offset = known ?? Date.parse(`${wallTime(begin, zone).replace(" ", "T")}Z`) - begin;
		if (known === undefined) offsets.set(begin, offset);
		return at + offset;
	};
	const written = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace("T", " ");
	return {
		time: (at) => written(shifted(at)),
		day(at) {
			const number = Math.floor(shifted(at) / DAY);
			const day = days.get(number) ?? written(number * DAY).slice(0, 10);
			days.set(number, day);
			return day;
		},
	};
}

/** Making one takes longer than a thousand uses of it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function wallClock(zone: string): Intl.DateTimeFormat {
	const known = clocks.get(zone);
	if (known) return known;
	const made = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
	clocks.set(zone, made);
	return made;
}

/** A blank outside of a command. `showrun` in a path, or in a sentence about it, is none. */
const BREAK = /(?<!(?:^|[\s(])showrun(?: [a-z-]+(?:[ '.)].*)?)?)(?<!`showrun(?: [^`]*)?) /;

/**
 * Breaks at spaces; a word longer than the line stays whole, and so does a command, so that they can be
 * copied.
 */
export function wrap(text: string, columns: number): string[] {
	const lines: string[] = [];
	for (const word of text.includes("showrun") ? text.split(BREAK) : text.split(" ")) {
		const last = lines.at(-1);
		if (last !== undefined && last.length + 1 + word.length <= Math.max(20, columns))
			lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word);
	}
	return lines;
}
