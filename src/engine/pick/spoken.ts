import { type Span, touching } from "../spans.ts";
import { sentenceOf } from "../transcript/sentences.ts";
import { type Sentence, type Transcript, type Word, wordsWithin } from "../transcript/transcript.ts";
import { reactionNoted } from "./sentence-features.ts";

/** What stands in brackets or between notes of music, or begins so or ends so in another sentence. */
const NOTES = /\[[^\]]*(?:\]|$)|^[^[]*\]|【[^【】]*】|[(（][^()（）]*[)）]|♪[^♪]*(?:♪|$)/gu;
/** A sound in round brackets; they may hold what is said as well. */
const SOUND =
	/(?<!\p{L})(?:music\w*|musik|musique|música|sounds?|noises?|silence|pause|sighs?|coughs?|inaudible|unintelligible|indistinct|crosstalk|speaks|speaking|stille|silencio|bruit)(?!\p{L})|笑|拍手|掌声|音楽|音乐/iu;
/** What was not understood: without it the sentence may mean something else. */
const GAP = /inaudible|unintelligible|indistinct|unclear|unverständlich|^[[(]\s*(?:\?+|…|\.{2,})\s*[\])]$/iu;
/** Who speaks: `>> ` or `- ` before the words, or a name in capital letters; `>> ` in a sentence, too. */
const SPEAKER = /^\s*(?:[-–—>]+\s+)*(?:\p{Lu}[\p{Lu}\p{Nd} .'’-]{1,30}:\s+)?/u;
const NEXT_SPEAKER = /(?<!>)>>+\s+(?:\p{Lu}[\p{Lu}\p{Nd} .'’-]{1,30}:\s+)?/gu;

/**
 * A sentence as it is said: without sounds that subtitles tell and without who speaks. Where something was
 * not understood, all of it is in doubt. Undefined: nothing is said.
 */
export function spokenOf(sentence: Sentence): Sentence | undefined {
	const { text, places } = placed(sentence);
	const notes: string[] = [];
	const plain = text.replace(NOTES, (note) => {
		if (!isNote(note)) return note;
		notes.push(note);
		return spaces(note);
	});
	const speaker = SPEAKER.exec(plain)?.[0] ?? "";
	const kept = spaces(speaker) + plain.slice(speaker.length).replace(NEXT_SPEAKER, spaces);
	if (kept === text) return sentence;
	const isGapped = notes.some((note) => GAP.test(note));
	const words = sentence.words.flatMap((word, at) => {
		const rest = kept.slice(places[at], places[at + 1]).trim();
		if (!/[\p{L}\p{N}]/u.test(rest)) return [];
		return [{ ...word, text: rest, ...(isGapped && { unsure: true as const }) }];
	});
	return words.length > 0 ? sentenceOf(words) : undefined;
}

/** The words that are said inside a span, with times relative to its begin. */
export function spokenWithin({ sentences }: Transcript, span: Span): readonly Word[] {
	const words = touching(sentences, span).flatMap((sentence) => spokenOf(sentence)?.words ?? []);
	return wordsWithin({ words }, span);
}

/** The words with a space behind each, where each begins, and where the last ends. */
function placed({ words }: Sentence): { readonly text: string; readonly places: readonly number[] } {
	const places = [0];
	for (const { text } of words) places.push((places.at(-1) ?? 0) + text.length + 1);
	return { text: words.map(({ text }) => `${text} `).join(""), places };
}

function spaces({ length }: string): string {
	return " ".repeat(length);
}

function isNote(text: string): boolean {
	return !/^[(（]/.test(text) || isLoud(text) || SOUND.test(text) || reactionNoted(text) !== undefined;
}

function isLoud(text: string): boolean {
	return /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);
}
