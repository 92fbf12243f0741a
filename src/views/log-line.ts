import type { Notice } from "../model/notice.ts";
import { type Ink, paint, plain } from "./ink.ts";

/** Numbers that collectors of logs know. */
const LEVELS = { info: 30, warn: 40, error: 50 } as const;

/** When it happened, and an event with a message of its own that belongs to it. */
export interface LogContext {
	readonly at: Date;
	readonly event?: object;
}

/** One line of JSON, for collectors of logs. */
export function jsonLogLine({ level, message, ...details }: Notice, { at, event }: LogContext): string {
	const line = { level: LEVELS[level], time: at.toISOString(), ...details, ...event, msg: message };
	return `${JSON.stringify(line)}\n`;
}

/** One line for people: the time of day here, the level, the message and its details. */
export function renderLogLine(
	{ level, message, ...details }: Notice,
	{ at, event, ink }: LogContext & { readonly ink: Ink },
): string {
	const { dim, red, yellow } = paint(ink);
	const marks = { info: "     ", warn: yellow("warn "), error: red("error") };
	const said = Object.entries({ ...details, ...event }).flatMap(([name, value]) => {
		const text = textOf(value);
		return text === "" ? [] : [`${dim(`${plain(name)}:`)} ${text}`];
	});
	return `${dim(timeOfDay(at))} ${marks[level]} ${message.split("\n").map(plain).join("\n")}${said.length === 0 ? "" : `  ${said.join("  ")}`}\n`;
}

/** Lines for people, with the time of day before the first. Empty where there are none. */
export function renderTimedText(
	text: (ink: Ink) => string,
	{ at, ink }: Pick<LogContext, "at"> & { readonly ink: Ink },
): string {
	const time = timeOfDay(at);
	const said = text({ ...ink, width: ink.width - time.length - 1 });
	if (said === "") return "";
	const [first = "", ...rest] = said.split("\n");
	const below = rest.map((line) => `${" ".repeat(time.length + 1)}${line}\n`);
	return `${paint(ink).dim(time)} ${first}\n${below.join("")}`;
}

function textOf(value: unknown): string {
	if (value === undefined) return "";
	if (Array.isArray(value)) return value.map(textOf).join(", ");
	return plain(typeof value === "object" ? JSON.stringify(value) : String(value));
}

function timeOfDay(at: Date): string {
	const two = (number: number) => String(number).padStart(2, "0");
	return [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(":");
}
