/** A word as a recogniser heard it: whole milliseconds in the source, and how sure it is (0 to 1). */
export interface HeardWord {
	readonly begin: number;
	readonly end: number;
	readonly text: string;
	readonly confidence: number;
}

/** What was said between two silences. */
export type Utterance = readonly HeardWord[];

/** What a recogniser makes of breathing, humming and music. */
const NOISES = new Set(["the", "a", "huh", "uh", "um", "ah", "oh", "hm", "hmm", "mm", "mhm", "but", "and"]);
const NOISE_WORDS = 2;
const GUESSED = 0.45;
const SURE = 0.9;
const FEW_WORDS = 12;
/**
 * Measured: English speech has a mean of 0.86 and more and three words in five sure, under loud music 0.77
 * and two in five; other languages 0.75 and less and a third.
 */
const ENGLISH = { mean: 0.76, sure: 0.41 };

/** What was remembered of a recogniser's work. Undefined: it is no such thing. */
export function utterancesFrom(value: unknown): readonly Utterance[] | undefined {
	return Array.isArray(value) && value.every((words) => Array.isArray(words) && words.every(isWord))
		? value
		: undefined;
}

function isWord(value: unknown): value is HeardWord {
	if (typeof value !== "object" || value === null) return false;
	const word: Partial<Record<string, unknown>> = { ...value };
	return (
		typeof word.text === "string" &&
		[word.begin, word.end, word.confidence].every((each) => typeof each === "number")
	);
}

/** Utterances without those that are only noise, or guessed. */
export function withoutNoise(utterances: readonly Utterance[]): readonly Utterance[] {
	return utterances.filter(
		(words) => words.length > 0 && !isNoise(words) && meanConfidence(words) >= GUESSED,
	);
}

/**
 * Whether words were recognised as surely as words of the recogniser's own language are. A few words prove
 * nothing and must be surer.
 */
export function soundsEnglish(words: readonly HeardWord[]): boolean {
	const sure = words.filter(({ confidence }) => confidence > SURE).length / Math.max(1, words.length);
	const strict = words.length < FEW_WORDS ? 0.05 : 0;
	return meanConfidence(words) >= ENGLISH.mean + strict && sure >= ENGLISH.sure + strict;
}

function isNoise(words: Utterance): boolean {
	return words.length <= NOISE_WORDS && words.every(({ text }) => NOISES.has(text));
}

function meanConfidence(words: readonly HeardWord[]): number {
	return words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length);
}
