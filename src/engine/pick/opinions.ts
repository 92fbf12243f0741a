import { shared } from "../spans.ts";
import { choose } from "./choose.ts";
import type { RatedMoments } from "./find-clips.ts";
import type { RankOpinion, Scored } from "./score.ts";

/** A moment that stands out, with what somebody thinks of it. */
export interface JudgedMoment {
	readonly moment: Scored;
	readonly opinion: RankOpinion;
}

/** So many are asked about, however long the source is. */
const MOST = 24;
/** Fewer need no second opinion. */
const LEAST = 3;
/** Points that the best opinion adds and the worst one takes, at most. */
const SHARE = 10;
/** From this share of the longer of two on, an opinion about one is one about the other too. */
const SAME = 0.6;

/** The moments that stand out, in the order of the source: what somebody may be asked about. */
export function topMoments({ scored, signals }: RatedMoments): readonly Scored[] {
	if (signals.rated.length === 0) return [];
	const { chosen } = choose(scored, { durationMs: signals.durationMs, more: true, limit: MOST });
	return chosen.length < LEAST ? [] : [...chosen].sort((a, b) => a.begin - b.begin);
}

/**
 * The moments with the share that opinions have in their scores: what shows most of a judged moment gets the
 * points of that one, so that no edge a little aside goes around an opinion.
 */
export function withOpinions(scored: readonly Scored[], judged: readonly JudgedMoment[]): readonly Scored[] {
	return scored.map((each) => {
		const nearest = judged.reduce<{ judged?: JudgedMoment; share: number }>(
			(most, one) => {
				const share = sharedPart(each, one.moment);
				return share > most.share ? { judged: one, share } : most;
			},
			{ share: SAME },
		);
		return nearest.judged === undefined ? each : raised(each, nearest.judged.opinion);
	});
}

function raised(scored: Scored, opinion: RankOpinion): Scored {
	const wanted = SHARE * (1 - (2 * (opinion.rank - 1)) / Math.max(1, opinion.of - 1));
	const score = tenth(Math.min(100, Math.max(0, scored.score + wanted)));
	const points = tenth(score - scored.score);
	return {
		...scored,
		opinion,
		score,
		parts: points === 0 ? scored.parts : { ...scored.parts, opinion: points },
	};
}

/** Shared time as a share (0 to 1) of the longer of two moments. */
function sharedPart(a: Scored, b: Scored): number {
	return shared(a, b) / Math.max(1, a.end - a.begin, b.end - b.begin);
}

function tenth(value: number): number {
	return Math.round(value * 10) / 10;
}
