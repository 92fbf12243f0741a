import { defined } from "../model/defined.ts";
import type { Diagnostic, Severity } from "../model/diagnostic.ts";
import type { Place } from "../model/place.ts";
import type { RuleId } from "../model/rules.ts";
import { withoutPasswords } from "../model/secret.ts";

/** The text of one file. `file` is the path as shown to people. */
export interface SourceText {
	readonly file: string;
	readonly text: string;
}

/** A stretch of a text, in UTF-16 units from its start, end exclusive. */
export interface Span {
	readonly start: number;
	readonly end: number;
}

/** A place together with the source line it points into. */
export interface Spot {
	readonly place: Place;
	readonly excerpt: { readonly text: string; readonly length: number };
}

/** What a rule says about something, before its place is known. */
export interface Words {
	readonly severity?: Severity;
	readonly rule: RuleId;
	readonly summary: string;
	readonly detail: string;
	readonly hint?: string;
}

/**
 * A function that turns spans of this text into places with excerpts. The mark never passes the end of the
 * first line.
 */
export function spotter(source: SourceText): (span: Span) => Spot {
	const starts = lineStarts(source.text);
	return (span) => {
		const start = Math.min(span.start, source.text.length);
		const line = lineOf(starts, start);
		const col = start - (starts[line - 1] ?? 0) + 1;
		const text = lineAt(source.text, start - (col - 1));
		const length = Math.max(1, Math.min(span.end - start, text.length - (col - 1)));
		return {
			place: { file: source.file, line, column: col },
			excerpt: { text: withoutPasswords(text), length },
		};
	};
}

/** Puts words and a spot together; an error unless the words say otherwise. */
export function diagnosed(words: Words, spot: Spot): Diagnostic {
	const { detail, hint } = words;
	return defined({
		...words,
		detail: withoutPasswords(detail),
		hint: hint === undefined ? undefined : withoutPasswords(hint),
		severity: words.severity ?? "error",
		...spot,
	});
}

/** By file, then line, then column; what has no place comes first. */
export function byPlace(a: Diagnostic, b: Diagnostic): number {
	const [left, right] = [a.place, b.place];
	if (left === undefined || right === undefined)
		return (left === undefined ? 0 : 1) - (right === undefined ? 0 : 1);
	if (left.file !== right.file) return left.file < right.file ? -1 : 1;
	return left.line - right.line || left.column - right.column;
}

function lineStarts(text: string): readonly number[] {
	const starts = [0];
	for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
	return starts;
}

/** Number of the line (from 1) a position is in: the last that starts at it or before. */
function lineOf(starts: readonly number[], position: number): number {
	let [low, high] = [0, starts.length];
	while (high - low > 1) {
		const middle = (low + high) >> 1;
		if ((starts[middle] ?? 0) <= position) low = middle;
		else high = middle;
	}
	return low + 1;
}

function lineAt(text: string, start: number): string {
	const end = text.indexOf("\n", start);
	return text.slice(start, end < 0 ? undefined : end).replace(/\r$/, "");
}
