import { type CST, type Document, isMap, isScalar, Lexer, type Scalar } from "yaml";

/** Every comment of a text, without the spaces behind it, sorted. */
export function commentsOf(text: string): readonly string[] {
	let before = "";
	const found: string[] = [];
	for (const lexeme of new Lexer().lex(text)) {
		if (lexeme.startsWith("#") && before !== SCALAR_FOLLOWS) found.push(lexeme.trimEnd());
		before = lexeme;
	}
	return found.sort();
}

/** The lexer says so before a text that would look like something else. */
const SCALAR_FOLLOWS = "\u001f";

/**
 * Gives comments to the map or list they are indented like. The parser leaves a run of them to the innermost
 * one.
 */
export function levelComments(tokens: readonly CST.Token[]): void {
	for (const token of tokens) {
		if (token.type !== "document" || !token.value) continue;
		const loose = loosened(token.value, 1);
		if (loose.length > 0) token.end = [...loose, ...(token.end ?? [])];
	}
}

/** Takes away the comments behind the last entry that are indented less than it (or than given). */
function loosened(token: CST.Token, least?: number): CST.SourceToken[] {
	if (token.type !== "block-map" && token.type !== "block-seq") return [];
	for (const [index, { value }] of token.items.entries()) {
		const loose = value ? loosened(value) : [];
		const next = token.items[index + 1];
		if (next) next.start.unshift(...loose);
		else if (loose.length > 0) token.items.push({ start: loose });
	}
	const last = token.items.at(-1);
	if (!last || last.value) return [];
	const end = last.sep ?? last.start;
	const first = end.findIndex(
		({ type, indent }, index) =>
			type === "comment" && indent < (least ?? token.indent) && end[index - 1]?.type !== "map-value-ind",
	);
	if (first < 0) return [];
	const loose = end.splice(end.slice(0, first).findLastIndex(({ type }) => type === "newline") + 1);
	if (end === last.start && end.length === 0) token.items.pop();
	return loose;
}

/**
 * Takes out the comment that tells editors the schema, wherever it stands above the first value. Empty: there
 * is none.
 */
export function takeHeader(document: Document.Parsed): string {
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
export function takeFileComment(document: Document.Parsed): void {
	const key = firstKey(document);
	const comment = key?.commentBefore;
	const end = comment?.search(/\n\s*\n/) ?? -1;
	if (!key || !comment || end < 0) return;
	document.commentBefore = [document.commentBefore, comment.slice(0, end)].filter(Boolean).join("\n");
	key.commentBefore = comment.slice(end).replace(/^(\s*\n)+/, "");
}

/**
 * Puts the comment for editors first: above the comment of the whole file, else right above the first key.
 */
export function putHeader(document: Document.Parsed, header: string): void {
	if (header === "") return;
	const owner = document.commentBefore ? document : (firstKey(document) ?? document);
	owner.commentBefore = [header, owner.commentBefore].filter(Boolean).join("\n");
}

function firstKey({ contents }: Document.Parsed): Scalar | undefined {
	const key = isMap(contents) ? contents.items[0]?.key : undefined;
	return isScalar(key) ? key : undefined;
}
