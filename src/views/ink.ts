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

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not reach a terminal.
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Makes hostile text safe to print on one line: control characters and direction marks become visible. */
export function plain(text: string): string {
	return text.replace(UNPRINTABLE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Cuts text to a number of columns, with an ellipsis. */
export function cut(text: string, columns: number): string {
	const chars = [...text];
	return chars.length <= columns ? text : `${chars.slice(0, Math.max(0, columns - 1)).join("")}…`;
}

/** `1 post`, `2 posts`. */
export function counted(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** A time for people: `2026-12-01 09:00 Europe/Berlin (08:00Z)`, in the given zone. */
export function moment(at: number, zone: string): string {
	const there = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" }).format(at);
	return `${there} ${zone} (${new Date(at).toISOString().slice(11, 16)}Z)`;
}
