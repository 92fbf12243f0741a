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
/** A line begins that near to where a silence ends, if it is rightly placed. */
const ONSET_MS = 60;
/** Another offset than none must fit that much better. */
const BETTER = 1.1;
/** The words of a line share its time by their letters: a word that takes that much longer begins another. */
const SAME_PACE_MS = 0.6;
const MOST_LINE_WORDS = 24;
/** A shorter silence may be inside a word. */
const GAP_MS = 120;

/** Whether the words of a transcript leave the pauses free that are heard. */
function fitsPauses(words: readonly Word[], pauses: readonly Span[]): boolean {
	return pauses.length < ENOUGH_PAUSES || freePauses(words, pauses) >= FITS;
}

/**
 * A transcript whose words stand where pauses are heard, as automatic captions do: moved as a whole to where
 * most pauses are free, and each line's words put where something is heard. One that fits is left as it is.
 */
export function retimed(
	transcript: Transcript,
	given: {
		readonly pauses: readonly Span[];
		readonly gaps: readonly Span[];
		readonly durationMs: number;
	},
): Transcript {
	const { words } = transcript;
	const { pauses, durationMs } = given;
	const silences = given.gaps.filter(({ begin, end }) => end - begin >= GAP_MS);
	if (fitsPauses(words, pauses)) return transcript;
	const lines = linesOf(words);
	const offset = offsetOf(lines, silences.length > 0 ? silences : pauses);
	const moved = lines.map((line) =>
		line.map((word) => ({ ...word, begin: word.begin + offset, end: word.end + offset })),
	);
	return transcriptOf(
		inOrder(
			moved.flatMap((line) => outsidePauses(line, silences.length > 0 ? silences : pauses)),
			durationMs,
		),
	);
}

/** The lines that words were spread over: in each, all words take as long a letter. */
function linesOf(words: readonly Word[]): readonly (readonly Word[])[] {
	const lines: Word[][] = [];
	const paceOf = ({ begin, end, text }: Word) => (end - begin) / (text.length + 2);
	for (const word of words) {
		const line = lines.at(-1);
		const [first, last] = [line?.[0], line?.at(-1)];
		const goesOn =
			first && last && word.begin === last.end && Math.abs(paceOf(word) - paceOf(first)) < SAME_PACE_MS;
		if (line && goesOn && line.length < MOST_LINE_WORDS) line.push(word);
		else lines.push([word]);
	}
	return lines;
}

/** How far all lines are to be moved so that most of them begin where a silence ends. */
function offsetOf(lines: readonly (readonly Word[])[], silences: readonly Span[]): number {
	const begins = lines.map(([first]) => first?.begin ?? 0);
	const offBy = (offset: number) =>
		begins.flatMap((begin) => {
			const at = begin + offset;
			const near = touching(silences, { begin: at - ONSET_MS, end: at + ONSET_MS });
			return near
				.map(({ end }) => end - at)
				.filter((off) => Math.abs(off) <= ONSET_MS)
				.slice(0, 1);
		});
	const steps = Array.from(
		{ length: (2 * MOST_OFF_MS) / OFF_STEP_MS + 1 },
		(_, at) => Math.ceil(at / 2) * OFF_STEP_MS * (at % 2 === 0 ? -1 : 1),
	);
	const fits = steps.map((step) => offBy(step).length / (step === 0 ? 1 : BETTER));
	const step = steps[fits.indexOf(Math.max(...fits))] ?? 0;
	const rest = offBy(step).sort((one, other) => one - other);
	return step + (rest[rest.length >> 1] ?? 0);
}

/** Share of the pauses whose middle is in no word. */
function freePauses(words: readonly Word[], pauses: readonly Span[]): number {
	const free = pauses.filter(({ begin, end }) => {
		const middle = (begin + end) / 2;
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
