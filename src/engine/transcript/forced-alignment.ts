import { ModelFault } from "../../models/model-fault.ts";
import type { OpenModel } from "../../models/open.ts";
import { cachedJson } from "../../speech/json-cache.ts";
import { alignWords, openSpeechModel } from "../../speech/recogniser.ts";
import { type Utterance, utterancesFrom } from "../../speech/utterances.ts";
import type { Cue } from "../../transcripts/cues.ts";
import { cacheKeyOf, isEnglish, orWhyNot, type RecognitionInput, soundInput } from "../hear/recognise.ts";
import { part } from "../io/tool.ts";
import { type AlignmentLine, alignedWords, alignmentLines } from "./aligned-words.ts";
import { inOrder, type Word } from "./transcript.ts";

/** With less of its words heard, a transcript is of something else, or in another language. */
const LEAST_HEARD = 0.4;
/** Common words make up about half of what is said in English, and hardly any of another language. */
const COMMON = new Set(
	(
		"the a an of to and in is it you that i was for on are with this be as have we he she they not at but or " +
		"what so your my do if there from about"
	).split(" "),
);
const LEAST_COMMON = 0.22;
const HEARING = 0.9;

/**
 * The words of a transcript in English that only says when its lines are said, at the times where a pulled
 * recogniser hears them; the text stays as it is.
 * Without words: why they keep the times of their lines. Undefined: there is nothing to be done, or no model
 * to do it.
 */
export async function alignTranscript(
	input: RecognitionInput,
	{ cues, language }: { readonly cues: readonly Cue[]; readonly language: string | undefined },
): Promise<{ readonly words?: readonly Word[]; readonly note: string } | undefined> {
	const { source, tool, recognition } = input;
	const lines = alignmentLines(cues, source.durationMs);
	if (lines.length === 0 || hasWordTimes(cues) || !isEnglishText(lines, language)) return undefined;
	try {
		const model = await openSpeechModel(recognition.recogniser, "speech", tool.signal);
		if (!model) return undefined;
		const all = await orWhyNot(() => heardWords(input, model, lines));
		if ("why" in all) return { note: keptNote(all.why) };
		const placed = alignedWords(
			cues,
			lines.map((line, at) => ({ line, words: all.heard[at] ?? [] })),
		);
		if (placed.found < LEAST_HEARD * placed.known)
			return { note: keptNote("the recognised speech does not match the transcript") };
		return {
			words: inOrder(placed.words, source.durationMs),
			note: `${placed.found} of the ${placed.words.length} words of the transcript are placed where they are heard.`,
		};
	} catch (error) {
		if (error instanceof ModelFault) return { note: keptNote(error.message.replace(/\.$/, "")) };
		throw error;
	}
}

/** What the recogniser hears of each line, cached. */
async function heardWords(
	input: RecognitionInput,
	model: OpenModel,
	all: readonly AlignmentLine[],
): Promise<readonly Utterance[]> {
	const { tool, recognition } = input;
	const lines = all.map(({ begin, end, words }) => ({ begin, end, words }));
	const read = (value: unknown) => {
		const utterances = utterancesFrom(value);
		return utterances?.length === lines.length ? utterances : undefined;
	};
	const make = () =>
		alignWords(recognition.recogniser, model, {
			sound: soundInput(input),
			lines,
			signal: tool.signal,
			progress: part(tool, 0, HEARING).progress,
		});
	const key = [...(await cacheKeyOf(input, "places", model.made)), lines];
	return cachedJson({ folder: recognition.cache, key, read, make });
}

function keptNote(why: string): string {
	return `Captions use the times of whole lines, not of words: ${why}.`;
}

function hasWordTimes(cues: readonly Cue[]): boolean {
	return 2 * cues.filter(({ exact, words }) => exact || words.length === 1).length > cues.length;
}

/** By its language where that is known, else by its common words. */
function isEnglishText(lines: readonly AlignmentLine[], language: string | undefined): boolean {
	return language === undefined ? readsEnglish(lines.flatMap(({ words }) => words)) : isEnglish(language);
}

function readsEnglish(words: readonly string[]): boolean {
	return words.filter((word) => COMMON.has(word)).length >= LEAST_COMMON * words.length;
}
