import { lastFrom, type Span, touching } from "../spans.ts";
import { transcriptOf } from "./sentences.ts";
import { inOrder, type Transcript, type Word } from "./transcript.ts";

/** Fewer pauses do not tell whether the times of a transcript fit. */
const ENOUGH_PAUSES = 6;
/** A pause this far inside a word is no matter of rounding. */
const WITHIN_MS = 40;
/** Where more pauses than this are free of words, the times are right. */
const FITS = 0.8;
/** Automatic captions come early or late, all alike. */
const MOST_OFF_MS = 800;
const OFF_STEP_MS = 50;
/** About what one line of captions holds: its words share its time. */
const LINE_WORDS = 8;

/** Whether the words of a transcript leave the pauses free that are heard. */
function fitsPauses(words: readonly Word[], pauses: readonly Span[]): boolean {
	return pauses.length < ENOUGH_PAUSES || freePauses(words, pauses, 0) >= FITS;
}

/**
 * A transcript whose words stand where pauses are heard, as automatic captions do: moved as a whole to where
 * most pauses are free, and each line's words put where something is heard. One that fits is left as it is.
 */
export function retimed(
	transcript: Transcript,
	given: { readonly pauses: readonly Span[]; readonly durationMs: number },
): Transcript {
	const { words } = transcript;
	const { pauses, durationMs } = given;
	if (fitsPauses(words, pauses)) return transcript;
	const offsets = Array.from(
		{ length: (2 * MOST_OFF_MS) / OFF_STEP_MS + 1 },
		(_, at) => Math.ceil(at / 2) * OFF_STEP_MS * (at % 2 === 0 ? -1 : 1),
	);
	const fits = offsets.map((offset) => freePauses(words, pauses, offset));
	const offset = offsets[fits.indexOf(Math.max(...fits))] ?? 0;
	const moved = words.map((word) => ({ ...word, begin: word.begin + offset, end: word.end + offset }));
	const lines = Array.from({ length: Math.ceil(moved.length / LINE_WORDS) }, (_, at) =>
		moved.slice(at * LINE_WORDS, (at + 1) * LINE_WORDS),
	);
	return transcriptOf(
		inOrder(
			lines.flatMap((line) => outsidePauses(line, pauses)),
			durationMs,
		),
	);
}

/** Share of the pauses whose middle is in no word, if all words were moved. */
function freePauses(words: readonly Word[], pauses: readonly Span[], offset: number): number {
	const free = pauses.filter(({ begin, end }) => {
		const middle = (begin + end) / 2 - offset;
		const word = lastFrom(words, middle);
		return !word || middle < word.begin + WITHIN_MS || middle > word.end - WITHIN_MS;
	});
	return free.length / Math.max(1, pauses.length);
}

/** The words of a line over the time of the line in which something is heard. */
function outsidePauses(line: readonly Word[], pauses: readonly Span[]): readonly Word[] {
	const [begin, end] = [line[0]?.begin ?? 0, line.at(-1)?.end ?? 0];
	const silent = touching(pauses, { begin, end }).map((pause) => ({
		begin: Math.max(begin, pause.begin),
		end: Math.min(end, pause.end),
	}));
	const quiet = silent.reduce((sum, pause) => sum + pause.end - pause.begin, 0);
	const spoken = end - begin - quiet;
	if (silent.length === 0 || spoken < line.length) return line;
	const heardAt = (share: number, isEnd: boolean) => {
		let at = begin + share * spoken;
		for (const pause of silent)
			if (at > pause.begin || (at === pause.begin && !isEnd)) at += pause.end - pause.begin;
		return Math.round(at);
	};
	const shareOf = (at: number) => (at - begin) / Math.max(1, end - begin);
	return line.map((word) => {
		const [from, to] = [heardAt(shareOf(word.begin), false), heardAt(shareOf(word.end), true)];
		// A word is said in one go: on the side of a pause where more of it is.
		const pause = silent.find((each) => each.begin >= from && each.end <= to);
		if (!pause) return { ...word, begin: from, end: Math.max(from + 1, to) };
		return pause.begin - from >= to - pause.end
			? { ...word, begin: from, end: Math.max(from + 1, pause.begin) }
			: { ...word, begin: pause.end, end: Math.max(pause.end + 1, to) };
	});
}
