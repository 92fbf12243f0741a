import { UNKNOWN } from "../../speech/protocol.ts";
import { type Cue, spreadWords } from "../../transcripts/cues.ts";
import type { Span } from "../spans.ts";
import type { Word } from "./transcript.ts";
import { matchWords } from "./word-matching.ts";

/**
 * A cue as the recogniser can listen for it: words of its alphabet between two times, and which of the cue's
 * words each belongs to (none: a neighbour's).
 */
export interface AlignmentLine extends Span {
	readonly cue: number;
	readonly words: readonly string[];
	readonly owners: readonly (number | undefined)[];
}

/** A word as it was heard. */
export interface HeardWordSpan extends Span {
	readonly text: string;
}

/** Subtitles come and go a little beside what is said. */
const MARGIN_MS = 500;
/** Nobody says more. */
const MOST_A_SECOND = 8;
/** Words of the neighbours that may be heard in the margins. */
const BESIDE = 3;
/** A cue with less of its words found, or found in less time a word, is not believed. */
const LEAST_FOUND = 0.5;
const SHORTEST_MS = 70;
/** Noise before and after a line may sound like a short word: it is not near the others. */
const STRAY_MS = 250;
/** How long a letter takes, about. */
const LETTER_MS = 55;
const APART_MS = 30;

/** What to listen for: the cues without word times, in order. */
export function alignmentLines(cues: readonly Cue[], durationMs: number): readonly AlignmentLine[] {
	const said = cues.map((cue) => expectedWordsIn(cue));
	return cues.flatMap((cue, at): AlignmentLine[] => {
		const own = said[at] ?? [];
		if (cue.exact || own.length === 0 || cue.begin >= durationMs) return [];
		const [begin, end] = [Math.max(0, cue.begin - MARGIN_MS), Math.min(durationMs, cue.end + MARGIN_MS)];
		if (own.length > (MOST_A_SECOND * (end - begin)) / 1000) return [];
		const before = (cues[at - 1]?.end ?? 0) > begin ? (said[at - 1] ?? []).slice(-BESIDE) : [];
		const after =
			(cues[at + 1]?.begin ?? Number.POSITIVE_INFINITY) < end ? (said[at + 1] ?? []).slice(0, BESIDE) : [];
		const others = (words: readonly ExpectedWord[]) => words.map(({ text }) => ({ text, word: undefined }));
		const all = [...others(before), ...own, ...others(after)];
		return [{ cue: at, begin, end, words: all.map(({ text }) => text), owners: all.map(({ word }) => word) }];
	});
}

/**
 * The words of all cues in order, those that were heard where they were heard, and how many of those listened
 * for that are.
 */
export function alignedWords(
	cues: readonly Cue[],
	heard: readonly { readonly line: AlignmentLine; readonly words: readonly HeardWordSpan[] }[],
): { readonly words: readonly Word[]; readonly found: number; readonly known: number } {
	const placed = cues.map(({ words }) => words);
	let [found, known] = [0, 0];
	for (const { line, words } of heard) {
		const cue = cues[line.cue];
		if (!cue) continue;
		const places = spansHeard(line, cue, words);
		known += new Set(line.owners.filter((owner) => owner !== undefined)).size;
		if (!isPlausible(places, line)) continue;
		found += places.size;
		const unknown = words.filter(
			({ text, begin, end }) => text === UNKNOWN && end > cue.begin && begin < cue.end,
		);
		placed.splice(line.cue, 1, filled(cue, places, unknown));
	}
	return { words: placed.flat().map(endingAtNext), found, known };
}

/** A word that is heard ends the one before. */
function endingAtNext(word: Word, at: number, words: readonly Word[]): Word {
	const next = words[at + 1]?.begin ?? word.end;
	return next > word.begin ? { ...word, end: Math.min(word.end, next) } : word;
}

interface ExpectedWord {
	readonly text: string;
	readonly word: number | undefined;
}

/**
 * Words as the recogniser writes them. Noted sounds and names of speakers are not said, and numbers are said
 * in words nobody wrote.
 */
