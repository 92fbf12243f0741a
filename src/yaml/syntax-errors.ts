import { CST, type YAMLError } from "yaml";
import type { Span, Words } from "./source.ts";

/**
 * What a problem of the text says to a person, and which stretch of the text it is about. `tokens` of the
 * whole text.
 */
export function syntaxWords(
	problem: YAMLError,
	text: string,
	tokens: readonly CST.Token[],
): { readonly words: Words; readonly span: Span } {
	const foreign = FOREIGN.find(({ sign }) => sign.test(text));
	const [start, end] = problem.pos;
	if (foreign !== undefined)
		return { words: syntaxMessage(foreign), span: lineFrom(text, text.search(foreign.sign)) };
	const known = KNOWN.find(
		({ code, message }) =>
			code === problem.code && (message === undefined || problem.message.startsWith(message)),
	);
	const around = IN_FLOW.has(problem.code) ? openAt(tokens, start) : undefined;
	if (around !== undefined && around < start)
		return {
			words: syntaxMessage({ detail: UNCLOSED, hint: CLOSE }),
			span: { start: around, end: around + 1 },
		};
	const words = syntaxMessage(known ?? { detail: `${problem.message.split("\n")[0]}.` });
	const open = known?.unclosed === true ? openAt(tokens, start) : undefined;
	if (open !== undefined) return { words, span: { start: open, end: open + 1 } };
	// Indentation is shown by what is indented, not by the blanks before it.
	const blanks = /^[ ]*/.exec(text.slice(start, start + 1000))?.[0].length ?? 0;
	return { words, span: problem.code === "BAD_INDENT" ? lineFrom(text, start + blanks) : { start, end } };
}

interface SyntaxProblem {
	readonly detail: string;
	readonly hint?: string;
}

function syntaxMessage({ detail, hint = "Correct the place shown." }: SyntaxProblem): Words {
	return { rule: "yaml-syntax", summary: "This is not valid YAML", detail, hint };
}

function lineFrom(text: string, start: number): Span {
	const end = text.indexOf("\n", start);
	return { start, end: end < 0 ? text.length : end };
}

/** What is no YAML at all; what the parser says about it is beside the point. */
const FOREIGN: readonly (SyntaxProblem & { readonly sign: RegExp })[] = [
	{
		sign: /^(<{7}|>{7}) /m,
		detail: "Marks of a merge conflict stand in the file.",
		hint: "Keep one of the two versions, and delete the lines with the marks.",
	},
	{
		sign: /^\s*<(!doctype|html|\?xml)\b/i,
		detail: "This is a web page (HTML or XML).",
		hint: "Was it fetched with a login? Fetch the file itself, not the page that shows it.",
	},
];

const IN_QUOTES = 'Put the whole text in quotes: "…".';
const UNCLOSED = "This bracket or brace is never closed.";
/** What the parser says of lines that stand in a bracket only because it was never closed. */
const IN_FLOW: ReadonlySet<string> = new Set([
	"MULTILINE_IMPLICIT_KEY",
	"BLOCK_IN_FLOW",
	"BLOCK_AS_IMPLICIT_KEY",
]);
const CLOSE = "Close what opens here, or put a text that starts so in quotes.";

