/** Longest texts taken from an answer, in characters. */
const ID = 200;
const LINE = 1_000;
const PARAGRAPH = 10_000;
const URL_LENGTH = 8_000;

/** Anything that came as a JSON object. */
export type Wild = Readonly<Record<string, unknown>>;

/** A value as an object, if it is one. */
export function asObject(value: unknown): Wild | undefined {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Wild) : undefined;
}

/** The first members of a list; none for anything else. */
export function list(value: unknown, most: number): readonly unknown[] {
	return Array.isArray(value) ? value.slice(0, most) : [];
}

/** A finite number, also written as text (service-facts, behaviour 3). */
export function number(value: unknown): number | undefined {
	const parsed = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
	return typeof parsed === "number" && Number.isFinite(parsed) ? parsed : undefined;
}

/** A truth value, also written as text. */
export function flag(value: unknown): boolean | undefined {
	if (typeof value === "boolean") return value;
	return value === "true" ? true : value === "false" ? false : undefined;
}

/**
 * An id of the service: printable, without spaces, at most 200 characters; it may come as a number. Anything
 * else is no id.
 */
export function id(value: unknown): string | undefined {
	const text = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
	return typeof text === "string" && text.length <= ID && /^[^\p{C}\s]+$/u.test(text) ? text : undefined;
}

/** Text on one line, without control characters, bounded. Empty counts as absent. */
export function line(value: unknown): string | undefined {
	return clean(value, LINE)?.replace(/\s+/g, " ").trim() || undefined;
}

/** Text of several lines, without other control characters, bounded. Empty counts as absent. */
export function paragraph(value: unknown): string | undefined {
	return clean(value, PARAGRAPH)?.trim() || undefined;
}

/** An http or https URL that can be opened as it is. */
export function webUrl(value: unknown): string | undefined {
	if (typeof value !== "string" || value.length > URL_LENGTH || /[\p{C}\s]/u.test(value)) return undefined;
	return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) ? value : undefined;
}

/**
 * Generated text ends up in terminals, feeds and posts: no control characters but line breaks and tabs,
 * nothing that turns the direction of writing, no half characters where it is cut.
 */
function clean(value: unknown, most: number): string | undefined {
	if (typeof value !== "string" && typeof value !== "number") return undefined;
	return String(value)
		.slice(0, most)
		.replace(/\r\n?/g, "\n")
		.replace(/[^\P{Cc}\n\t]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu, "");
}
