import {
	Document,
	isCollection,
	isMap,
	isScalar,
	type Pair,
	type ParsedNode,
	parseDocument,
	type YAMLMap,
} from "yaml";
import { StopFault } from "../../model/fault.ts";
import { LANGUAGE } from "../merge-clips.ts";

/** Entries of one part of a campaign, in their order. */
export interface NewEntries {
	readonly section: "videos" | "posts";
	readonly pairs: readonly Pair[];
}

/**
 * The text of a campaign with more entries behind those it has. Every other byte stays as it is. Throws
 * `StopFault` where the file is written in a way that leaves no place for them.
 */
export function insertEntries(text: string, added: readonly NewEntries[]): string {
	let after = text;
	for (const each of added) if (each.pairs.length > 0) after = insert(after, each);
	if (read(after) !== expected(text, added)) throw noPlace();
	return after;
}

function insert(text: string, { section, pairs }: NewEntries): string {
	const document = parseDocument(text, LANGUAGE);
	const root = document.contents;
	const found = isMap(root)
		? root.items.find(({ key }) => isScalar(key) && key.value === section)
		: undefined;
	const newline = text.includes("\r\n") ? "\r\n" : "\n";
	const step = stepOf(root, text);
	const block = (column: number, isSpaced = false) =>
		pairs.map((pair) => `${isSpaced ? newline : ""}${blockOf(pair, { column, step, newline })}`).join("");
	if (found === undefined)
		return `${text}${/(^|\n)$/.test(text) ? "" : newline}${newline}${section}:${newline}${block(step)}`;
	const { value, key } = found;
	if (isMap(value) && value.flow) return insertIntoFlow(text, value, pairs);
	const items = isMap(value) ? value.items : [];
	const column = items.length === 0 ? step : columnOf(items[0]?.key, text);
	const last = items.at(-1);
	const at = afterLine(text, endOf(last?.value ?? last?.key ?? key), column);
	const start = at > 0 && text[at - 1] !== "\n" ? newline : "";
	return `${text.slice(0, at)}${start}${block(column, isSpaced(items, text))}${text.slice(at)}`;
}

/** Behind the last entry of `{ … }`, which stays in one line. */
function insertIntoFlow(text: string, map: YAMLMap, pairs: readonly Pair[]): string {
	const end = (map.range?.[1] ?? 0) - 1;
	const before = text.slice(0, end).trimEnd();
	const comma = map.items.length === 0 || before.endsWith(",") ? "" : ",";
	const body = pairs.map((pair) => textOf(pair, { flow: true })).join(", ");
	return `${before}${comma} ${body} ${text.slice(end)}`;
}

/** Where the next entry begins: behind the line, and the comments that belong to what is in it. */
function afterLine(text: string, offset: number, column: number): number {
	const next = (from: number) => {
		const at = text.indexOf("\n", from);
		return at < 0 ? text.length : at + 1;
	};
	let at = offset > 0 && text[offset - 1] === "\n" ? offset : next(offset);
	for (;;) {
		const [, blanks = ""] = /^( +)#/.exec(text.slice(at, next(at))) ?? [];
		if (blanks.length <= column) return at;
		at = next(at);
	}
}

function endOf(node: unknown): number {
	if (isCollection(node) && !node.flow && node.items.length > 0) {
		const last = node.items.at(-1) as Pair | ParsedNode;
		return endOf("key" in last ? (last.value ?? last.key) : last);
	}
	return (node as Partial<ParsedNode>).range?.[1] ?? 0;
}

function columnOf(key: unknown, text: string): number {
	const at = (key as Partial<ParsedNode>).range?.[0] ?? 0;
	return at - (text.lastIndexOf("\n", at - 1) + 1);
}

/** How far entries are indented in this file. */
function stepOf(root: unknown, text: string): number {
	const maps = isMap(root) ? root.items.map(({ value }) => value) : [];
	const block = maps.find((value): value is YAMLMap => isMap(value) && !value.flow && value.items.length > 0);
	const column = block === undefined ? 0 : columnOf(block.items[0]?.key, text);
	return column >= 1 && column <= 8 ? column : 2;
}

/** Whether an empty line stands between entries. */
function isSpaced(items: readonly Pair[], text: string): boolean {
	const [one, two] = items.slice(-2);
	if (one === undefined || two === undefined) return false;
	const to = (two.key as Partial<ParsedNode>).range?.[0] ?? 0;
	return /\n[ \t]*\r?\n/.test(text.slice(endOf(one.value ?? one.key), to));
}

function blockOf(
	pair: Pair,
	{ column, step, newline }: { readonly column: number; readonly step: number; readonly newline: string },
): string {
	return textOf(pair, { indent: step })
		.split("\n")
		.map((line) => (line === "" ? newline : `${" ".repeat(column)}${line}${newline}`))
		.join("");
}

function textOf(pair: Pair, how: { readonly flow?: true; readonly indent?: number }): string {
	const document = new Document({}, LANGUAGE);
	const map = document.contents as unknown as YAMLMap;
	map.flow = how.flow === true;
	map.items.push(pair);
	const text = document.toString({ lineWidth: 0, indent: how.indent ?? 2 }).trimEnd();
	return how.flow ? text.replace(/^\{\s*|\s*\}$/g, "").replace(/\n\s*/g, " ") : text;
}

function read(text: string): string | undefined {
	const document = parseDocument(text, LANGUAGE);
	return document.errors.length > 0 ? undefined : JSON.stringify(document.toJS());
}

/** What the file has to say afterwards. */
function expected(text: string, added: readonly NewEntries[]): string {
	const value = parseDocument(text, LANGUAGE).toJS() ?? {};
	for (const { section, pairs } of added) {
		if (pairs.length === 0) continue;
		value[section] ??= {};
		for (const pair of pairs) Object.assign(value[section], plainOf(pair));
	}
	return JSON.stringify(value);
}

function plainOf(pair: Pair): object {
	return parseDocument(textOf(pair, {}), LANGUAGE).toJS();
}

function noPlace(): StopFault {
	return new StopFault("The campaign is written in a way that new entries cannot be added to.", {
		remedy: "Write `videos` and `posts` as `NAME:` lines, or add the entry by hand.",
	});
}
