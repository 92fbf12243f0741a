import type { Diagnostic, Severity } from "../model/diagnostic.ts";
import { withoutPasswords } from "../model/secret.ts";
import { counted, cut, type Ink, paint, plain } from "./ink.ts";

/**
 * Diagnostics for a terminal: severity and summary, place, the source line with a mark under it, detail,
 * hint, and a closing count. Ends with a newline; empty for none.
 */
export function renderDiagnostics(diagnostics: readonly Diagnostic[], ink: Ink): string {
	if (diagnostics.length === 0) return "";
	return `${diagnostics.map((each) => block(each, ink)).join("\n")}\n${closing(diagnostics)}\n`;
}

/**
 * Diagnostics as workflow commands of GitHub Actions, which shows them at their lines. One line each, with a
 * newline at the end.
 */
export function githubAnnotations(diagnostics: readonly Diagnostic[]): string {
	return diagnostics.map((each) => `${annotation(each)}\n`).join("");
}

/**
 * Gives diagnostics that have a place but no excerpt the line they point into. `sources`: text of files by
 * the path shown.
 */
export function withExcerpts(
	diagnostics: readonly Diagnostic[],
	sources: ReadonlyMap<string, string>,
): readonly Diagnostic[] {
	const lines = new Map([...sources].map(([file, text]) => [file, text.split(/\r?\n/)]));
	return diagnostics.map((each) => {
		const text = each.place && !each.excerpt ? lines.get(each.place.file)?.[each.place.line - 1] : undefined;
		return text === undefined || !each.place
			? each
			: {
					...each,
					excerpt: { text: withoutPasswords(text), length: valueLength(text.slice(each.place.column - 1)) },
				};
	});
}

/** Up to a comment, or to the end of the line. In quotes nothing begins a comment. */
function valueLength(rest: string): number {
	const quote = /^["']/.exec(rest)?.[0];
	const comment = rest.indexOf(" #", quote === undefined ? 0 : rest.indexOf(quote, 1));
	return Math.max(1, (comment < 0 ? rest : rest.slice(0, comment)).trimEnd().length);
}

function block(diagnostic: Diagnostic, ink: Ink): string {
	const { severity, summary, detail, hint } = diagnostic;
	const color = paint(ink);
	const mark = severity === "error" ? color.red : color.yellow;
	const margin = " ".repeat(gutter(diagnostic));
	const lines = [
		`${color.bold(mark(severity))}${color.bold(`: ${plain(summary)}`)} ` +
			`${color.dim(`[${plain(diagnostic.rule)}]`)}`,
		...located(diagnostic, ink),
		...wrapped(plain(detail), ink.width - margin.length - 3).map(
			(line, index) => `${margin}${index === 0 ? " = " : "   "}${line}`,
		),
		...wrapped(hint === undefined ? "" : `help: ${hint}`, ink.width - margin.length - 3).map(
			(line, index) => `${margin}${index === 0 ? " = " : "   "}${color.cyan(plain(line))}`,
		),
	];
	return `${lines.join("\n")}\n`;
}

/** Columns left of the bar: the width of the line number. */
function gutter({ place, excerpt }: Diagnostic): number {
	return place && excerpt ? String(place.line).length : 1;
}

function located(diagnostic: Diagnostic, ink: Ink): readonly string[] {
	const { place, excerpt } = diagnostic;
	if (!place) return [];
	const color = paint(ink);
	const margin = " ".repeat(gutter(diagnostic));
	const where = `${margin}${color.dim("-->")} ${plain(place.file)}:${place.line}:${place.column}`;
	if (!excerpt) return [where];
	const { line, start, length } = visible(excerpt.text, {
		column: place.column,
		length: excerpt.length,
		room: ink.width - margin.length - 3,
	});
	const mark = diagnostic.severity === "error" ? color.red : color.yellow;
	const bar = color.dim("|");
	return [
		where,
		`${margin} ${bar}`,
		`${color.dim(String(place.line))} ${bar} ${line}`,
		`${margin} ${bar} ${" ".repeat(start)}${mark("^".repeat(length))}`,
	];
}

/** The part of a line around its mark, safe to print, and where the mark stands in it, in columns. */
function visible(
	text: string,
	mark: { readonly column: number; readonly length: number; readonly room: number },
): { readonly line: string; readonly start: number; readonly length: number } {
	const before = plainText(text.slice(0, mark.column - 1));
	const marked = plainText(text.slice(mark.column - 1, mark.column - 1 + mark.length));
	const after = plainText(text.slice(mark.column - 1 + mark.length));
	const room = Math.max(20, mark.room);
	// Lines may be megabytes long: nothing beyond the room is counted.
	const width = (part: string) => columns(part, room + 1);
	const fits = width(before) + width(marked) + width(after) <= room;
	const skip = !fits && width(before) > room / 2 ? `…${tail(before, Math.floor(room / 3))}` : before;
	const line = cut(`${skip}${marked}${after}`, room);
	const start = columns(skip);
	return { line, start, length: Math.max(1, Math.min(width(marked), room - start)) };
}

/** A tab takes one column, so that the mark below stays in line. */
function plainText(text: string): string {
	return plain(text.replaceAll("\t", " "));
}

function tail(text: string, count: number): string {
	// A character takes two places of a string at most.
	return [...text.slice(-2 * count)].slice(-count).join("");
}

/** Wide characters (CJK, emoji) take two columns of a terminal. Counts to `most` or a little further. */
function columns(text: string, most = Number.POSITIVE_INFINITY): number {
	let sum = 0;
	for (const char of text) {
		sum += WIDE.test(char) ? 2 : ZERO.test(char) ? 0 : 1;
		if (sum >= most) break;
	}
	return sum;
}

const WIDE =
	/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const ZERO = /\p{Mn}|\u200d|\ufe0f/u;

function wrapped(text: string, width: number): readonly string[] {
	const lines: string[] = [];
	for (const word of text.split(" ").filter(Boolean)) {
		const last = lines.at(-1);
		if (last === undefined || columns(last) + 1 + columns(word) > width) lines.push(word);
		else lines[lines.length - 1] = `${last} ${word}`;
	}
	return lines;
}

function closing(diagnostics: readonly Diagnostic[]): string {
	const count = (severity: Severity) => diagnostics.filter((each) => each.severity === severity).length;
	const parts = [
		[count("error"), "error"],
		[count("warning"), "warning"],
	] as const;
	return `${parts
		.filter(([number]) => number > 0)
		.map(([number, noun]) => counted(number, noun))
		.join(", ")}.`;
}

function annotation({ severity, summary, detail, hint, rule, place, excerpt }: Diagnostic): string {
	const message = [detail, hint].filter((each) => each !== undefined).join("\n");
	const end = place && excerpt ? [`endColumn=${place.column + excerpt.length}`] : [];
	const where = place
		? [`file=${property(place.file)}`, `line=${place.line}`, `col=${place.column}`, ...end]
		: [];
	return `::${severity} ${[...where, `title=${property(`${summary} [${rule}]`)}`].join(",")}::${data(message)}`;
}

/** Escapes as GitHub's own toolkit does; other control characters become visible. */
function data(text: string): string {
	return text
		.split("\n")
		.map((line) => plain(line).replaceAll("%", "%25"))
		.join("%0A");
}

function property(text: string): string {
	return plain(text).replaceAll("%", "%25").replaceAll(":", "%3A").replaceAll(",", "%2C");
}