function expectedWordsIn({ words }: Cue): readonly ExpectedWord[] {
	let noted = false;
	return words.flatMap(({ text }, word): ExpectedWord[] => {
		noted ||= /^[[(]/.test(text);
		const skip = noted || /^[^a-z]{2,}:$/.test(text);
		if (/[\])][.,:;!?]*$/.test(text)) noted = false;
		return skip || /\d/.test(text) ? [] : recogniserWords(text).map((each) => ({ text: each, word }));
	});
}

/** "Café-owner’s," is "cafe" and "owner's". */
export function recogniserWords(text: string): readonly string[] {
	const plain = text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[’‘]/g, "'").toLowerCase();
	return plain.match(/[a-z]+(?:'[a-z]+)*/g) ?? [];
}

/** Where words of a cue are heard, all of their parts. */
function spansHeard(
	line: AlignmentLine,
	cue: Cue,
	heard: readonly HeardWordSpan[],
): ReadonlyMap<number, Span> {
	const expected = line.words.map((text, at) => ({ text, begin: cue.words[line.owners[at] ?? -1]?.begin }));
	const pairs = matchWords(expected, heard);
	const places = new Map<number, Span>();
	for (const owner of new Set(line.owners)) {
		const parts = line.owners.flatMap((each, at) =>
			owner !== undefined && each === owner ? [pairs.get(at)] : [],
		);
		const [first, last] = [parts[0], parts.at(-1)];
		if (owner !== undefined && first && last && parts.every((part) => part !== undefined))
			places.set(owner, { begin: first.begin, end: last.end });
	}
	return withoutStrays(places, cue);
}

function withoutStrays(places: ReadonlyMap<number, Span>, cue: Cue): ReadonlyMap<number, Span> {
	const all = [...places].sort(([a], [b]) => a - b);
	const kept = all.filter(([, { begin, end }], at) => {
		const [before, after] = [all[at - 1]?.[1], all[at + 1]?.[1]];
		const early =
			before === undefined && after !== undefined && end <= cue.begin && after.begin - end > STRAY_MS;
		const late =
			after === undefined && before !== undefined && begin >= cue.end && begin - before.end > STRAY_MS;
		return !early && !late;
	});
	return new Map(kept);
}

function isPlausible(places: ReadonlyMap<number, Span>, { owners }: AlignmentLine): boolean {
	const known = new Set(owners.filter((owner) => owner !== undefined)).size;
	const length = [...places.values()].reduce((sum, { begin, end }) => sum + end - begin, 0);
	return places.size >= LEAST_FOUND * known && places.size > 0 && length >= SHORTEST_MS * places.size;
}

/**
 * The words of a cue: those without a place lie between their neighbours, where something unknown was heard
 * if it was.
 */
function filled(cue: Cue, places: ReadonlyMap<number, Span>, unknown: readonly Span[]): readonly Word[] {
	const words: Word[] = [];
	for (let at = 0; at < cue.words.length; ) {
		const place = places.get(at);
		let to = at;
		while (to < cue.words.length && !places.has(to)) to += 1;
		if (place) words.push({ text: "", ...cue.words[at], ...place });
		else
			words.push(
				...between(cue.words.slice(at, to), { from: words.at(-1)?.end, to: places.get(to)?.begin }, unknown),
			);
		at = Math.max(to, at + 1);
	}
	return words;
}

function between(
	words: readonly Word[],
	room: { readonly from: number | undefined; readonly to: number | undefined },
	unknown: readonly Span[],
): readonly Word[] {
	const usual = words.reduce((sum, { text }) => sum + LETTER_MS * (text.length + 2), 0);
	const from = room.from ?? Math.max(0, (room.to ?? usual) - usual);
	const to = room.to ?? from + usual;
	const heard = unknown.filter(({ begin, end }) => begin >= from && end <= to);
	const end = heard.at(-1)?.end ?? (room.from === undefined ? to : Math.min(to, from + 1.5 * usual));
	const begin = Math.max(0, Math.min(heard[0]?.begin ?? from, end - APART_MS * words.length));
	const texts = words.map(({ text }) => text);
	const spread = spreadWords(texts.join(" "), { begin, end: Math.round(end) });
	return spread.map((word, at) => (words[at]?.unsure ? { ...word, unsure: true } : word));
}
