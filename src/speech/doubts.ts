import { type Span, shared } from "./pauses.ts";
import type { HeardWord } from "./utterances.ts";

/**
 * Measured on English, read and spoken by made voices, where one word in five is wrong: of words at least
 * this sure, which are half and more, one in thirty is; nine in ten of the wrong ones are less sure. Under
 * loud music, where seven in ten are unsure, even of sure ones one in twelve is wrong.
 */
const QUOTABLE = 0.98;
const CLEAR_SHARE = 0.4;
/**
 * So much sound between two words, in milliseconds, is neither silence nor part of them. Measured: people who
 * read aloud breathe for less, and of longer stretches every second has a word that was missed beside it.
 */
const MISSED_MS = 200;
/** People laugh and clap behind what is said, or music plays, for longer. */
const LONGEST_MISSED_MS = 1_500;

/**
 * Words without figures, and those marked that are not sure enough to be quoted: where much of a sound is
 * heard badly, all; beside something that was heard and is no word, both. Measured on fifteen talks to tune
 * by: of 66 sentences of sure words 16 had others, mostly as a word was left out; so 4 of 47 have.
 * `silences`: those of the sound, in order.
 */
export function withDoubts(
	words: readonly HeardWord[],
	silences: readonly Span[],
): readonly (Omit<HeardWord, "confidence"> & { readonly unsure?: true })[] {
	const sure = words.filter(({ confidence }) => confidence >= QUOTABLE).length;
	const garbled = sure < CLEAR_SHARE * words.length;
	const missed = missedBehind(words, silences);
	return words.map(({ confidence, ...word }, at) =>
		garbled || confidence < QUOTABLE || missed[at] || missed[at - 1] ? { ...word, unsure: true } : word,
	);
}

/** Whether something was heard between a word and the next one that is no word. */
function missedBehind(words: readonly Span[], silences: readonly Span[]): readonly boolean[] {
	let from = 0;
	return words.map(({ end: begin }, at) => {
		const end = words[at + 1]?.begin ?? begin;
		while ((silences[from]?.end ?? Number.POSITIVE_INFINITY) <= begin) from += 1;
		let missed = end - begin;
		for (let each = from; (silences[each]?.begin ?? Number.POSITIVE_INFINITY) < end; each += 1)
			missed -= shared(silences[each], { begin, end });
		return missed >= MISSED_MS && missed < LONGEST_MISSED_MS;
	});
}
