import { clockTime } from "../../model/clock-time.ts";
import { defined } from "../../model/defined.ts";
import { type AddedMoment, addedClips, givesWay } from "./added-clips.ts";
import { candidatesIn, type Lengths, lengthsOf, SHORTEST_MS } from "./candidates.ts";
import { choose } from "./choose.ts";
import { type Scored, score } from "./score.ts";
import type { Signals } from "./signals.ts";

/** What is asked of the clips of a source. */
export interface ClipRequest {
	/** Wanted length of a clip in seconds, inclusive. */
	readonly seconds: { readonly min: number; readonly max: number };
	/** Most clips to return; absent: all worth returning. */
	readonly limit?: number;
	/** Wants a larger set. */
	readonly more: boolean;
	/** Clips at given times, beside those that are found. Absent: none. */
	readonly added?: readonly { readonly beginMs: number; readonly endMs: number }[];
}

/** The moments of a source that are clips, best first, and what is to be said about the choice. */
export interface FoundMoments {
	readonly scored: readonly (Scored | AddedMoment)[];
	readonly notes: readonly string[];
}

/** Every moment that could be a clip, and what it is worth. */
export interface RatedMoments {
	readonly signals: Signals;
	readonly lengths: Lengths;
	readonly scored: readonly Scored[];
	/** Too few pauses and cuts were found to cut at. */
	readonly calm: boolean;
}

/** Rates every moment of a source that could be a clip. */
export function rateMoments(signals: Signals, request: Pick<ClipRequest, "seconds">): RatedMoments {
	const lengths = lengthsOf(request.seconds);
	if (signals.durationMs < lengths.min || signals.durationMs < 2 * SHORTEST_MS)
		return { signals, lengths, scored: [], calm: false };
	const { candidates, calm } = candidatesIn(signals, lengths);
	return { signals, lengths, scored: candidates.map((each) => score(each, signals, lengths)), calm };
}

/** Finds and ranks the clips of a source. Same signals and same request, same clips. */
export function findClips(signals: Signals, request: ClipRequest): FoundMoments {
	return pickClips(rateMoments(signals, request), request);
}

/**
 * Picks the best of rated moments; those at given times come first. What is added changes nothing of the
 * others, but that those of the same moments give way.
 */
export function pickClips(rated: RatedMoments, request: ClipRequest): FoundMoments {
	const found = best(rated, request);
	const asked = (request.added ?? []).map(({ beginMs: begin, endMs: end }) => ({ begin, end }));
	if (asked.length === 0) return found;
	const { added, notes } = addedClips(asked, rated);
	const others = found.scored.filter((each) => !givesWay(each, added));
	return { scored: [...added, ...others], notes: [...found.notes, ...notes] };
}

function best({ signals, lengths, scored, calm }: RatedMoments, request: ClipRequest): FoundMoments {
	if (signals.durationMs < SHORTEST_MS)
		return { scored: [], notes: ["The video is shorter than 3 s: there is nothing to cut a clip from."] };
	if (signals.durationMs < lengths.min || signals.durationMs < 2 * SHORTEST_MS)
		return wholeOf(signals, lengths);
	const { durationMs } = signals;
	const { chosen, fillers } = choose(
		scored,
		defined({ durationMs, more: request.more, limit: request.limit }),
	);
	const notes = [
		...(calm
			? [
					"Too few pauses and cuts were found: " +
						`some clips begin and end at the ${signals.hasSound ? "quietest" : "calmest"} moments instead.`,
				]
			: []),
		...(fillers > 0 && chosen.length > 1
			? [
					`${fillers === 1 ? "One clip scored" : `${fillers} clips scored`} low and only ` +
						`fill${fillers === 1 ? "s" : ""} up the set.`,
				]
			: []),
	];
	return { scored: chosen, notes };
}

function wholeOf(signals: Signals, lengths: Lengths): FoundMoments {
	const whole = { begin: 0, end: signals.durationMs, startQuality: 1, endQuality: 1 };
	const limits = { min: 0, max: Math.max(lengths.max, signals.durationMs) };
	return {
		scored: [score(whole, signals, limits)],
		notes: [`The video is only ${clockTime(signals.durationMs)} long: it is taken whole, as one clip.`],
	};
}
