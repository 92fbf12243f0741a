import { Composer, type CST, type Document, Lexer, Parser } from "yaml";
import type { Diagnostic } from "../model/diagnostic.ts";
import { type Entries, type Path, plainValue } from "./plain-value.ts";
import { diagnosed, type SourceText, type Span, type Spot, spotter, type Words } from "./source.ts";
import { syntaxWords } from "./syntax-errors.ts";

/** One parsed file: its value as plain data, and where each part of it stands. */
export interface YamlFile extends SourceText {
	/** Maps, lists, texts, numbers, booleans and null; undefined when nothing is written. */
	readonly value: unknown;
	/**
	 * Where the value at the path stands (or its key). A path that does not exist gives the nearest part
	 * above it that does.
	 */
	readonly spot: (path: Path, part?: "key" | "value") => Spot;
}

/** A text that was read as YAML. When it is not `usable`, its value means nothing. */
export interface ReadYaml {
	readonly file: YamlFile;
	readonly diagnostics: readonly Diagnostic[];
	readonly usable: boolean;
}

/** How many problems of the text are shown at most. */
const MAX_DIAGNOSTICS = 200;
/** How deep maps and lists may nest. */
const MAX_DEPTH = 50;

/** After these the value is not what was meant. */
const FATAL = new Set(["yaml-syntax", "yaml-depth", "yaml-documents", "yaml-alias", "yaml-key"]);

/**
 * Reads YAML (1.2 core schema, merge keys allowed) or JSON. When it is not `usable`, its value means nothing.
 */
export function parseYaml(source: SourceText): ReadYaml {
	const spotAt = spotter(source);
	const found: Diagnostic[] = [];
	const report = (words: Words, span: Span) => {
		if (found.length < MAX_DIAGNOSTICS) found.push(diagnosed(words, spotAt(span)));
	};
	const document = compose(source.text, report);
	const { value, entries } =
		document === undefined ? { value: undefined, entries: new WeakMap() } : plainValue(document, report);
	return {
		file: { ...source, value, spot: locator(value, entries, spotAt) },
		diagnostics: found,
		usable: !found.some((each) => FATAL.has(each.rule)),
	};
}

type Report = (words: Words, span: Span) => void;

function compose(text: string, report: Report): Document.Parsed | undefined {
	const tokens = tokensOf(text, report);
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
function tokensOf(text: string, report: Report): CST.Token[] | undefined {
	const parser = new Parser();
	const tokens: CST.Token[] = [];
	for (const lexeme of new Lexer().lex(text)) {
		for (const token of parser.next(lexeme)) tokens.push(token);
		if (parser.stack.length > MAX_DEPTH) {
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

function locator(value: unknown, entries: Entries, spotAt: (span: Span) => Spot): YamlFile["spot"] {
	return (path, part = "value") => {
		let here: unknown = value;
		let span: Span = { start: 0, end: 1 };
		for (const [index, step] of path.entries()) {
			const entry =
				typeof here === "object" && here !== null ? entries.get(here)?.get(String(step)) : undefined;
			if (entry === undefined) break;
			span = index === path.length - 1 && part === "value" ? entry.value : entry.key;
			here = entry.plain;
		}
		return spotAt(span);
	};
}
