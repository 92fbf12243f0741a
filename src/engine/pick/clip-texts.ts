import { placeInSource } from "../../model/clock-time.ts";
import { UNSPACED } from "../../transcripts/unspaced.ts";
import { capitalised } from "../captions/scripts.ts";
import { type Span, shared, touching } from "../spans.ts";
import type { Sentence, Transcript } from "../transcript/transcript.ts";
import { MOST_TAGS, tagsOf } from "./clip-tags.ts";
import { housekeepingIn, SUSPECT } from "./housekeeping.ts";
import { nearHousekeeping } from "./near-housekeeping.ts";
import { titleStrength } from "./sentence-features.ts";
import { spokenOf } from "./spoken.ts";
import { isLong, isQuotable, quotableIn } from "./sure-clauses.ts";
import { certainIn } from "./sure-terms.ts";

/** What is said about a clip. */
export interface ClipTexts {
	readonly title: string;
	readonly description: string;
	/** Without `#`. */
	readonly tags: readonly string[];
}

/** Longest texts, in characters, and most tags. */
export const TEXT_LIMITS = { title: 80, description: 300, hook: 70, tags: MOST_TAGS } as const;
/** What a title loses that may belong to the housekeeping beside it. */
const BESIDE = 3;
const WITHOUT_SPACES = new RegExp(`[${UNSPACED}]`, "u");
const SEGMENTS = new Intl.Segmenter("en", { granularity: "word" });

/** Title, description and tags taken from what is said in the clip; nothing is made up. */
export function clipTextsFor(span: Span, transcript: Transcript | undefined, title: string): ClipTexts {
	const inside = transcript ? sentencesInside(transcript, span) : [];
	const said = inside.flatMap((sentence) => spokenOf(sentence) ?? []);
	if (!transcript || said.length === 0) return untranscribedTexts(span, title);
	const best = strongest(inside, transcript);
	const unsaid = untranscribedTexts(span, title);
	const isCertain = certainIn(inside, transcript);
	return {
		title: best === undefined ? unsaid.title : sentenceCase(truncated(best, TEXT_LIMITS.title)),
		description: said.some(isCertain) ? describe(firstRun(said, isCertain)) : unsaid.description,
		tags: tagsOf(said, transcript),
	};
}

/**
 * The sentence of the clip that best makes one stay, short enough to read at a glance. Undefined when nothing
 * is said, or nothing that is sure, or only housekeeping.
 */
export function hookFor(span: Span, transcript: Transcript): string | undefined {
	const best = strongest(sentencesInside(transcript, span), transcript);
	return best === undefined ? undefined : sentenceCase(truncated(best, TEXT_LIMITS.hook));
}

/**
 * Text cut at the end of a word, with an ellipsis when something was left out; also in scripts that write no
 * spaces. Only one word longer than the limit is cut inside.
 */
export function truncated(text: string, limit: number): string {
	const clean = text.replace(/\s+/g, " ").trim();
	if (clean.length <= limit) return clean;
	const at = lastEnd(clean, limit - 1);
	if (at > 0) return `${clean.slice(0, at).replace(/[\s,;:、，；：–—-]+$/u, "")}…`;
	return [...clean]
		.slice(0, limit - 2)
		.join("")
		.concat("…");
}

/** The last place, at most so far, where a word ends; 0 where there is none. */
function lastEnd(text: string, most: number): number {
	if (!WITHOUT_SPACES.test(text)) return Math.max(0, text.lastIndexOf(" ", most));
	const ends = [...SEGMENTS.segment(text.slice(0, most + 20))].map(
		({ index, segment }) => index + segment.length,
	);
	return ends.filter((end) => end <= most).at(-1) ?? 0;
}

/**
 * Nothing was said or nothing is known of it: the name of the source and the place in it are all that is
 * true.
 */
function untranscribedTexts(span: Span, title: string): ClipTexts {
	const place = placeInSource({ from: span.begin, to: span.end });
	const name = truncated(title, TEXT_LIMITS.title - place.length - 2);
	return {
		title: name === "" ? place : `${name}, ${place}`,
		description: name === "" ? place : `${name}, ${place}`,
		tags: [],
	};
}

/** Sentences of which more than half is inside the span. */
export function sentencesInside(transcript: Transcript, span: Span): readonly Sentence[] {
	return touching(transcript.sentences, span).filter(
		(sentence) => shared(sentence, span) > (sentence.end - sentence.begin) / 2,
	);
}

/** The first sentences that can be quoted together: nothing between them is left out. */
function firstRun(
	said: readonly Sentence[],
	isCertain: (sentence: Sentence) => boolean,
): readonly Sentence[] {
	const from = said.findIndex(isCertain);
	const length = said.slice(from).findIndex((sentence) => !isCertain(sentence));
	return said.slice(from, length < 0 ? undefined : from + length);
}

/**
 * What is part of housekeeping is never quoted, what is beside it only where there is nothing better. Where
 * words are in doubt, a few sure ones may be a piece of something else.
 */
function strongest(inside: readonly Sentence[], transcript: Transcript): string | undefined {
	const { sentences } = transcript;
	const isInDoubt = !inside.every(isQuotable);
	const isCertain = certainIn(inside, transcript);
	const rated = inside.flatMap((sentence, at) => {
		const spoken = spokenOf(sentence);
		const quotable = (spoken ? quotableIn(spoken) : [])
			.filter(isCertain)
			.filter((each) => !isInDoubt || standsAlone(each));
		const near = quotable.length > 0 && nearHousekeeping(sentences, sentences.indexOf(sentence));
		if (near === "part") return [];
		return quotable.map((each) => {
			const text = tidy(each.text);
			return { text, points: titleStrength(text, at) - (near === "beside" ? BESIDE : 0) };
		});
	});
	const [best] = rated.sort((one, other) => other.points - one.points);
	return best?.text;
}

/** Whether it says something where what is around it is in doubt. */
function standsAlone(clause: Sentence): boolean {
	return isLong(clause) && housekeepingIn(clause.text) < SUSPECT;
}

/** Without marks that open or close something left outside, and without the final full stop. */
function tidy(text: string): string {
	const bare = text.replace(/^[\s"'“”‘’«»„>–—-]+/u, "").replace(/[\s"“”«»]+$/u, "");
	return bare.replace(/(?<![.])[.。]$/u, "") || text.trim();
}

function sentenceCase(text: string): string {
	const [first = "", ...rest] = text;
	return capitalised(first, text) + rest.join("");
}

function describe(said: readonly Sentence[]): string {
	const texts: string[] = [];
	for (const sentence of said) {
		if ([...texts, sentence.text].join(" ").length > TEXT_LIMITS.description) break;
		texts.push(sentence.text);
	}
	return sentenceCase(
		truncated(texts.length > 0 ? texts.join(" ") : (said[0]?.text ?? ""), TEXT_LIMITS.description),
	);
}
