import { type Moment, overlap, SAME_MOMENT } from "../../model/clip.ts";
import { comparedKey } from "../../model/source-key.ts";
import type { ContentMoment } from "./records.ts";

/** A content that sources were found to hold, and where in it a source begins, in milliseconds. */
export interface SourceFact {
	/** Key of the source: `sha256:…` or `url:…`. */
	readonly source: string;
	readonly content: string;
	readonly offsetMs: number;
	/** How it was found: as declared, by equal streams, by sound and picture, or by a person. */
	readonly by: string;
	/** The moment of the content that it was found over. Absent: all of it. */
	readonly range?: Moment;
}

/**
 * A person's word that two sources hold the same content, or not. Sources are called as messages call them.
 */
export interface SourceWord {
	readonly a: string;
	readonly b: string;
	readonly as: "same" | "other";
	/** Where `b` begins in `a`, in milliseconds. Only with `same`. */
	readonly offsetMs?: number;
}

/** A finding about two sources: `probable` ones are never written down, only asked about. */
export interface SourceLink extends SourceFact {
	readonly as: "same" | "probable";
}

/** What comparing sources needs to know. */
export interface SourceKnowledge {
	readonly links: readonly SourceLink[];
	/** The last word on a pair counts, and counts more than any finding. */
	readonly words: readonly SourceWord[];
}

/** A moment as it lies in another source. */
export interface Place {
	readonly source: string;
	readonly moment: Moment;
	/** Absent: the content is the same. Else only a person knows: the short names of the two sources. */
	readonly unclear?: { readonly a: string; readonly b: string };
}

/** Everywhere a posted moment is found: in its own source, and in those that hold the same content. */
export function placesOf(
	{ content, moment }: ContentMoment,
	{ links, words }: SourceKnowledge,
): readonly Place[] {
	const origin = comparedKey(content);
	const said = lastWords(words);
	const usable = [...links, ...linksOf(words)].flatMap((link): SourceLink[] => {
		const word = wordOn(said, link.source, link.content);
		return word === "other" ? [] : [word === "same" ? { ...link, as: "same" } : link];
	});
	// What is surely the same is followed first, so that it is not asked about.
	const found = new Map<string, Place>([[origin, { source: origin, moment }]]);
	for (const as of ["same", "probable"] as const) {
		for (const place of found.values())
			for (const next of usable.flatMap((link) =>
				as === "probable" || link.as === "same" ? step(place, link, { origin, said }) : [],
			))
				if (!found.has(next.source)) found.set(next.source, next);
	}
	return [...found.values()];
}

/** A posted moment as it lies in a source. Undefined: it is not found there. */
export function momentIn(source: string, post: ContentMoment, known: SourceKnowledge): Moment | undefined {
	if (comparedKey(post.content) === source) return post.moment;
	return placesOf(post, known).find((each) => each.source === source)?.moment;
}

/**
 * Every source that is joined with this one, through others too, whatever is sure or disputed of it: a moment
 * of any other source has no place in this one.
 */
export function joinedWith(key: string, { links, words }: SourceKnowledge): ReadonlySet<string> {
	const beside = new Map<string, string[]>();
	const note = (a: string, b: string) => {
		const others = beside.get(a);
		if (others === undefined) beside.set(a, [b]);
		else others.push(b);
	};
	for (const link of [...links, ...linksOf(words)]) {
		const [source, content] = [comparedKey(link.source), comparedKey(link.content)];
		note(source, content);
		note(content, source);
	}
	const joined = new Set([comparedKey(key)]);
	for (const each of joined) for (const next of beside.get(each) ?? []) joined.add(next);
	return joined;
}

/** A source's name in messages and words: enough of its key to tell it from others. */
export function shortSource(key: string): string {
	return key.startsWith("sha256:") ? key.slice("sha256:".length, "sha256:".length + 12) : key;
}

/** Whether a name from a message means a source. */
export function isNamed(name: string, key: string): boolean {
	return name === key || name === shortSource(key);
}

function step(
	{ source, moment, unclear }: Place,
	{ content, source: other, offsetMs, range, as }: SourceLink,
	{ origin, said }: { readonly origin: string; readonly said: readonly SourceWord[] },
): readonly Place[] {
	const toContent = comparedKey(other) === source;
	if (!toContent && comparedKey(content) !== source) return [];
	const next = comparedKey(toContent ? content : other);
	const shift = toContent ? offsetMs : -offsetMs;
	const moved = { from: moment.from + shift, to: moment.to + shift };
	// Found over one moment only: another one may have been cut or moved.
	if (range && overlap(range, toContent ? moved : moment) < SAME_MOMENT) return [];
	if (wordOn(said, origin, next) === "other") return [];
	const asked = as === "probable" ? { a: shortSource(origin), b: shortSource(next) } : unclear;
	return [{ source: next, moment: moved, ...(asked && { unclear: asked }) }];
}

function linksOf(words: readonly SourceWord[]): readonly SourceLink[] {
	return words
		.filter(({ as }) => as === "same")
		.map(({ a, b, offsetMs = 0 }) => ({ content: a, source: b, offsetMs, by: "a person", as: "same" }));
}

function lastWords(words: readonly SourceWord[]): readonly SourceWord[] {
	return words.toReversed();
}

function wordOn(words: readonly SourceWord[], a: string, b: string): SourceWord["as"] | undefined {
	const isPersonsWord = (word: SourceWord) =>
		(isNamed(word.a, a) && isNamed(word.b, b)) || (isNamed(word.a, b) && isNamed(word.b, a));
	return words.find(isPersonsWord)?.as;
}
