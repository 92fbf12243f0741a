import { lastFrom, type Span, touching } from "../spans.ts";
import type { RankOpinion, Scored } from "./score.ts";
import type { Signals } from "./signals.ts";

const NEAR_MS = 700;
const PAUSE_MS = 250;

/** Why a clip begins and ends where it does, one sentence each, told from what is there. */
export function reasonsFor(
	{ begin, end, opinion }: Span & Pick<Scored, "opinion">,
	signals: Signals,
): readonly string[] {
	return [
		`It begins ${beginning(begin, signals)}.`,
		`It ends ${ending(end, signals)}.`,
		...(opinion ? [opinionSentence(opinion)] : []),
	];
}

function opinionSentence({ rank, of, reason }: RankOpinion): string {
	const place = `A language model puts it at rank ${rank} of ${of}`;
	return reason === undefined ? `${place}.` : `${place}: "${reason}"`;
}

function beginning(at: number, { transcript, pictures, speech, durationMs, hasSound }: Signals): string {
	if (at === 0) return "where the source does";
	const sentence = transcript?.sentences.find((each) => each.begin >= at && each.begin - at <= NEAR_MS);
	const pause = pauseAt(at, hasSound ? speech.pauses : []);
	if (sentence) return `with a sentence${pause ? `, after a pause of ${seconds(pause)}` : ""}`;
	if (pictures.cuts.includes(at)) return "at a cut";
	if (pause && pause.end < durationMs)
		return `as the sound sets in again, after a pause of ${seconds(pause)}`;
	return transcript ? "between two words" : "at a quiet moment";
}

function ending(at: number, { transcript, pictures, speech, durationMs, hasSound }: Signals): string {
	if (at >= durationMs) return "where the source does";
	const sentence = transcript && lastFrom(transcript.sentences, at);
	const pause = pauseAt(at, hasSound ? speech.pauses : []);
	if (sentence && sentence.end <= at && at - sentence.end <= NEAR_MS)
		return `with a sentence${pause ? `, in a pause of ${seconds(pause)}` : ""}`;
	if (pictures.cuts.some((cut) => cut >= at && cut - at <= PAUSE_MS)) return "just before a cut";
	if (pause) return `as the sound stops, in a pause of ${seconds(pause)}`;
	return transcript ? "between two words" : "at a quiet moment";
}

function pauseAt(at: number, pauses: readonly Span[]): Span | undefined {
	return touching(pauses, { begin: Math.max(0, at - 1), end: at + 1 }).find(
		(pause) => pause.end - pause.begin >= PAUSE_MS,
	);
}

function seconds({ begin, end }: Span): string {
	return `${((end - begin) / 1000).toFixed(1)} s`;
}
