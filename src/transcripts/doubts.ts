type Fields = Readonly<Record<string, unknown>>;

/**
 * From which probability on a word is sure enough to be quoted, by what recognisers call it. That of Vosk is
 * measured on read English; the others tell words that are most likely wrong.
 */
const SURE: Readonly<Record<string, number>> = { conf: 0.95, probability: 0.5, p: 0.5, confidence: 0.5 };
/** What WhisperX writes beside words; lines have scores of other kinds. */
const SURE_SCORE = 0.5;
/** Mean logarithm of the probability of a line's tokens. */
const SURE_LINE = Math.log(0.5);

/** Whether a recogniser says of a word that it is unsure. Without a number between 0 and 1: no. */
export function isDoubted(word: Fields): boolean {
	const doubted = Object.entries(SURE).some(([name, sure]) => isBelow(word[name], sure));
	return doubted || (typeof word.word === "string" && isBelow(word.score, SURE_SCORE));
}

/** Whether a recogniser says of a line, whose words it does not rate, that it is unsure. */
export function isLineDoubted({ avg_logprob: mean }: Fields): boolean {
	return typeof mean === "number" && mean < SURE_LINE;
}

function isBelow(value: unknown, sure: number): boolean {
	return typeof value === "number" && value >= 0 && value < sure;
}
