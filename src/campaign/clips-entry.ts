import {
	type Document,
	isAlias,
	isMap,
	isNode,
	isScalar,
	type Pair,
	type Scalar,
	visit,
	YAMLMap,
} from "yaml";
import type { Clip } from "../model/clip.ts";
import { StopFault } from "../model/fault.ts";
import { bindOf } from "../model/review.ts";

/** What became of an entry of the reviewed-clips file. */
export type Updated = "same" | "voided" | "kept" | "removed";

/** What showrun writes into an entry; everything else in it is a person's. */
const OURS = ["from", "to", "duration", "score", "generated", "bind", "found"];

/** The entry of a clip that nobody looked at yet. */
export function newEntry(document: Document, clip: Clip, source: string): YAMLMap {
	const entry = emptyMap(document);
	fill(document, entry, { clip, source });
	return entry;
}

/**
 * Brings an entry up to date. What was decided about another text, or said in place of it, moves under
 * `void`; a no stays, whatever changes.
 */
export function updateEntry(
	document: Document,
	entry: YAMLMap,
	of: { readonly clip: Clip; readonly source: string },
): Updated {
	const isNew = entry.get("bind") !== bindOf(of.source, of.clip);
	const voided = isNew && retire(document, entry);
	entry.delete("found");
	fill(document, entry, of);
	return voided ? "voided" : "same";
}

/** Whether an entry that was not found again has to stay, because a person put something into it. */
export function holdsEdits({ key, value }: Pair): boolean {
	if (!isMap(value) || value.anchor) return true;
	const edited = value.items.some((item) => !isScalar(item.key) || !OURS.includes(String(item.key.value)));
	return edited || commentsIn(key).length + commentsIn(value).length > 0;
}

function commentsIn(node: unknown): readonly string[] {
	const found: string[] = [];
	if (isNode(node))
		visit(node, {
			Node: (_, { comment, commentBefore }) =>
				void found.push(...[commentBefore, comment].filter((each) => typeof each === "string")),
		});
	return found;
}

/** False: there was nothing to retire. */
function retire(document: Document, entry: YAMLMap): boolean {
	// What comes in by a merge key cannot be taken out, and a new digest would approve it.
	if (entry.has("<<")) throw inTheWay("a merge key (`<<`) is in the entry of a clip whose text changed");
	const counted = entry.items.filter(
		({ key, value }) => WORDS.includes(textOf(key)) || (textOf(key) === "approve" && !isNo(document, value)),
	);
	if (counted.length === 0) return false;
	const existing = entry.get("void");
	const retired = isMap(existing) ? existing : emptyMap(document);
	for (const pair of counted) {
		entry.delete(textOf(pair.key));
		withEarlier(pair, retired);
		retired.delete(textOf(pair.key));
		retired.add(pair);
	}
	if (retired !== existing) entry.set("void", retired);
	return true;
}

const WORDS = ["title", "description", "tags"];

function isNo(document: Document, value: unknown): boolean {
	const said = isAlias(value) ? value.resolve(document) : value;
	return isScalar(said) && said.value === false;
}

/** Why a file has to be simplified by hand first. */
export function inTheWay(what: string): StopFault {
	return new StopFault(`Reviewed clips cannot be brought up to date: ${what}.`, {
		remedy: "Write the values out in place of aliases (`*name`), then run showrun clips again.",
	});
}

/** What was void already under the same key is kept in a comment: there is room for one. */
function withEarlier({ key, value }: Pair, retired: YAMLMap): void {
	const [earlier, later] = [retired.get(textOf(key), true), value].map((node) => JSON.stringify(node));
	if (earlier === undefined || earlier === later || !isScalar(key)) return;
	key.commentBefore = [key.commentBefore, ` earlier: ${earlier}`].filter(Boolean).join("\n");
}

function fill(
	document: Document,
	entry: YAMLMap,
	{ clip, source }: { readonly clip: Clip; readonly source: string },
): void {
	const { from, to } = clip.moment;
	put(document, entry, ["from", clock(from)]);
	put(document, entry, ["to", clock(to)]);
	put(document, entry, ["duration", `${((to - from) / 1000).toFixed(1)}s`]);
	put(document, entry, ["score", Math.round(clip.score * 100) / 100]);
	put(document, entry, [
		"generated",
		{
			title: visibleText(clip.title),
			description: visibleText(clip.description),
			tags: clip.tags.map(visibleText),
		},
	]);
	put(document, entry, ["bind", bindOf(source, clip)]);
}

/** Changes a value where it is another one, and keeps the comments around it. */
function put(document: Document, map: YAMLMap, [key, value]: readonly [string, unknown]): void {
	const before = map.get(key, true);
	if (JSON.stringify(before) === JSON.stringify(value)) return;
	if (isPlainObject(value)) {
		const inner = isMap(before) ? before : emptyMap(document);
		for (const each of Object.entries(value)) put(document, inner, each);
		map.set(key, inner);
		return;
	}
	const node = document.createNode(value, { flow: true });
	if (isScalar(before) && isScalar(node)) map.set(key, commented(node, before));
	else {
		node.comment = commentsIn(before).join("\n") || null;
		map.set(key, node);
	}
}

function isPlainObject(value: unknown): value is object {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function emptyMap(document: Document): YAMLMap {
	return new YAMLMap(document.schema);
}

function commented(node: Scalar, { comment, commentBefore, spaceBefore }: Scalar): Scalar {
	return Object.assign(node, { comment, commentBefore, spaceBefore });
}

export function textOf(key: unknown): string {
	return String(isScalar(key) ? key.value : key);
}

/** `1:23.400`. */
function clock(ms: number): string {
	const seconds = Math.floor(ms / 1000);
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}.${String(ms % 1000).padStart(3, "0")}`;
}

/**
 * What a person sees is what there is: characters that hide something, or turn a line around, are replaced.
 */
function visibleText(text: string): string {
	return text
		.replaceAll("\r\n", "\n")
		.replace(/(?![\t\n])[\p{Cc}\p{Cs}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu, "\ufffd");
}
