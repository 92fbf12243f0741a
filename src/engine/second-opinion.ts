import { EndpointFault } from "../language/endpoint-fault.ts";
import type { Opinion } from "../language/port.ts";
import { defined } from "../model/defined.ts";
import type { Tool } from "./io/tool.ts";
import { sentencesInside } from "./pick/clip-texts.ts";
import type { RatedMoments } from "./pick/find-clips.ts";
import { topMoments, withOpinions } from "./pick/opinions.ts";
import type { Scored } from "./pick/score.ts";
import { touching } from "./spans.ts";

/**
 * The moments with a second opinion of a language model in their scores. Without one, or where it fails, they
 * stay as they are.
 */
export async function withSecondOpinion(
	rated: RatedMoments,
	{ rank, signal }: Pick<Tool, "rank" | "signal">,
): Promise<{ readonly rated: RatedMoments; readonly notes: readonly string[] }> {
	const moments = rank === undefined ? [] : topMoments(rated);
	if (rank === undefined || moments.length === 0) return { rated, notes: [] };
	try {
		const opinions = await rank({ passages: moments.map((each) => passageOf(each, rated)) }, signal);
		return { rated: { ...rated, scored: withOpinions(rated.scored, judged(moments, opinions)) }, notes: [] };
	} catch (error) {
		if (!(error instanceof EndpointFault)) throw error;
		const why = error.message.charAt(0).toUpperCase() + error.message.slice(1);
		return { rated, notes: [`${why}: clips are ranked without its opinion.`] };
	}
}

function passageOf(moment: Scored, { signals: { transcript, rated } }: RatedMoments) {
	const said = transcript ? sentencesInside(transcript, moment) : [];
	const kinds = touching(rated, moment).flatMap(({ kind }) => kind ?? []);
	const [kind] = [...kinds].sort((a, b) => countOf(kinds, b) - countOf(kinds, a));
	const { begin, end, score } = moment;
	return { begin, end, score, text: said.map(({ text }) => text).join(" "), ...defined({ kind }) };
}

function countOf(all: readonly string[], one: string): number {
	return all.filter((each) => each === one).length;
}

function judged(moments: readonly Scored[], opinions: readonly Opinion[]) {
	return opinions.flatMap(({ at, reason }, rank) => {
		const moment = moments[at];
		if (moment === undefined) return [];
		return [{ moment, opinion: { rank: rank + 1, of: opinions.length, ...defined({ reason }) } }];
	});
}
