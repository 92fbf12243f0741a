import { type Span, touching } from "../spans.ts";
import { overlapOf } from "./choose.ts";
import type { RatedMoments } from "./find-clips.ts";
import type { Term } from "./query.ts";
import type { Scored } from "./score.ts";

/** How much a moment is about what is looked for, 0 to 1. */
export type Relevance = (span: Span) => number;

/** Points for being about it; the rest is what the moment is worth by itself. */
const SHARE = 80;
/** What is less about it is not, nor what is so much less than the best. */
const LEAST = 0.3;
const LEAST_OF_BEST = 0.55;
const MOST = 20;
const OVERLAP = 0.1;
const ALL_SAID = 0.6;

/** By the words that are said in it: which of the terms, and in how much of it. */
export function relevanceByWords(terms: readonly Term[], { signals }: RatedMoments): Relevance {
	const whole = terms.reduce((sum, { weight }) => sum + weight, 0);
	const weightOf = (some: readonly Term[]) => some.reduce((sum, { weight }) => sum + weight, 0) / whole;
	return (span) => {
		const inside = touching(signals.rated, span).filter(
			({ begin, end }) => (begin + end) / 2 >= span.begin && (begin + end) / 2 < span.end,
		);
		const said = terms.filter(({ sentences }) => inside.some(({ at }) => sentences.has(at)));
		if (said.length === 0) return 0;
		const about = inside
			.filter(({ at }) => terms.some(({ sentences }) => sentences.has(at)))
			.reduce((sum, { begin, end }) => sum + end - begin, 0);
		const length = inside.reduce((sum, { begin, end }) => sum + end - begin, 0);
		return ALL_SAID * weightOf(said) + (1 - ALL_SAID) * Math.sqrt(about / Math.max(1, length));
	};
}

/** By what somebody says of passages: a moment is about it as much as what it shows of them. */
export function relevanceByPassages(passages: readonly (Span & { readonly share: number })[]): Relevance {
	return (span) =>
		touching(passages, span).reduce(
			(sum, each) =>
				sum +
				(each.share * (Math.min(each.end, span.end) - Math.max(each.begin, span.begin))) /
					(span.end - span.begin),
			0,
		);
}

/** The moments that are about what is looked for, best first; none overlap. */
export function momentsAbout(
	{ scored }: RatedMoments,
	relevance: Relevance,
	limit: number = MOST,
): readonly Scored[] {
	const about = scored.map((moment) => ({ moment, match: relevance(moment) }));
	const best = about.reduce((most, { match }) => Math.max(most, match), 0);
	const wanted = about
		.filter(({ match }) => match >= Math.max(LEAST, LEAST_OF_BEST * best))
		.map(({ moment, match }) => matched(moment, match))
		.sort((a, b) => b.score - a.score || a.begin - b.begin || a.end - b.end);
	const chosen: Scored[] = [];
	for (const each of wanted) {
		if (chosen.length >= Math.min(limit, MOST)) break;
		if (chosen.every((taken) => overlapOf(taken, each) <= OVERLAP)) chosen.push(each);
	}
	return chosen;
}

function matched(moment: Scored, match: number): Scored {
	const tenth = (value: number) => Math.round(value * 10) / 10;
	const parts = { match: tenth(SHARE * match), moment: tenth(((100 - SHARE) * moment.score) / 100) };
	return { ...moment, parts, score: tenth(parts.match + parts.moment) };
}
