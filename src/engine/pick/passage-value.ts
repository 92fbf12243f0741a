import { type Span, touching } from "../spans.ts";
import type { RatedSentence } from "./passages.ts";

/** What is said in a span, as shares: 0 to 1. */
export interface PassageValue {
	/** How much more than usual is said, all of it together. */
	readonly content: number;
	/** How well it opens: with what can stand alone, where a topic begins. */
	readonly opening: number;
	/** How well it closes: with a sentence that is worth something, or what people laughed at. */
	readonly payoff: number;
	/** One topic: nothing else begins inside. */
	readonly topic: number;
	/** Share of its time that is housekeeping. */
	readonly housekeeping: number;
}

/** So much worth times seconds is much. */
const MUCH = 12;
/** A sentence of this worth should not be left out. */
const LEFT_OUT = 0.3;
const SETUP = 0.15;
const EDGE_MS = 120;
const OPENED_MS = 5_000;

/** What the sentences inside a span are worth together, in order, and how they open and close. */
export function passageValueOf(span: Span, rated: readonly RatedSentence[]): PassageValue {
	const inside = touching(rated, span).filter(
		({ begin, end }) => begin >= span.begin - EDGE_MS && end <= span.end + EDGE_MS,
	);
	const [first, last] = [inside[0], inside.at(-1)];
	if (!first || !last) return { content: 0, opening: 0, payoff: 0, topic: 0, housekeeping: 0 };
	const seconds = (each: Span) => (each.end - each.begin) / 1000;
	// What sets up the rest costs nothing.
	const worthOf = (each: RatedSentence) =>
		each === first && each.worth > -SETUP && (inside[1]?.worth ?? 0) > 0
			? Math.max(0, each.worth)
			: each.worth;
	const sum = inside.reduce((total, each) => total + worthOf(each) * seconds(each), 0);
	const kept = inside
		.filter(({ housekeeping }) => housekeeping)
		.reduce((total, each) => total + seconds(each), 0);
	const closing = Math.max(last.worth, 0.8 * (inside.at(-2)?.worth ?? 0));
	const before = restOf(rated[first.at - 1]);
	const after = restOf(rated[last.at + 1]);
	const breaks = inside.filter(({ begin }) => begin > span.begin + OPENED_MS).map(({ begins }) => begins);
	return {
		content: sum <= 0 ? 0 : 1 - Math.exp(-sum / MUCH),
		opening: share(0.55 * (1 - before) + 0.25 * first.begins + 0.4 * Math.max(0, first.worth)),
		payoff: share(last.earned + 0.6 * closing + 0.4 * (1 - after)),
		topic: 1 - Math.max(0, ...breaks),
		housekeeping: kept / Math.max(0.001, (span.end - span.begin) / 1000),
	};
}

/** How much of what belongs to a clip is left out with the sentence beside it, 0 to 1. */
function restOf(beside: RatedSentence | undefined): number {
	return beside === undefined || beside.housekeeping ? 0 : share(beside.worth / LEFT_OUT);
}

function share(value: number): number {
	return Math.min(1, Math.max(0, value));
}
