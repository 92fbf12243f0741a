/** What makes a sentence worth hearing, told from its words alone. English words; numbers and questions in any language. */

const HOOK_WORDS =
	/\b(?:secrets?|mistakes?|never|always|nobody|everyone|everybody|truth|wrong|why|how to|best|worst|biggest|most important|imagine|stop|surpris\w+|shock\w+|crazy|insane|amazing|incredible|actually|problem|lesson|learn(?:ed|t)?|changed|free|money|millions?|billions?|first time|the reason|the key|nothing|don't|warning|love|hate|fail(?:ed|ure)?|win|won|lost|story)\b/gi;
const NUMBERS = /\p{Nd}|\b(?:hundred|thousand|million|billion|percent|dollars|euros|twice|half)\b|[%$€£]/iu;
const REFERS_BACK =
	/^\W*(?:and|but|so|because|which|that's|that is|it|it's|he|she|they|this|these|those|then|also|or|as (?:i|we) (?:said|mentioned)|like i said|again)\b/i;

/** Whether something is asked. */
export function asksSomething(text: string): boolean {
	return /[?？؟]/.test(text);
}

/** Whether an amount is named. */
export function namesNumber(text: string): boolean {
	return NUMBERS.test(text);
}

/** How many strong words there are. */
export function hooks(text: string): number {
	return text.match(HOOK_WORDS)?.length ?? 0;
}

/** Whether a subtitle says that people laugh, clap or cheer. */
export function reacts(text: string): boolean {
	return /[[(♪][^\])]*\b(?:laugh\w*|applause|applaud\w*|cheer\w*|giggl\w*|lachen|gelächter|applaus|rires?|risas?|aplausos?)\b/i.test(text);
}

/** Whether the beginning needs what came before it to be understood. */
export function refersBack(text: string): boolean {
	return REFERS_BACK.test(text);
}

/** How well a sentence can stand alone above a clip; more is better. `at` is its place in the clip, from 0. */
export function strength(text: string, at: number): number {
	const length = text.length;
	const fits = length >= 20 && length <= 80 ? 3 : length > 80 ? 0.5 : -2;
	return (
		fits + (asksSomething(text) ? 2.5 : 0) + (namesNumber(text) ? 1 : 0) + Math.min(3, 1.5 * hooks(text)) - (refersBack(text) ? 2 : 0) - Math.min(2, 0.25 * at)
	);
}
