import { flowValue, isEnd, type Read, scalarAt } from "./ordinary-values.ts";
import type { Entries, ValueEntry } from "./plain-value.ts";

/** Lines that are being read. */
interface Cursor {
	readonly text: string;
	readonly entries: Entries;
	readonly end: number;
	/** Where the next thing stands that is no comment; at `end` or beyond: nothing is left. */
	at: number;
	/** How far it is indented. */
	indent: number;
}

/** A map or list of whole lines. */
export interface OrdinaryLines {
	readonly text: string;
	readonly start: number;
	readonly end: number;
}

/** Deeper ones are left to others. */
const MOST_LEVELS = 12;

/** Anything but lines of characters that can be seen. */
const ODD = /[^\n\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;

/**
 * The map or list that lines hold, where they hold only what most campaigns are made of: names as keys,
 * values on one line, without anchors, tags, escapes and texts over several lines. Of those a parser of all
 * of YAML takes thirty times as long. Undefined: something else is there, which may be a mistake.
 */
export function ordinaryValue({ text, start, end }: OrdinaryLines, entries: Entries): object | undefined {
	if (ODD.test(text.slice(start, end))) return undefined;
	const cursor: Cursor = { text, entries, end, at: start, indent: 0 };
	next(cursor, start);
	const value = cursor.at < end ? block(cursor, 0) : undefined;
	return cursor.at < end ? undefined : value;
}

/** Moves to what stands first from the start of a line on. */
function next(cursor: Cursor, line: number): void {
	const { text, end } = cursor;
	let [start, at] = [line, line];
	for (; at < end; start = at = endOfLine(text, at) + 1) {
		while (text[at] === " ") at++;
		if (at < end && text[at] !== "\n" && text[at] !== "#") break;
	}
	cursor.at = at;
	cursor.indent = at - start;
}

function endOfLine(text: string, at: number): number {
	const end = text.indexOf("\n", at);
	return end < 0 ? text.length : end;
}

function block(cursor: Cursor, level: number): object | undefined {
	if (level > MOST_LEVELS) return undefined;
	return isItem(cursor) ? list(cursor, level) : map(cursor, level);
}

function isItem({ text, at }: Cursor): boolean {
	return text[at] === "-" && text[at + 1] === " " && text[at + 2] !== " ";
}

const KEY = /([A-Za-z_][\w-]{0,99}):(?=[ \n]|$)/y;

function map(cursor: Cursor, level: number): object | undefined {
	const { indent, text, entries } = cursor;
	const own = new Map<string, ValueEntry>();
	const value: Record<string, unknown> = {};
	do {
		const { at } = cursor;
		KEY.lastIndex = at;
		const key = KEY.exec(text)?.[1];
		if (key === undefined || key === "__proto__" || own.has(key)) return undefined;
		const end = at + key.length;
		const read = valueBehind(cursor, end + 1, { indent, level });
		if (read === undefined) return undefined;
		value[key] = read.plain;
		own.set(key, { key: { start: at, end }, value: { start: read.start, end: read.end }, plain: read.plain });
	} while (goesOn(cursor, indent));
	entries.set(value, own);
	return cursor.at < cursor.end && cursor.indent > indent ? undefined : value;
}

function list(cursor: Cursor, level: number): object | undefined {
	const { indent, entries } = cursor;
	const own = new Map<string, ValueEntry>();
	const values: unknown[] = [];
	do {
		if (!isItem(cursor)) return undefined;
		const read = item(cursor, indent, level);
		if (read === undefined) return undefined;
		const span = { start: read.start, end: read.end };
		own.set(String(values.length), { key: span, value: span, plain: read.plain });
		values.push(read.plain);
	} while (goesOn(cursor, indent));
	entries.set(values, own);
	return cursor.at < cursor.end && cursor.indent > indent ? undefined : values;
}

function goesOn({ at, end, indent }: Cursor, own: number): boolean {
	return at < end && indent === own;
}

/** What an item is: a value, or a map that begins behind its dash. */
function item(cursor: Cursor, indent: number, level: number): Read | undefined {
	const start = cursor.at + 2;
	KEY.lastIndex = start;
	if (!KEY.test(cursor.text)) return valueBehind(cursor, start, { indent, level });
	cursor.at = start;
	cursor.indent = indent + 2;
	return nested(cursor, level);
}

interface Around {
	readonly indent: number;
	readonly level: number;
}

/** The value behind a key or a dash: in its line, or below it and further in. */
function valueBehind(cursor: Cursor, behind: number, { indent, level }: Around): Read | undefined {
	const { text } = cursor;
	let start = behind;
	while (text[start] === " ") start++;
	const end = endOfLine(text, start);
	if (start >= end || (text[start] === "#" && start > behind)) {
		next(cursor, end + 1);
		return cursor.at < cursor.end && cursor.indent > indent ? nested(cursor, level) : undefined;
	}
	const read = flowValue(cursor, start) ?? scalarAt(text, start, end);
	if (read === undefined || !isEnd(text, read.end, end)) return undefined;
	next(cursor, end + 1);
	// What is further in goes on with the value.
	return cursor.at < cursor.end && cursor.indent > indent ? undefined : read;
}

function nested(cursor: Cursor, level: number): Read | undefined {
	const start = cursor.at;
	const plain = block(cursor, level + 1);
	return plain && { plain, start, end: cursor.at };
}
