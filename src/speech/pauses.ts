export interface Span {
	readonly begin: number;
	readonly end: number;
}

/** A silence of this length, in milliseconds, is a pause. */
const PAUSE_MS = 150;
/** Speech with fewer pauses than one in so many words has sound below it, in which none can be heard. */
const PAUSED = 60;

/**
 * How long it is silent behind each word, in milliseconds: as it is heard, since a word that the recogniser
 * missed is no pause; by the times of the words where the sound has no silences to tell by. All in order of
 * time; behind the last word it is silent for ever.
 */
export function pausesBehind(words: readonly Span[], silences: readonly Span[]): readonly number[] {
	let from = 0;
	const heard = words.map((word, at) => {
		const next = words[at + 1];
		if (!next) return Number.POSITIVE_INFINITY;
		const between = { begin: (word.begin + word.end) / 2, end: (next.begin + next.end) / 2 };
		while ((silences[from]?.end ?? Number.POSITIVE_INFINITY) <= between.begin) from += 1;
		let longest = 0;
		for (let each = from; (silences[each]?.begin ?? Number.POSITIVE_INFINITY) < between.end; each += 1)
			longest = Math.max(longest, shared(silences[each], between));
		return longest;
	});
	const isTold = heard.slice(0, -1).filter((ms) => ms >= PAUSE_MS).length * PAUSED >= words.length;
	return isTold
		? heard
		: words.map(({ end }, at) => (words[at + 1]?.begin ?? Number.POSITIVE_INFINITY) - end);
}

/** How long a silence, where there is one, shares with a span. */
export function shared(silence: Span | undefined, { begin, end }: Span): number {
	return silence ? Math.max(0, Math.min(silence.end, end) - Math.max(silence.begin, begin)) : 0;
}
