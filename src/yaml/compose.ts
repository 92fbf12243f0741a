import { Composer, type CST, type Document, Lexer, Parser } from "yaml";
import type { Span, Words } from "./source.ts";
import { syntaxWords } from "./syntax-errors.ts";

/** How deep maps and lists may nest. */
export const MAX_DEPTH = 50;

/** What to do about problems of a text. */
export interface Composing {
	readonly report: (words: Words, span: Span) => void;
	/** How deep it may nest, itself included. */
	readonly depth: number;
}

/** The document that a text holds; undefined where there is a problem, which is reported, or no document. */
export function compose(text: string, composing: Composing): Document.Parsed | undefined {
	const { report } = composing;
	const tokens = tokensOf(text, composing);
	if (tokens === undefined) return undefined;
	// The schema is named so that a %YAML 1.1 directive cannot bring back `yes`, `no` and dates.
	const composer = new Composer({
		schema: "core",
		version: "1.2",
		uniqueKeys: false,
		resolveKnownTags: false,
		prettyErrors: false,
		logLevel: "silent",
	});
	const [first, second] = [...composer.compose(tokens, true, text.length)];
	const problems = [...(first?.errors ?? []), ...(first?.warnings ?? [])];
	if (problems[0] !== undefined) {
		// Only the first problem is shown: those after it are mostly its consequences.
		const { words, span } = syntaxWords(problems[0], text, tokens);
		report(words, span);
	} else if (second !== undefined)
		report(SEVERAL_DOCUMENTS, { start: second.range[0], end: second.range[0] + 3 });
	return problems.length > 0 ? undefined : first;
}

/**
 * Counts depth while reading, because everything after the tokens is recursive and would exhaust the stack.
 */
function tokensOf(text: string, { report, depth }: Composing): CST.Token[] | undefined {
	const parser = new Parser();
	const tokens: CST.Token[] = [];
	for (const lexeme of new Lexer().lex(text)) {
		for (const token of parser.next(lexeme)) tokens.push(token);
		if (parser.stack.length > depth) {
			report(TOO_DEEP, { start: parser.offset, end: parser.offset + 1 });
			return undefined;
		}
	}
	for (const token of parser.end()) tokens.push(token);
	return tokens;
}

const TOO_DEEP: Words = {
	rule: "yaml-depth",
	summary: "This is nested too deeply",
	detail: `Maps and lists may nest ${MAX_DEPTH} deep.`,
	hint: "Use fewer levels.",
};

const SEVERAL_DOCUMENTS: Words = {
	rule: "yaml-documents",
	summary: "The file holds more than one document",
	detail: "After `---` or `...` a second document starts; only one is read from a file.",
	hint: "Put each document into a file of its own.",
};
