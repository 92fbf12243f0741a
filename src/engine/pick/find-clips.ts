import { clockTime } from "../../model/clock-time.ts";
import { defined } from "../../model/defined.ts";
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
}

/** The moments of a source that are clips, best first, and what is to be said about the choice. */
export interface FoundMoments {
	readonly scored: readonly Scored[];
	readonly notes: readonly string[];
}

/** Finds and ranks the clips of a source. Same signals and same request, same clips. */
export function findClips(signals: Signals, request: ClipRequest): FoundMoments {
	const lengths = lengthsOf(request.seconds);
	if (signals.durationMs < SHORTEST_MS)
		return { scored: [], notes: ["The video is shorter than 3 s: there is nothing to cut a clip from."] };
	if (signals.durationMs < lengths.min || signals.durationMs < 2 * SHORTEST_MS)
		return wholeOf(signals, lengths);
	const { candidates, calm } = candidatesIn(signals, lengths);
	const scored = candidates.map((candidate) => score(candidate, signals, lengths));
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
