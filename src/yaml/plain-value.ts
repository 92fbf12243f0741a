import {
	type Alias,
	type Document,
	isAlias,
	isMap,
	isScalar,
	isSeq,
	type Node,
	type Pair,
	Scalar,
} from "yaml";
import { emptyWords, isEmpty } from "./empty-values.ts";
import { ALIAS_KEY, CANNOT_MERGE, COMPLEX_KEY, duplicateKey, repeatedTooMuch } from "./key-mistakes.ts";
import type { Span, Words } from "./source.ts";
import { didYouMean } from "./suggest.ts";

/** Keys and list positions from the top of a file. */
export type Path = readonly (string | number)[];

/** One key (or list position) of a map (or list). */
export interface ValueEntry {
	readonly key: Span;
	readonly value: Span;
	readonly plain: unknown;
}

/** For every map and list of the plain value: its entries. */
export type Entries = WeakMap<object, ReadonlyMap<string, ValueEntry>>;

/** What a document means, as plain data. */
export interface PlainValue {
	/** Maps, lists, texts, numbers, booleans and null; undefined when nothing is written. */
	readonly value: unknown;
	readonly entries: Entries;
	/** Whether anything has an anchor. */
	readonly anchored: boolean;
}

/** How a document is read. */
export interface PlainOptions {
	readonly report: (words: Words, span: Span) => void;
	/** Where the entries are noted. */
	readonly entries?: Entries;
	/** Where the document starts in the text. */
	readonly offset?: number;
}

/**
 * How many nodes aliases may repeat in one file, and how deep aliases may lead to aliases: enough for people,
 * far too few for a "billion laughs".
 */
const MAX_REPEATED = 20_000;
const MAX_ALIAS_DEPTH = 20;

interface Reading extends Required<PlainOptions> {
	readonly anchors: Map<string, Node>;
	/** Anchored nodes being read right now. */
	readonly open: Set<Node>;
	/** How many aliases are being followed right now. */
	aliases: number;
	repeated: number;
}

/**
 * The plain data of a document: aliases followed, merge keys merged, keys as texts. Reports what plain data
 * cannot hold.
 */
export function plainValue(
	document: Document.Parsed,
	{ report, entries = new WeakMap(), offset = 0 }: PlainOptions,
): PlainValue {
	const reading: Reading = {
		entries,
		report,
		offset,
		anchors: new Map(),
		open: new Set(),
		aliases: 0,
		repeated: 0,
	};
	const top = document.contents;
	const nothing = top === null || (isScalar(top) && top.value === null && !top.source);
	const value = nothing ? undefined : plain(top, reading);
	return { value, entries, anchored: reading.anchors.size > 0 };
}

function plain(node: unknown, reading: Reading): unknown {
	if (reading.aliases > 0 && ++reading.repeated > MAX_REPEATED) return repeatedTooOften(node, reading);
	if (isAlias(node)) return aliased(node, reading);
	if (isScalar(node) || isMap(node) || isSeq(node)) {
		if (node.anchor) reading.anchors.set(node.anchor, node);
		reading.open.add(node);
		const value = isScalar(node)
			? scalar(node, reading)
			: isMap(node)
				? map(node.items, reading)
				: list(node.items, reading);
		reading.open.delete(node);
		return value;
	}
	return null;
}

function aliased(alias: Alias, reading: Reading): unknown {
	const target = targetOf(alias, reading);
	if (reading.aliases >= MAX_ALIAS_DEPTH) reading.repeated = Math.max(reading.repeated, MAX_REPEATED);
	if (target === undefined) {
		tell(reading, deadAlias(alias.source, reading), alias);
		return null;
	}
	reading.aliases++;
	const value = plain(target, reading);
	reading.aliases--;
	return value;
}

/** What an alias stands for; undefined where there is no such anchor, or the alias is inside of it. */
function targetOf({ source }: Alias, { anchors, open }: Reading): Node | undefined {
	const target = anchors.get(source);
	return target === undefined || open.has(target) ? undefined : target;
}

