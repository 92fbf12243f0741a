import {
	Composer,
	type Document,
	isCollection,
	isMap,
	isNode,
	isPair,
	isScalar,
	isSeq,
	type Pair,
	Parser,
	Scalar,
	type ScalarTag,
	type Tags,
	visit,
	type YAMLMap,
} from "yaml";
import { same } from "../model/same.ts";
import { readSchema, type Schema, schemaAt, schemaOf } from "../model/schema.ts";
import { commentsOf, levelComments, putHeader, takeFileComment, takeHeader } from "./comments.ts";
import { padded, unfold } from "./flow.ts";
import { plainValue } from "./plain-value.ts";
import type { Words } from "./source.ts";

/** The canonical form of a value that has several; undefined for one that is canonical. */
export type Friendly = (value: string) => string | undefined;

/**
 * Text in one canonical form: keys in the order of the schema, canonical values, even spacing; every comment,
 * anchor and name is kept. What is formatted already comes back as it is. Undefined for a text that is no
 * YAML, or that cannot be put in order without changing what it says.
 */
export function formatYaml(text: string, schema: Schema, friendly: Friendly): string | undefined {
	const plain = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
	return (
		settled(plain, { schema, friendly, order: true }) ?? settled(plain, { schema, friendly, order: false })
	);
}

interface How {
	readonly schema: Schema;
	readonly friendly: Friendly;
	/** False where an anchor would come behind its alias. */
	readonly order: boolean;
}

const MOST_ROUNDS = 5;

/**
 * Again until nothing moves: a line that became shorter, a comment that found its place. What is said, and
 * every comment, must be the same in the end.
 */
function settled(text: string, how: How): string | undefined {
	let [before, meant] = [text, undefined as unknown];
	for (let round = 0; round < MOST_ROUNDS; round++) {
		const document = parsed(before);
		const read = document && meaningOf(document);
		if (!document || !read) return undefined;
		if (round === 0) meant = canonical(read.value, how.schema, how.friendly);
		const after = formatted(document, how);
		if (after === before)
			return same(read.value, meant) && same(commentsOf(after), commentsOf(text)) ? after : undefined;
		if (after === undefined) return undefined;
		before = after;
	}
	return undefined;
}

function formatted(document: Document.Parsed, { schema, friendly, order }: How): string | undefined {
	const header = takeHeader(document);
	takeFileComment(document);
	tidy(document.contents, readSchema(schema), { friendly, order });
	unfold(document.contents);
	spread(document);
	putHeader(document, header);
	visit(document, {
		Node: (_, node) => {
			node.comment = trimmed(node.comment)?.replace(/\n+$/, "") ?? null;
			node.commentBefore = trimmed(node.commentBefore);
		},
	});
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
	const tokens = [...new Parser().parse(text)];
	levelComments(tokens);
	const composer = new Composer({ uniqueKeys: false, logLevel: "silent", customTags: foldedAgain });
	const [document, ...others] = composer.compose(tokens, true, text.length);
	return document === undefined ||
		others.length > 0 ||
		document.errors.length > 0 ||
		document.contents === null
		? undefined
		: document;
}

const FOLD_AT = 100;

/** Only a text that was folded (`>`) is folded; any other stays on its line. */
function foldedAgain(tags: Tags): Tags {
	return tags.map((tag) =>
		typeof tag === "string" || tag.collection || tag.tag !== "tag:yaml.org,2002:str" ? tag : folding(tag),
	);
}

function folding(tag: ScalarTag): ScalarTag {
	const write = tag.stringify ?? (() => "");
	const stringify: typeof write = (item, context, ...rest) => {
		const options =
			item.type === Scalar.BLOCK_FOLDED ? { ...context.options, lineWidth: FOLD_AT } : context.options;
		return write(item, { ...context, options }, ...rest);
	};
	return { ...tag, stringify };
}

/** The plain data it says; undefined where that is not clear. */
function meaningOf(document: Document.Parsed): { readonly value: unknown } | undefined {
	let clear = true;
	const report = ({ rule }: Words) => {
		if (UNCLEAR.has(rule)) clear = false;
	};
	const { value } = plainValue(document, { report });
	return clear ? { value } : undefined;
}

