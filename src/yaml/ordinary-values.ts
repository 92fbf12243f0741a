import type { Entries, ValueEntry } from "./plain-value.ts";

/** A value, and where it stands. */
export interface Read {
	readonly plain: unknown;
	readonly start: number;
	readonly end: number;
}

const QUOTED = /"([^"\\\n]*)"|'([^'\n]*)'(?!')/y;
/** What may begin a text without quotes. */
const BEGINS = /[A-Za-z0-9_/(]/;
const WORD = /[A-Za-z0-9_][\w./@%+-]*/y;

/** A text, number or word in one line; `end`: of the line. Undefined: it may be something else. */
export function scalarAt(text: string, start: number, end: number): Read | undefined {
	const quoted = quotedAt(text, start);
	if (quoted !== undefined || !BEGINS.test(text[start] ?? "")) return quoted;
	const [words = ""] = text.slice(start, end).split(" #", 1);
	const written = words.trimEnd();
	if (written.includes(": ") || written.endsWith(":")) return undefined;
	return unquoted(written, start);
}

/** Whether nothing but a comment follows in a line. */
export function isEnd(text: string, from: number, end: number): boolean {
	let at = from;
	while (text[at] === " ") at++;
	return at >= end || (text[at] === "#" && at > from);
}

function quotedAt(text: string, start: number): Read | undefined {
	if (text[start] !== '"' && text[start] !== "'") return undefined;
	QUOTED.lastIndex = start;
	const [all, double, single] = QUOTED.exec(text) ?? [];
	return all === undefined ? undefined : { plain: double ?? single, start, end: start + all.length };
}

/** Words that are no texts. */
const MEANT = /^(?:null|true|false)$/i;
const INTEGER = /^(?:0|[1-9]\d{0,14})$/;
/** Texts of these alone may be numbers of other kinds. */
const NUMERIC = /^[\d.eExXoa-fA-F+-]+$/;

function unquoted(written: string, start: number): Read | undefined {
	const end = start + written.length;
	if (INTEGER.test(written)) return { plain: Number(written), start, end };
	const isDigit = written.charCodeAt(0) <= 0x39;
	if (isDigit ? NUMERIC.test(written) : MEANT.test(written)) return undefined;
	return { plain: written, start, end };
}

interface Flow {
	readonly text: string;
	readonly entries: Entries;
}

/** A list or map in brackets, in one line and without others inside. */
export function flowValue(flow: Flow, start: number): Read | undefined {
	const opening = flow.text[start];
	if (opening !== "[" && opening !== "{") return undefined;
	const own = new Map<string, ValueEntry>();
	const isList = opening === "[";
	const closing = isList ? "]" : "}";
	let at = afterSpaces(flow.text, start + 1);
	while (own.size > 0 || flow.text[at] !== closing) {
		const entry = isList ? itemIn(flow.text, at) : pairIn(flow.text, at);
		const key = entry?.name ?? String(own.size);
		if (entry === undefined || own.has(key)) return undefined;
		own.set(key, entry);
		at = afterSpaces(flow.text, entry.value.end);
		if (flow.text[at] === closing) break;
		if (flow.text[at] !== ",") return undefined;
		at = afterSpaces(flow.text, at + 1);
	}
	return noted(flow, own, { start, end: at + 1, isList });
}

function noted(
	{ entries }: Flow,
	own: ReadonlyMap<string, ValueEntry>,
	{ start, end, isList }: { readonly start: number; readonly end: number; readonly isList: boolean },
): Read {
	const all = [...own].map(([key, { plain }]) => [key, plain] as const);
	const plain = isList ? all.map(([, each]) => each) : Object.fromEntries(all);
	entries.set(plain, own);
	return { plain, start, end };
}

interface Named extends ValueEntry {
	/** Of a pair. */
	readonly name?: string;
}

function itemIn(text: string, at: number): Named | undefined {
	const read = wordAt(text, at);
	if (read === undefined) return undefined;
	const span = { start: read.start, end: read.end };
	return { key: span, value: span, plain: read.plain };
}

const PAIR = /([A-Za-z_][\w-]{0,99}): +/y;

function pairIn(text: string, at: number): Named | undefined {
	PAIR.lastIndex = at;
	const [all, name] = PAIR.exec(text) ?? [];
	const read = all === undefined ? undefined : wordAt(text, at + all.length);
	if (read === undefined || name === undefined || name === "__proto__") return undefined;
	const { start, end, plain } = read;
	return { name, key: { start: at, end: at + name.length }, value: { start, end }, plain };
}

function wordAt(text: string, at: number): Read | undefined {
	const quoted = quotedAt(text, at);
	if (quoted !== undefined) return quoted;
	WORD.lastIndex = at;
	const [word] = WORD.exec(text) ?? [];
	return word === undefined ? undefined : unquoted(word, at);
}

function afterSpaces(text: string, from: number): number {
	let at = from;
	while (text[at] === " ") at++;
	return at;
}
