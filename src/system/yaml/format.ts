import { type Document, isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument, Scalar, visit, YAMLMap, YAMLSeq } from "yaml";
import { same } from "../../model/same.ts";
import { readSchema, type Schema, schemaAt, schemaOf } from "../../model/schema.ts";

/** Values that mean the same as another one, by their place: the canonical one, or undefined for one that is canonical. */
export type Friendly = (value: string) => string | undefined;

/**
 * Text in one canonical form: keys in the order of the schema, canonical values, even spacing; every comment, anchor and name is kept. What is formatted
 * already comes back as it is. Undefined for a text that is no YAML, or that cannot be put in order without changing what it says.
 */
export function formatYaml(text: string, schema: Schema, friendly: Friendly): string | undefined {
	const document = parsed(text);
	if (document === undefined) return undefined;
	const meant = canonical(document.toJS({ maxAliasCount: 1_000 }), schema, friendly);
	return [true, false].map((order) => formatted(text, { schema, friendly, order })).find((each) => each !== undefined && says(each, meant));
}

interface How {
	readonly schema: Schema;
	readonly friendly: Friendly;
	/** False where an anchor would come behind its alias. */
	readonly order: boolean;
}

function formatted(text: string, { schema, friendly, order }: How): string | undefined {
	const document = parsed(text);
	if (document === undefined) return undefined;
	const header = takeHeader(document);
	takeFileComment(document);
	tidy(document.contents, readSchema(schema), { friendly, order });
	spread(document);
	if (header !== "") putHeader(document, header);
	visit(document, { Map: (_, node) => padded(node, " "), Seq: (_, node) => padded(node, "") });
	return written(document);
}

/** Undefined where an alias came in front of its anchor. */
function written(document: Document.Parsed): string | undefined {
	try {
		return document.toString({ lineWidth: 0, indentSeq: true, flowCollectionPadding: true });
	} catch (error) {
		if (error instanceof Error && /alias/.test(error.message)) return undefined;
		throw error;
	}
}

function parsed(text: string): Document.Parsed | undefined {
	const plain = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
	const document = parseDocument(plain, { lineCounter: new LineCounter(), uniqueKeys: true, logLevel: "silent", merge: true });
	return document.errors.length > 0 || document.contents === null ? undefined : document;
}

function says(text: string, meant: unknown): boolean {
	const document = parsed(text);
	return document !== undefined && same(document.toJS({ maxAliasCount: 1_000 }), meant);
}

/** The comment that tells editors the schema stands first, whatever becomes of the key below it. */
function takeHeader(document: Document.Parsed): string {
	for (const owner of [document, document.contents, firstKey(document)]) {
		const lines = owner?.commentBefore?.split("\n") ?? [];
		const at = lines.findIndex((line) => /^\s*yaml-language-server:/.test(line));
		if (at < 0) continue;
		const rest = lines.filter((_, index) => index !== at).join("\n");
		if (owner) owner.commentBefore = rest === "" ? null : rest;
		return lines[at] ?? "";
	}
	return "";
}

/** What an empty line parts from the first key is about the whole file, and stays on top. */
function takeFileComment(document: Document.Parsed): void {
	const key = firstKey(document);
	const comment = key?.commentBefore;
	const end = comment?.search(/\n\s*\n/) ?? -1;
	if (!key || !comment || end < 0) return;
	document.commentBefore = [document.commentBefore, comment.slice(0, end)].filter(Boolean).join("\n");
	key.commentBefore = comment.slice(end).replace(/^(\s*\n)+/, "");
}

/** Right above the first key, unless a comment of the whole file stands there already. */
function putHeader(document: Document.Parsed, header: string): void {
	const owner = document.commentBefore ? document : (firstKey(document) ?? document);
	owner.commentBefore = [header, owner.commentBefore].filter(Boolean).join("\n");
}

function firstKey({ contents }: Document.Parsed): Scalar | undefined {
	const key = isMap(contents) ? contents.items[0]?.key : undefined;
	return isScalar(key) ? key : undefined;
}

interface Habits {
	readonly friendly: Friendly;
	readonly order: boolean;
}

function tidy(node: unknown, schema: Schema | undefined, habits: Habits): void {
	if (isMap(node)) {
		if (habits.order) inOrder(node, schema);
		for (const pair of node.items) tidy(pair.value, schemaAt(schema, keyOf(pair)), habits);
	} else if (isSeq(node)) for (const item of node.items) tidy(item, schemaOf(schema, "items"), habits);
	else if (isScalar(node)) tidyScalar(node, schema, habits);
}

function inOrder(map: YAMLMap, schema: Schema | undefined): void {
	const keys = Object.keys(schema?.properties ?? {});
	const place = (pair: Pair) => (keyOf(pair) === "<<" ? -1 : keys.includes(keyOf(pair)) ? keys.indexOf(keyOf(pair)) : keys.length);
	const before = [...map.items];
	const [first] = before;
	// A comment above the first key belongs to that key, wherever it goes.
	if (!map.flow && map.commentBefore && isScalar(first?.key)) {
		first.key.commentBefore = [map.commentBefore, first.key.commentBefore].filter(Boolean).join("\n");
		map.commentBefore = null;
	}
	map.items = before
		.map((pair, index) => ({ pair, index }))
		.sort((a, b) => place(a.pair) - place(b.pair) || a.index - b.index)
		.map(({ pair }) => pair);
}

function keyOf({ key }: Pair): string {
	return isScalar(key) ? (key.source ?? String(key.value)) : "";
}

function tidyScalar(node: Scalar, schema: Schema | undefined, { friendly }: Habits): void {
	if (typeof node.value !== "string") return;
	const better = schema?.enum?.includes(node.value) ? friendly(node.value) : undefined;
	if (better !== undefined) {
		node.value = better;
		node.type = /[:]/.test(better) ? Scalar.QUOTE_DOUBLE : Scalar.PLAIN;
	} else if (node.type === Scalar.QUOTE_SINGLE && !/["\\]/.test(node.value)) node.type = Scalar.QUOTE_DOUBLE;
}

/** An empty line before every part at the top that has parts of its own. */
function spread({ contents }: Document.Parsed): void {
	if (!isMap(contents)) return;
	for (const [index, { key, value }] of contents.items.entries()) {
		if (!isScalar(key)) continue;
		const large = (isMap(value) || isSeq(value)) && !value.flow;
		const before = contents.items[index - 1]?.value;
		key.spaceBefore = index > 0 && (large || ((isMap(before) || isSeq(before)) && !before.flow) || key.spaceBefore === true);
	}
}

/** `{ a: b }` and `[a, b]`. The library knows one padding for both, so each node brings its own. */
function padded(node: YAMLMap | YAMLSeq, padding: string): void {
	if (!node.flow) return;
	const write = node instanceof YAMLMap ? YAMLMap.prototype.toString : YAMLSeq.prototype.toString;
	node.toString = (context, ...rest) => write.call(node, context && { ...context, flowCollectionPadding: padding }, ...rest);
}

/** What the text says once its values are canonical. */
function canonical(value: unknown, root: Schema, friendly: Friendly): unknown {
	const walk = (each: unknown, schema: Schema | undefined): unknown => {
		if (Array.isArray(each)) return each.map((item) => walk(item, schemaOf(schema, "items")));
		if (typeof each === "string") return (schema?.enum?.includes(each) ? friendly(each) : undefined) ?? each;
		if (typeof each !== "object" || each === null) return each;
		return Object.fromEntries(Object.entries(each).map(([key, item]) => [key, walk(item, schemaAt(schema, key))]));
	};
	return walk(value, readSchema(root));
}