/** In the parser's words, and in ours. The first that fits counts. */
const KNOWN: readonly (SyntaxProblem & {
	readonly code: YAMLError["code"];
	readonly message?: string;
	readonly unclosed?: true;
})[] = [
	{ code: "TAB_AS_INDENT", detail: "A tab is used for indentation.", hint: "Indent with spaces." },
	{
		code: "BAD_SCALAR_START",
		detail: "A text cannot start with this character unless it is in quotes.",
		hint: 'Put the text in quotes: "…".',
	},
	{
		code: "BLOCK_AS_IMPLICIT_KEY",
		detail:
			"A second `key: value` starts on the same line, or the line is indented differently from its neighbours.",
		hint: 'Put a text that contains ": " in quotes, and indent all keys of a map alike.',
	},
	{
		code: "TAG_RESOLVE_FAILED",
		detail: "Tags (`!…`) are not known here.",
		hint: "Remove the tag, or put a text that starts with ! in quotes.",
	},
	{ code: "BAD_DIRECTIVE", detail: "This directive is not known.", hint: "Remove the line." },
	{
		code: "MULTILINE_IMPLICIT_KEY",
		detail: "A key must be on one line and be followed by a colon.",
		hint: "Write `key: value`, with a blank after the colon.",
	},
	{
		code: "MISSING_CHAR",
		message: "Implicit map keys",
		detail: "A key must be followed by a colon.",
		hint: "Write `key: value`, with a blank after the colon.",
	},
	{
		code: "BAD_INDENT",
		message: "All mapping items",
		detail: "Keys of one map start at the same column.",
		hint: "Indent this line like its neighbours.",
	},
	{
		code: "BAD_INDENT",
		message: "All sequence items",
		detail: "Entries of one list start at the same column.",
		hint: "Indent this line like its neighbours.",
	},
	{ code: "BAD_INDENT", message: "Flow", detail: UNCLOSED, hint: CLOSE, unclosed: true },
	{ code: "MISSING_CHAR", message: "Flow", detail: UNCLOSED, hint: CLOSE, unclosed: true },
	{
		code: "MISSING_CHAR",
		message: "Missing closing",
		detail: "This quote is never closed.",
		hint: "Close it with the same quote at the end of the text.",
		unclosed: true,
	},
	{
		code: "MISSING_CHAR",
		message: "Missing directives-end",
		detail: "After a directive (`%…`) a line with `---` is missing.",
		hint: "Delete the directive: none is needed.",
	},
	{
		code: "MISSING_CHAR",
		message: "Missing ,",
		detail: "A comma is missing between two entries.",
		hint: "Separate entries in braces or brackets with commas.",
	},
	{
		code: "MISSING_CHAR",
		message: "Comments",
		detail: "A comment needs a blank before its #.",
		hint: 'Put a text with # in quotes: "…".',
	},
	{
		code: "BLOCK_IN_FLOW",
		detail: "A `key: value` stands inside another value in braces or brackets.",
		hint: "Separate entries with commas, or put the text in quotes.",
	},
	{
		code: "BAD_DQ_ESCAPE",
		detail: "In double quotes a backslash starts an escape, and this one is not known.",
		hint: "Write / in paths, \\\\ for a backslash itself, or use single quotes.",
	},
	{
		code: "UNEXPECTED_TOKEN",
		message: "Block scalar header",
		detail: "After | or > the text starts on the next line.",
		hint: "Move the text below, or put it in quotes.",
	},
	{
		code: "UNEXPECTED_TOKEN",
		message: "Unexpected , in",
		detail: "A comma stands where an entry is expected.",
		hint: "Delete the comma.",
	},
	{
		code: "UNEXPECTED_TOKEN",
		message: "Unexpected flow-",
		detail: "Nothing is open that this could close.",
		hint: "Delete it.",
	},
	{
		code: "UNEXPECTED_TOKEN",
		message: "Unexpected scalar at node end",
		detail: "Before this the value has already ended.",
		hint: `${IN_QUOTES} A text that starts with {, [ or a quote ends where that is closed.`,
	},
	{ code: "BAD_ALIAS", detail: "After * or & a name is expected.", hint: IN_QUOTES },
	{
		code: "ALIAS_PROPS",
		detail: "An alias takes neither a tag nor an anchor.",
		hint: "Keep the alias alone.",
	},
	{ code: "MULTIPLE_ANCHORS", detail: "A value takes one anchor.", hint: "Keep one of the two." },
	{
		code: "KEY_OVER_1024_CHARS",
		detail: "A key may have 1024 characters.",
		hint: "Is a colon missing on an earlier line?",
	},
];

/** Where the first bracket, brace or quote stands that is never closed. */
function openAt(tokens: readonly CST.Token[], end: number): number | undefined {
	let found: number | undefined;
	for (const token of tokens)
		if (token.type === "document")
			CST.visit(token, (item) => {
				found = [item.key, item.value].find(
					(part) => part !== null && part !== undefined && isOpen(part, end),
				)?.offset;
				return found === undefined ? undefined : CST.visit.BREAK;
			});
	return found;
}

/** A quote is open when it reaches to where the parser missed its end. */
function isOpen(token: CST.Token, end: number): boolean {
	if (token.type === "flow-collection")
		return !token.end.some(({ type }) => type === "flow-map-end" || type === "flow-seq-end");
	if (token.type !== "double-quoted-scalar" && token.type !== "single-quoted-scalar") return false;
	return token.offset + token.source.length === end;
}