function deadAlias(name: string, { anchors }: Reading): Words {
	if (anchors.has(name))
		return {
			rule: "yaml-alias",
			summary: "This alias repeats itself",
			detail: `\`*${name}\` is inside the value it refers to.`,
			hint: "Write the value out.",
		};
	const hint =
		didYouMean(name, [...anchors.keys()], "Anchors above") ||
		`Put \`&${name}\` before the value it stands for, or write the value out.`;
	return {
		rule: "yaml-alias",
		summary: "This alias has no anchor",
		detail: `There is no anchor \`&${name}\` above this line.`,
		hint,
	};
}

function repeatedTooOften(node: unknown, reading: Reading): null {
	if (reading.repeated === MAX_REPEATED + 1)
		reading.report(repeatedTooMuch(MAX_REPEATED), spanOf(node, reading));
	return null;
}

function scalar(node: Scalar, reading: Reading): unknown {
	const value = node.value;
	if (typeof value === "string" && /(?![\t\n\r])[\p{Cc}\p{Cs}]/u.test(value))
		tell(
			reading,
			{
				rule: "control-character",
				summary: "This text holds a control character",
				detail: "An escape in this text stands for a character that cannot be shown.",
				hint: "Remove it. In double quotes \\ starts an escape: write / in paths.",
			},
			node,
		);
	return value;
}

function list(items: readonly unknown[], reading: Reading): unknown[] {
	const found = items.map((item): ValueEntry => {
		if (isEmpty(item)) tell(reading, emptyWords(item), item);
		return { key: spanOf(item, reading), value: spanOf(item, reading), plain: plain(item, reading) };
	});
	const values = found.map((entry) => entry.plain);
	reading.entries.set(values, new Map(found.map((entry, index) => [String(index), entry])));
	return values;
}

function map(pairs: readonly Pair[], reading: Reading): object {
	const own = new Map<string, ValueEntry>();
	const merged = new Map<string, ValueEntry>();
	for (const pair of pairs) {
		if (isMergeKey(pair.key)) mergeInto(merged, pair, reading);
		else addPair(own, pair, reading);
	}
	for (const [key, entry] of merged) if (!own.has(key)) own.set(key, entry);
	const value = Object.fromEntries([...own].map(([key, entry]) => [key, entry.plain]));
	reading.entries.set(value, own);
	return value;
}

function addPair(own: Map<string, ValueEntry>, pair: Pair, reading: Reading): void {
	const span = spanOf(pair.key, reading);
	if (!isScalar(pair.key)) {
		reading.report(isAlias(pair.key) ? ALIAS_KEY : COMPLEX_KEY, span);
		return;
	}
	scalar(pair.key, reading);
	const key =
		typeof pair.key.value === "string" ? pair.key.value : (pair.key.source ?? String(pair.key.value));
	if (pair.key.anchor) reading.anchors.set(pair.key.anchor, pair.key);
	if (own.has(key)) tell(reading, duplicateKey(key), pair.key);
	if (isEmpty(pair.value)) tell(reading, emptyWords(pair.value, key), pair.key);
	own.set(key, {
		key: span,
		value: isEmpty(pair.value) ? span : spanOf(pair.value, reading),
		plain: plain(pair.value, reading),
	});
}

function mergeInto(merged: Map<string, ValueEntry>, pair: Pair, reading: Reading): void {
	const value = plain(pair.value, reading);
	// A missing anchor is already reported.
	if (reading.repeated > MAX_REPEATED || (isAlias(pair.value) && targetOf(pair.value, reading) === undefined))
		return;
	const sources = Array.isArray(value) ? value : [value];
	for (const source of sources) {
		const entries =
			typeof source === "object" && source !== null && !Array.isArray(source)
				? reading.entries.get(source)
				: undefined;
		if (entries === undefined) {
			tell(reading, CANNOT_MERGE, pair.key);
			return;
		}
		for (const [key, entry] of entries) if (!merged.has(key)) merged.set(key, entry);
	}
}

/** Says it once, where it is written, not again for every alias. */
function tell(reading: Reading, words: Words, node: unknown): void {
	if (reading.aliases === 0) reading.report(words, spanOf(node, reading));
}

function isMergeKey(key: unknown): boolean {
	return isScalar(key) && key.value === "<<" && key.type === Scalar.PLAIN;
}

function spanOf(node: unknown, { offset }: Reading): Span {
	const range = typeof node === "object" && node !== null && "range" in node ? node.range : undefined;
	return Array.isArray(range)
		? { start: offset + range[0], end: offset + range[1] }
		: { start: offset, end: offset + 1 };
}
