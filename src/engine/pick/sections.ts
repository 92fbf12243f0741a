import type { Span } from "../spans.ts";
import type { RatedSentence } from "./passages.ts";

/** Sentences that stand together and are about one thing. */
export interface Section extends Span {
	readonly sentences: readonly RatedSentence[];
}

/** So much of the usual length lies between two begins at least. */
const APART = 0.35;
const LEAST_SENTENCES = 2;

/**
 * Divides a talk where topics begin, into parts of about a length in milliseconds, at most so many. Every
 * sentence is in one of them.
 */
export function sectionsOf(
	rated: readonly RatedSentence[],
	{ lengthMs, most }: { readonly lengthMs: number; readonly most: number },
): readonly Section[] {
	const [first, last] = [rated[0], rated.at(-1)];
	if (!first || !last) return [];
	const whole = last.end - first.begin;
	const count = Math.max(
		1,
		Math.min(Math.round(whole / lengthMs), most, Math.floor(rated.length / LEAST_SENTENCES)),
	);
	const apart = (APART * whole) / count;
	const starts: RatedSentence[] = [first];
	for (const each of [...rated.slice(1)].sort((a, b) => b.begins - a.begins || a.begin - b.begin)) {
		if (starts.length === count) break;
		if (starts.every(({ begin }) => Math.abs(begin - each.begin) >= apart)) starts.push(each);
	}
	const ordered = starts.sort((a, b) => a.begin - b.begin);
	return ordered.map(({ at }, number) => {
		const sentences = rated.filter(
			(each) => each.at >= at && each.at < (ordered[number + 1]?.at ?? Number.POSITIVE_INFINITY),
		);
		return { begin: sentences[0]?.begin ?? 0, end: sentences.at(-1)?.end ?? 0, sentences };
	});
}
