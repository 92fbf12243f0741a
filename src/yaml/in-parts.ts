import { isMap, isSeq } from "yaml";
import { compose, MAX_DEPTH } from "./compose.ts";
import { type Entries, type PlainValue, plainValue, type ValueEntry } from "./plain-value.ts";

/** Texts up to so many characters are read at once, and parts of longer ones are about as long. */
const PART = 32_768;

/**
 * Reads a long text part by part, so that only one part at a time is held as tokens and nodes. Undefined
 * where it is short or anything in it is out of the ordinary: that is to be read at once.
 */
export function readInParts(text: string, most = PART): PlainValue | undefined {
	if (text.length <= most || EXTRAORDINARY.test(text)) return undefined;
	const entries: Entries = new WeakMap();
	const value = block({ text, entries, most }, { start: 0, end: text.length, level: 0 });
	return value === undefined ? undefined : { value, entries, anchored: false };
}

/** Marks of documents, directives, tabs that indent, and merge keys. */
const EXTRAORDINARY = /^(?:---|\.\.\.|%)|^ *\t|<</m;

interface Reading {
	readonly text: string;
	readonly entries: Entries;
	/** How long a part may be, in characters, unless one entry is longer. */
	readonly most: number;
}

/** Whole lines of a text, inside so many maps. */
interface Lines {
	readonly start: number;
	readonly end: number;
	readonly level: number;
}

/** The map or list that lines hold; undefined where they have to be read with what is around them. */
function block(reading: Reading, lines: Lines): object | undefined {
	const found = entriesIn(reading.text, lines);
	if (found === undefined) return undefined;
	const together = new Map<string, ValueEntry>();
	for (const some of inParts(found.all, reading.most)) {
		const read = oneKey(reading, some) ?? part(reading, some, found.isList);
		if (read === undefined) return undefined;
		for (const [key, entry] of read) {
			const name = found.isList ? String(together.size) : key;
			if (together.has(name)) return undefined;
			together.set(name, entry);
		}
	}
	const values = [...together].map(([key, { plain }]): [string, unknown] => [key, plain]);
	const value = found.isList ? values.map(([, each]) => each) : Object.fromEntries(values);
	reading.entries.set(value, together);
	return value;
}

/** The entries of the map or list that lines hold, each from its first line to that of the next. */
function entriesIn(
	text: string,
	{ start, end, level }: Lines,
): { readonly isList: boolean; readonly all: readonly Lines[] } | undefined {
	let indent: number | undefined;
	let isList = false;
	const starts: number[] = [];
	for (let line = start; line < end; line = nextLine(text, line)) {
		const at = afterSpaces(text, line);
		const character = text[at] ?? "\n";
		if (NOTHING.has(character)) continue;
		if (indent === undefined) [indent, isList] = [at - line, isItem(text, at)];
		if (at - line < indent || (at - line === indent && UNUSUAL.has(character))) return undefined;
		// A list may stand as far left as the key that it belongs to, as may the end of what is in brackets.
		const goesOn = at - line > indent || CLOSING.has(character) || (!isList && isItem(text, at));
		if (goesOn ? starts.length === 0 : isList !== isItem(text, at)) return undefined;
		if (!goesOn) starts.push(line);
	}
	const all = starts.map((each, index) => ({ start: each, end: starts[index + 1] ?? end, level }));
	return all.length === 0 ? undefined : { isList, all };
}

const NOTHING = new Set(["\n", "\r", "#"]);
/** What begins keys on several lines, and says something of what is below. */
const UNUSUAL = new Set(["?", ":", "!", "&"]);
const CLOSING = new Set(["]", "}"]);

function isItem(text: string, at: number): boolean {
	return text[at] === "-" && /\s/.test(text[at + 1] ?? "\n");
}

function afterSpaces(text: string, line: number): number {
	let at = line;
	while (text[at] === " ") at++;
	return at;
}

function nextLine(text: string, line: number): number {
	const end = text.indexOf("\n", line);
	return end < 0 ? text.length : end + 1;
}

/** Entries together, as many as fit a part. */
function* inParts(all: readonly Lines[], most: number): Generator<Lines> {
	let open: Lines | undefined;
	for (const each of all) {
		if (open !== undefined && each.end - open.start > most) {
			yield open;
			open = undefined;
		}
		open = { ...each, start: open?.start ?? each.start };
	}
	if (open !== undefined) yield open;
}

/** A key alone on its line, whose value stands below it. */
const KEY = / *([A-Za-z_][\w-]*):[ \t]*(?:#.*)?\r?\n/y;

/** What is too long for one part and has one key, with its value in parts. */
function oneKey(reading: Reading, { start, end, level }: Lines): ReadonlyMap<string, ValueEntry> | undefined {
	if (end - start <= reading.most) return undefined;
	KEY.lastIndex = start;
	const [line, key] = KEY.exec(reading.text) ?? [];
	if (line === undefined || key === undefined) return undefined;
	const below = start + line.length;
	const plain = block(reading, { start: below, end, level: level + 1 });
	if (plain === undefined) return undefined;
	const at = afterSpaces(reading.text, start);
	const first = firstIn(reading.text, below);
	return new Map([[key, { key: { start: at, end: at + key.length }, value: { start: first, end }, plain }]]);
}

/** Where something other than a comment stands first. */
function firstIn(text: string, from: number): number {
	let at = afterSpaces(text, from);
	while (NOTHING.has(text[at] ?? "")) at = afterSpaces(text, nextLine(text, at));
	return at;
}

function part(
	{ text, entries }: Reading,
	{ start, end, level }: Lines,
	isList: boolean,
): ReadonlyMap<string, ValueEntry> | undefined {
	let isPlain = true;
	const report = () => {
		isPlain = false;
	};
	const document = compose(text.slice(start, end), { report, depth: MAX_DEPTH - level });
	const top = document?.contents;
	if (document === undefined || !(isSeq(top) || isMap(top)) || top.flow || isSeq(top) !== isList)
		return undefined;
	const { value, anchored } = plainValue(document, { report, entries, offset: start });
	if (!isPlain || anchored || typeof value !== "object" || value === null) return undefined;
	return entries.get(value);
}
