import { withDoubts } from "../../speech/doubts.ts";
import { cachedJson } from "../../speech/json-cache.ts";
import { readable } from "../../speech/readable.ts";
import {
	detectVoices,
	openSpeechModel,
	RecogniserFault,
	recogniseWords,
	type Sound,
	whyUnavailable,
} from "../../speech/recogniser.ts";
import { soundsEnglish, utterancesFrom } from "../../speech/utterances.ts";
import { voicesIn } from "../../speech/voice-spans.ts";
import { printable } from "../../system/run.ts";
import { ERRORS_ONLY, inputOf, options, secondsOf } from "../io/ffmpeg-arguments.ts";
import { part, type Recognition, type Tool } from "../io/tool.ts";
import type { Source } from "../probe/source.ts";
import type { Span } from "../spans.ts";
import type { Word } from "../transcript/transcript.ts";
import type { Sound as Loudness } from "./audio.ts";
import { gapsIn } from "./gaps.ts";

/** Version of the cached results: increase it when the same input gives other results. */
export const CACHE_VERSION = 4;
/** How much of the time the recogniser takes; telling voices is quick. */
const HEARING = 0.9;

/** A source that is listened to by the models of this machine. */
export interface RecognitionInput {
	readonly source: Source;
	readonly tool: Tool;
	readonly recognition: Recognition;
	/** What the file holds, as a hash. */
	readonly content: () => Promise<string>;
}

/** Words, and what is missing of them in a sentence; or why there are none: the rest of a sentence. */
export type Recognised =
	| { readonly words: readonly Word[]; readonly note?: string }
	| { readonly why: string };

/** What a pulled recogniser hears. */
export async function recogniseSource(
	input: RecognitionInput,
	{ language, sound }: { readonly language: string | undefined; readonly sound: Loudness | undefined },
): Promise<Recognised> {
	const { source, tool, recognition } = input;
	if (language !== undefined && !isEnglish(language))
		return { why: `the recogniser only knows English, not ${quotedLanguage(language)}` };
	const model = await openSpeechModel(recognition.recogniser, "speech", tool.signal);
	if (!model)
		return {
			why: `the recogniser cannot be used, because ${whyUnavailable(recognition.recogniser, "speech")}`,
		};
	const make = () =>
		recogniseWords(recognition.recogniser, model, {
			sound: soundInput(input),
			signal: tool.signal,
			progress: part(tool, 0, HEARING).progress,
		});
	const utterances = await orWhyNot(async () =>
		cachedJson({
			folder: recognition.cache,
			key: await cacheKeyOf(input, "speech", model.made),
			read: utterancesFrom,
			make,
		}),
	);
	if ("why" in utterances) return utterances;
	const silences = gapsIn(sound);
	const said = readable(utterances.heard, silences).filter(({ begin }) => begin < source.durationMs);
	const words = withDoubts(said, silences).map((word) => ({
		...word,
		end: Math.min(word.end, source.durationMs),
	}));
	if (words.length === 0) return { why: "no words were heard" };
	if (language === undefined && !soundsEnglish(utterances.heard.flat()))
		return { why: "what is said does not sound like English, the only language the recogniser knows" };
	return { words };
}

/** Whether a language, as the caller named it, is the one the recogniser knows. */
export function isEnglish(language: string): boolean {
	return /^en(?:$|[-_])|^english$/i.test(language);
}

/** Where somebody speaks, if a pulled model can tell, and the note that says which. */
export async function detectVoicesIn(
	input: RecognitionInput,
): Promise<{ readonly spans?: readonly Span[]; readonly note: string }> {
	const { tool, recognition } = input;
	const model = await openSpeechModel(recognition.recogniser, "vad", tool.signal);
	const loudness = "Speech is detected by loudness alone";
	if (!model) return { note: `${loudness}, because ${whyUnavailable(recognition.recogniser, "vad")}.` };
	const make = () =>
		detectVoices(recognition.recogniser, model, {
			sound: soundInput(input),
			signal: tool.signal,
			progress: part(tool, HEARING, 1).progress,
		});
	const shares = await orWhyNot(async () =>
		cachedJson({
			folder: recognition.cache,
			key: await cacheKeyOf(input, "vad", model.made),
			read: sharesFrom,
			make,
		}),
	);
	if ("why" in shares) return { note: `${loudness}: ${shares.why}.` };
	return {
		spans: voicesIn(shares.heard),
		note: "Speech was detected by a model.",
	};
}

/** A process that crashed takes the words with it, not the analysis. */
export async function orWhyNot<Heard>(
	hear: () => Promise<Heard>,
): Promise<{ readonly heard: Heard } | { readonly why: string }> {
	try {
		return { heard: await hear() };
	} catch (error) {
		if (error instanceof RecogniserFault) return { why: error.message.replace(/\.$/, "") };
		throw error;
	}
}

/** The same bytes heard by the same parcels are the same words. */
export async function cacheKeyOf(
	{ source, content }: RecognitionInput,
	kind: "speech" | "vad" | "places" | "own",
	made: readonly string[],
): Promise<readonly unknown[]> {
	return [CACHE_VERSION, kind, await content(), source.audio, made];
}

/** The sound of a source, to be listened to. */
export function soundInput({ source, tool }: RecognitionInput): Sound {
	// Gaps and a late start become silence, so that the n-th sample is always at n / 16,000 s.
	const filter = options(`-map 0:${source.audio} -af aresample=16000:async=1:first_pts=0 -ac 1 -f s16le`);
	const pcm = [...filter, "-t", secondsOf(source.durationMs), "pipe:1"];
	const args = [...ERRORS_ONLY, ...inputOf(source.file), ...pcm];
	return { durationMs: source.durationMs, decoder: { path: tool.ffmpeg, args } };
}

function sharesFrom(value: unknown): readonly number[] | undefined {
	return Array.isArray(value) && value.every((each) => typeof each === "number") ? value : undefined;
}

/** As the caller wrote it, short and harmless. */
export function quotedLanguage(language: string): string {
	return `"${printable(language, 20)}"`;
}
