import { isQuestion } from "../../speech/english-grammar.ts";
import { namesAmount } from "./amounts.ts";
import type { KnownLanguage } from "./stop-words.ts";
import { type WordKind, wordKindsIn } from "./word-kinds.ts";

/** What is in a sentence by itself, whatever stands around it. */
export interface SentenceContent {
	/** Points, mostly -0.5 to 1. */
	readonly worth: number;
	readonly asks: boolean;
	/** Signs of a story: people, what they did and said, and when. 0 to 1. */
	readonly told: number;
	/** A number that says how much or how many, not where something stands. */
	readonly counts: boolean;
	readonly turns: boolean;
	readonly words: number;
}

// Patterns are for text in small letters: V8 takes milliseconds to prepare one that ignores case.

/** Words that make a number a reference: page 9, at 11.15, version 4. */
const REFERENCE =
	/\b(?:page|slide|section|chapter|version|figure|fig|table|room|bar|folio|step|line|column|row|item|annex|number|level|part|phase|question|exercise|volume|seite|folie|kapitel|abschnitt|tabelle|zeile|raum|diapositive|chapitre|página|capítulo|tabla)\s+(?:\p{Nd}+|one|two|three|four|five|six|seven|eight|nine|ten)|\b(?:at|um|à|a las)\s+\p{Nd}{1,2}(?:[:.]\p{Nd}{2}|\s*(?:o'clock|uhr|h|am|pm))|\b(?:in|since|from|of|von|seit|en|depuis)\s+(?:1[5-9]|20)\p{Nd}{2}\b|\bv?\p{Nd}+\.\p{Nd}+(?:\.\p{Nd}+)?\b(?!\s*(?:%|percent|million|billion))/gu;
/** Words that make a number a claim: it is compared, or it is a share, money, or people. */
const CLAIM =
	/%|[$€£]|\b(?:percent|per cent|out of|less than|more than|only|just|every|half|twice|times|million|millions|billion|billions|thousand|thousands|hundred|hundreds|people|pounds|dollars|euros|per|cheaper|faster|fewer|fell|dropped|rose|grew|saved|cost|costs|lost|died|quarter|third|nobody|prozent|weniger als|mehr als|nur|jede[rs]?|hälfte|doppelt|mal|millionen|tausend|hundert|menschen|kostet|gespart|pour ?cent|moins|plus|chaque|moitié|fois|millions|mille|personnes|por ciento|menos|más|cada|mitad|veces|millones|mil|personas)\b/u;
const SMALL_NUMBER =
	/\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|zwanzig|dreißig|vierzig|fünfzig|vingt|trente|quarante|cinquante|veinte|treinta|cuarenta|cincuenta)\b/u;
const WHEN =
	/\b(?:(?:years?|months?|weeks?|days?|hours?|minutes?|summers?|winters?) (?:ago|later|after|before)|last (?:year|night|week|month|summer|winter)|one (?:day|night|morning|evening)|when (?:i|we|he|she|they|my)|that (?:night|day|morning|year|evening)|my (?:first|second|last|third)|the (?:first|last|next|following|third) (?:time|night|day|morning|year|week)|(?:first|second|third|fifth|next) (?:time|year|winter|summer|season|day|morning)|in the (?:morning|night|middle)|at (?:\p{L}+ ){1,4}in the morning|vor (?:\p{L}+ )?(?:jahren|monaten|wochen|tagen)|letzte[sn]? (?:jahr|nacht|woche)|eines (?:tages|nachts)|als (?:ich|wir|er|sie)|il y a \p{L}+ (?:ans|jours|mois)|un (?:jour|soir|matin)|quand (?:je|nous|il|elle)|hace \p{L}+ (?:años|días|meses)|un día|una noche|cuando (?:yo|era|me|él|ella))\b/u;
/** Talk that says nothing yet: hedges and announcements. */
const EMPTY =
	/\b(?:a (?:lot|number) of (?:different |various )?(?:things|aspects|points|topics)|(?:kind|sort) of|more or less|in general|at the end of the day|it depends|depends (?:a bit )?on|as you (?:all )?know|as i (?:said|was saying|mentioned)|and so on|going forward|in line with|goes without saying|broadly speaking|generally speaking|on the (?:one|other) hand|the general idea|as a whole|quite (?:some|a lot|a bit)|in (?:a|some|their own|one) way|a certain (?:amount|degree|extent)|every now and then|we will see|you get the idea|it is what it is|i would like to (?:get across|talk|say|mention|point out)|let me (?:say|talk|mention|go through|turn|look)|(?:let us|let's) (?:look|turn|talk|see|go)|i (?:could|can) talk about|now about|a (?:few|couple of) words (?:on|about)|a word on|im allgemeinen|mehr oder weniger|und so weiter|wie gesagt|sozusagen|en général|plus ou moins|et ainsi de suite|en general|más o menos|y así)\b/gu;
/** What is, has or gets something done to it: a description of how things are arranged. */
const PASSIVE =
	/\b(?:is|are|was|were|be|been|being|gets?|has to be|can be|must be|should be)\s+(?:\p{L}+ly\s+|also\s+|then\s+|not\s+)?(?:\p{L}{3,}(?:ed|wn|ung|ept|ent|elt|ilt|ound|ought|aught)|read|put|set|cut|kept|made|done|given|taken|written|laid|drawn|hung|split|found|held|fed)\b|\b(?:wird|werden|wurde|wurden)\b.*\b(?:ge\p{L}+t|ge\p{L}+en|\p{L}+iert)\b/gu;

const REPEATS = 0.2;
/** A thought takes more words than a remark on how things are arranged: for each ten, up to forty. */
const LONG = 0.05;
const MARKED = /[.!?…,;]\S*\s*$/u;

/**
 * What a sentence is worth by itself. Where its language is not known, only questions, numbers and length
 * tell.
 */
export function contentOf(text: string, language: KnownLanguage | undefined): SentenceContent {
	const lower = text.toLowerCase().replaceAll("’", "'");
	const tokens = lower.match(/[\p{L}\p{M}\p{Nd}']+/gu) ?? [];
	const count = kindsIn(tokens, language);
	const plain = lower.replace(REFERENCE, " ");
	const amount = namesAmount(plain) || SMALL_NUMBER.test(plain);
	const counts = amount && CLAIM.test(plain);
	const told =
		0.45 * Math.min(1, count("told")) +
		(count("past") > 0 && count("self") + count("people") > 0 ? 0.25 : 0) +
		(WHEN.test(lower) || count("when") > 0 ? 0.2 : 0) +
		0.1 * Math.min(2, count("people"));
	const claimed =
		0.13 * Math.min(3, count("contrast")) +
		0.1 * Math.min(2, count("all")) +
		0.08 * Math.min(2, count("most")) +
		0.06 * Math.min(1, count("you")) +
		REPEATS * (repeats(tokens) ? 1 : 0);
	const empty =
		0.3 * Math.min(2, lower.match(EMPTY)?.length ?? 0) +
		0.12 * Math.min(2, count("vague")) +
		0.13 * Math.min(2, count("shown")) +
		0.12 * Math.min(2, lower.match(PASSIVE)?.length ?? 0);
	const long = LONG * Math.min(4, tokens.length / 10);
	const touching = 0.12 * Math.min(3, count("heart")) + 0.06 * Math.min(2, count("self"));
	return {
		worth: Math.min(1, told + claimed + touching + long + (counts ? 0.35 : 0)) - empty,
		asks: asksSomething(text) || (language === "en" && !MARKED.test(text) && isQuestion(tokens)),
		told: Math.min(1, told),
		counts,
		turns: count("contrast") > 0,
		words: tokens.length,
	};
}

/** Whether a word that says something comes again: a straight river is a river that was told to hurry. */
function repeats(tokens: readonly string[]): boolean {
	const said = tokens.filter((token) => token.length >= 5).map((token) => token.slice(0, 5));
	return new Set(said).size < said.length;
}

function kindsIn(tokens: readonly string[], language: KnownLanguage | undefined): (kind: WordKind) => number {
	if (language === undefined) return () => 0;
	const kinds = wordKindsIn(language);
	const counts = new Map<WordKind, number>();
	// What is shouted again and again is said once.
	for (const token of new Set(tokens))
		for (const kind of kindsFor(token, kinds)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
	return (kind) => counts.get(kind) ?? 0;
}

/** `nobody's` is nobody, `didn't` has a word of its own. */
function kindsFor(token: string, kinds: ReadonlyMap<string, readonly WordKind[]>): readonly WordKind[] {
	return kinds.get(token) ?? kinds.get(token.split("'")[0] ?? "") ?? [];
}

/** Whether something is asked. */
export function asksSomething(text: string): boolean {
	return /[?？؟]/.test(text);
}