const UNCLEAR: ReadonlySet<string> = new Set(["duplicate-key", "yaml-alias", "yaml-merge", "yaml-key"]);

function trimmed(comment: string | null | undefined): string | null {
	return comment ? comment.replace(/[ \t]+$/gm, "") : null;
}

interface Habits {
	readonly friendly: Friendly;
	readonly order: boolean;
}

function tidy(node: unknown, schema: Schema | undefined, habits: Habits): void {
	if (isMap(node) || isSeq(node)) passBlanks(node.items);
	if (isMap(node)) {
		if (habits.order) inOrder(node, schema);
		for (const pair of node.items) {
			tidyKey(pair, schema);
			tidy(pair.value, schemaAt(schema, keyOf(pair)), habits);
			if (isMap(pair.value) || isSeq(pair.value)) pair.value.spaceBefore = false;
		}
	} else if (isSeq(node)) for (const item of node.items) tidy(item, schemaOf(schema, "items"), habits);
	else if (isScalar(node)) tidyScalar(node, schema, habits);
}

/** An empty line behind the last comment of an entry stands in front of the next one. */
function passBlanks(items: readonly unknown[]): void {
	for (const [index, item] of items.entries()) {
		const next = items[index + 1];
		const owner = isPair(next) ? next.key : next;
		if (isNode(owner) && endsInBlank(item)) owner.spaceBefore = true;
	}
}

function endsInBlank(part: unknown): boolean {
	if (isPair(part)) return endsInBlank(part.value ?? part.key);
	return (
		isNode(part) &&
		(part.comment?.endsWith("\n") === true || (isCollection(part) && endsInBlank(part.items.at(-1))))
	);
}

function inOrder(map: YAMLMap, schema: Schema | undefined): void {
	const keys = Object.keys(schema?.properties ?? {});
	const place = (pair: Pair) =>
		keyOf(pair) === "<<" ? -1 : keys.includes(keyOf(pair)) ? keys.indexOf(keyOf(pair)) : keys.length;
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

/** The schema's own words need no quotes. */
function tidyKey({ key }: Pair, schema: Schema | undefined): void {
	if (!isScalar(key) || typeof key.value !== "string") return;
	if (schema?.properties && Object.hasOwn(schema.properties, key.value)) key.type = Scalar.PLAIN;
	else tidyQuotes(key);
}

function tidyScalar(node: Scalar, schema: Schema | undefined, { friendly }: Habits): void {
	if (typeof node.value !== "string") return;
	if (!schema?.enum?.includes(node.value)) tidyQuotes(node);
	else {
		const value = friendly(node.value) ?? node.value;
		Object.assign(node, { value, type: value.includes(":") ? Scalar.QUOTE_DOUBLE : Scalar.PLAIN });
	}
}

function tidyQuotes(node: Scalar): void {
	if (node.type === Scalar.QUOTE_SINGLE && !/["\\]/.test(String(node.value))) node.type = Scalar.QUOTE_DOUBLE;
}

/** An empty line before every part at the top that has parts of its own. */
function spread({ contents }: Document.Parsed): void {
	if (!isMap(contents)) return;
	for (const [index, { key, value }] of contents.items.entries()) {
		if (!isScalar(key)) continue;
		const large = (isMap(value) || isSeq(value)) && !value.flow;
		const before = contents.items[index - 1]?.value;
		key.spaceBefore =
			index > 0 && (large || ((isMap(before) || isSeq(before)) && !before.flow) || key.spaceBefore === true);
	}
}

/** What the text says once its values are canonical. */
function canonical(value: unknown, root: Schema, friendly: Friendly): unknown {
	const walk = (each: unknown, schema: Schema | undefined): unknown => {
		if (Array.isArray(each)) return each.map((item) => walk(item, schemaOf(schema, "items")));
		if (typeof each === "string") return (schema?.enum?.includes(each) ? friendly(each) : undefined) ?? each;
		if (typeof each !== "object" || each === null) return each;
		return Object.fromEntries(
			Object.entries(each).map(([key, item]) => [key, walk(item, schemaAt(schema, key))]),
		);
	};
	return walk(value, readSchema(root));
}
