import { housekeepingIn, SUSPECT } from "./housekeeping.ts";
import { asksSomething, contentOf } from "./sentence-worth.ts";
import { languageOf } from "./stop-words.ts";

/** What makes a sentence worth hearing, told from its words alone. */

/** A first word of one language that begins good sentences in another is left out. */
const REFERS_BACK = new RegExp(
	`^[^\\p{L}\\p{N}]*(?:${[
		"and|but|so|because|which|that's|that is|it|it's|he|she|they|this|these|those|then|also|or|as (?:i|we) (?:said|mentioned)|like i said|again",
		"und|aber|denn|weil|deshalb|darum|daher|dann|dies(?:e[mnrs]?)?|das ist|auch|oder|sondern|er|sie|wie (?:ich|wir) (?:gesagt|schon)|wie gesagt",
		"et|mais|donc|alors|parce que|cela|ça|elles?|aussi|ou|puis|ensuite|d'ailleurs|comme (?:je l'ai|on l'a) dit",
		"y|pero|así que|entonces|porque|eso|esto|él|ella|ellos|también|luego|como (?:dije|decía)",
		"e|ma|quindi|allora|perché|questo|lui|lei|loro|anche|oppure|poi|come (?:ho|abbiamo) detto",
		"mas|então|isso|isto|ele|ela|eles|também|ou|depois|como (?:eu )?disse",
		"en|maar|dus|omdat|daarom|dat is|deze|hij|zij|ook|dan",
	].join("|")})(?![\\p{L}\\p{N}])`,
	"u",
);

const LAUGHTER =
	/[[(♪][^\])[(♪]*\b(?:laugh\w*|giggl\w*|chuckl\w*|lach\w*|gelächter|rires?|risas?|risate|risos|gelach)(?!\p{L})/u;
const APPLAUSE = /[[(♪][^\])[(♪]*\b(?:applau\w*|cheer\w*|clapp\w*|beifall|aplausos?|applausi)(?!\p{L})/u;

/** What a subtitle says that people do: laugh, or clap and cheer. */
export function reactionNoted(text: string): "applause" | "laughter" | undefined {
	const lower = text.toLowerCase();
	if (LAUGHTER.test(lower)) return "laughter";
	return APPLAUSE.test(lower) ? "applause" : undefined;
}

/** Whether the beginning needs what came before it to be understood. */
export function refersBack(text: string): boolean {
	return REFERS_BACK.test(text.toLowerCase());
}

/**
 * How well a sentence can stand alone above a clip; more is better. `at` is its place in the clip, from 0.
 */
export function titleStrength(text: string, at: number): number {
	const length = text.length;
	const fits = length >= 20 && length <= 80 ? 3 : length > 80 ? 0.5 : -2;
	const housekeeping = housekeepingIn(text);
	const { worth } = contentOf(text, languageOf([text]) ?? "en");
	return (
		fits +
		(asksSomething(text) ? 0.8 : 0) +
		4 * Math.min(0.8, Math.max(-0.3, worth)) -
		(housekeeping >= SUSPECT ? 6 * housekeeping : 0) -
		(refersBack(text) ? 2 : 0) -
		Math.min(1.5, 0.2 * at)
	);
}
