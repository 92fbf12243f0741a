import { type Span, shared, touching } from "./spans.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { strength } from "./telling.ts";
import type { Sentence, Transcript } from "./transcript.ts";

/** What is said about a clip. */
export interface Words {
	readonly title: string;
	readonly description: string;
	/** Without `#`. */
	readonly tags: readonly string[];
}

const TITLE_LIMIT = 80;
const DESCRIPTION_LIMIT = 300;
const HOOK_LIMIT = 70;
const MOST_TAGS = 6;
/** A word in more than this share of all sentences says nothing about one clip. */
const COMMON = 0.3;

/** Title, description and tags taken from what is said in the clip; nothing is made up. */
export function wordsFor(span: Span, transcript: Transcript | undefined, title: string): Words {
	const said = transcript ? sentencesInside(transcript, span) : [];
	if (!transcript || said.length === 0) return unspoken(span, title);
	return { title: sentenceCase(cut(strongest(said), TITLE_LIMIT)), description: describe(said), tags: tagsOf(said, transcript) };
}

/** The sentence of the clip that best makes one stay, short enough to read at a glance. Undefined when nothing is said. */
export function hookFor(span: Span, transcript: Transcript): string | undefined {
	const said = sentencesInside(transcript, span);
	return said.length === 0 ? undefined : sentenceCase(cut(strongest(said), HOOK_LIMIT));
}

/** Text cut at a word, with an ellipsis when something was left out. A single longer word is left out altogether. */
export function cut(text: string, limit: number): string {
	const clean = text.replace(/\s+/g, " ").trim();
	if (clean.length <= limit) return clean;
	const at = clean.lastIndexOf(" ", limit - 1);
	return at > 0
		? `${clean.slice(0, at).replace(/[\s,;:–—-]+$/u, "")}…`
		: [...clean]
				.slice(0, limit - 2)
				.join("")
				.concat("…");
}

/** `m:ss`, or `h:mm:ss` from one hour on. */
export function clock(ms: number): string {
	const seconds = Math.floor(ms / 1000);
	const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
	const tail = String(seconds % 60).padStart(2, "0");
	return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** Nothing was said or nothing is known of it: the name of the source and the place in it are all that is true. */
function unspoken(span: Span, title: string): Words {
	const place = `${clock(span.begin)}–${clock(span.end)}`;
	const name = cut(title, TITLE_LIMIT - place.length - 2);
	return { title: name === "" ? place : `${name}, ${place}`, description: name === "" ? place : `${name}, ${place}`, tags: [] };
}

/** Sentences of which more than half is inside the span. */
function sentencesInside(transcript: Transcript, span: Span): readonly Sentence[] {
	return touching(transcript.sentences, span).filter((sentence) => shared(sentence, span) > (sentence.end - sentence.begin) / 2);
}

function strongest(said: readonly Sentence[]): string {
	const rated = said.map((sentence, at) => ({ text: tidy(sentence.text), points: strength(tidy(sentence.text), at) }));
	return rated.reduce((best, each) => (each.points > best.points ? each : best)).text;
}

/** Without marks that open or close something left outside, and without the final full stop. */
function tidy(text: string): string {
	const bare = text.replace(/^[\s"'“”‘’«»„>–—-]+/u, "").replace(/[\s"“”«»]+$/u, "");
	return bare.replace(/^(?:\[[^\]]*\]|\([^)]*\))\s*/u, "").replace(/(?<![.])\.$/, "") || text.trim();
}

function sentenceCase(text: string): string {
	const [first = "", ...rest] = text;
	return first.toLocaleUpperCase("en") + rest.join("");
}

function describe(said: readonly Sentence[]): string {
	const texts: string[] = [];
	for (const sentence of said) {
		if ([...texts, sentence.text].join(" ").length > DESCRIPTION_LIMIT) break;
		texts.push(sentence.text);
	}
	return sentenceCase(cut(texts.length > 0 ? texts.join(" ") : (said[0]?.text ?? ""), DESCRIPTION_LIMIT));
}

/** The words said most in the clip and least elsewhere. Ties in the order they are said. */
function tagsOf(said: readonly Sentence[], transcript: Transcript): readonly string[] {
	const everywhere = sentenceCounts(transcript.sentences);
	const here = new Map<string, number>();
	for (const term of said.flatMap((sentence) => termsOf(sentence.text))) here.set(term, (here.get(term) ?? 0) + 1);
	const few = transcript.sentences.length < 8;
	const telling = [...here].filter(([term]) => few || (everywhere.get(term) ?? 0) / transcript.sentences.length <= COMMON);
	const weight = ([term, count]: readonly [string, number]) =>
		count * Math.log(1 + transcript.sentences.length / (everywhere.get(term) ?? 1)) * (term.length > 5 ? 1.2 : 1);
	return telling
		.sort((a, b) => weight(b) - weight(a))
		.slice(0, MOST_TAGS)
		.map(([term]) => term);
}

function sentenceCounts(sentences: readonly Sentence[]): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const sentence of sentences) for (const term of new Set(termsOf(sentence.text))) counts.set(term, (counts.get(term) ?? 0) + 1);
	return counts;
}

function termsOf(text: string): readonly string[] {
	const tokens = text.toLowerCase().match(/[\p{L}\p{M}\p{Nd}]+(?:['’][\p{L}]+)?/gu) ?? [];
	return tokens.filter((token) => /^[\p{L}\p{M}\p{Nd}]{4,30}$/u.test(token) && !/^\p{Nd}+$/u.test(token) && !STOP_WORDS.has(token));
}
