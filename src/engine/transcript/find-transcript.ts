import { defined } from "../../model/defined.ts";
import type { Cue } from "../../transcripts/cues.ts";
import { vttOf } from "../../transcripts/vtt.ts";
import type { Sound } from "../hear/audio.ts";
import { recogniseByOwn } from "../hear/own-recogniser.ts";
import { detectVoicesIn, type RecognitionInput, recogniseSource } from "../hear/recognise.ts";
import { transcribeSource } from "../hear/transcribe.ts";
import type { Tool } from "../io/tool.ts";
import type { AnalyzeRequest } from "../port.ts";
import type { Source } from "../probe/source.ts";
import { hashOfSource } from "../probe/source-hash.ts";
import type { Span } from "../spans.ts";
import { alignTranscript } from "./forced-alignment.ts";
import { readTranscript } from "./read-transcript.ts";
import { transcriptOf } from "./sentences.ts";
import { subtitlesIn } from "./subtitles.ts";
import type { Transcript, Word } from "./transcript.ts";

/** What is said in a source, as well as it can be known. */
export interface FoundTranscript {
	readonly transcript?: Transcript;
	/** The transcript as WebVTT, where it was made here, found inside the video, or its words were placed. */
	readonly file?: string;
	/** Whether people vouch for its words, or a machine recognised them. */
	readonly origin?: "known" | "recognised";
	/** Where somebody speaks, where a model told voices from other sound. */
	readonly voices?: readonly Span[];
	/** Why there is none, without a full stop. */
	readonly missing?: string;
	/** Where the transcript comes from, or why there is none. */
	readonly notes: readonly string[];
}

const NAMELESS = "titles come from the name of the video";
const BY_MODEL = "what is said was recognised on this machine, with mistakes; captions have them too";
const BY_OWN = "what is said was recognised by the recogniser of the settings, perhaps with mistakes";
const BY_ENDPOINT = "what is said was written down by the transcription endpoint of the settings";

/**
 * The transcript that was given; or else the subtitles inside the video; or else what the recogniser of the
 * settings hears, or a pulled one; or else what an endpoint of the settings writes down.
 * Where nothing is transcribed: where somebody speaks.
 */
export async function findTranscript(
	source: Source,
	request: Pick<AnalyzeRequest, "transcript" | "language"> & { readonly sound?: Sound | undefined },
	tool: Tool,
): Promise<FoundTranscript> {
	const { recognition, transcribe } = tool;
	const input =
		source.hasAudio && recognition
			? { source, tool, recognition, content: () => hashOfSource(source, tool.signal) }
			: undefined;
	const {
		transcript,
		cues = [],
		why: missing = "",
		recognised: isUncorrected = false,
	} = await readTranscript(request.transcript, source.durationMs);
	const origin = isUncorrected ? "recognised" : "known";
	if (transcript)
		return withWordTimes({ transcript, origin, notes: [] }, { cues, input, language: request.language });
	const inside = await subtitlesIn(source, request.language, tool);
	if (inside && "cues" in inside) {
		const found = transcriptFound("known", inside.transcript.words, `${missing}: ${inside.note}.`);
		return withWordTimes(found, { cues: inside.cues, input, language: request.language });
	}
	const why = inside ? `${missing}, ${inside.why}` : missing;
	if (!source.hasAudio || !(recognition || transcribe))
		return { missing: why, notes: [`${why}: ${NAMELESS}.`] };
	const { language, sound } = request;
	const heard = await recognised(input, { language, sound });
	if ("words" in heard)
		return transcriptFound("recognised", heard.words, `${why}: ${heard.by}.`, ...heard.notes);
	const { notes, whys } = heard;
	const written = transcribe && (await transcribeSource(source, { transcribe, tool, language, sound }));
	if (written && "words" in written)
		return transcriptFound("recognised", written.words, `${why}: ${BY_ENDPOINT}.`, ...notes, written.note);
	if (written) whys.push(written.why);
	return voicesAlone(`${why}, and nothing was recognised: ${whys.join("; and ")}`, input);
}

/** Where somebody speaks, as far as a model tells, and why nobody knows what. */
async function voicesAlone(missing: string, input: RecognitionInput | undefined): Promise<FoundTranscript> {
	const voices = input && (await detectVoicesIn(input));
	const notes = [`${missing}. So ${NAMELESS}.`, ...(voices ? [voices.note] : [])];
	return defined({ missing, voices: voices?.spans, notes });
}

/**
 * What this machine hears: by the recogniser of the settings, or else by the pulled one; a note says why the
 * first was not used.
 */
async function recognised(
	input: RecognitionInput | undefined,
	given: { readonly language: string | undefined; readonly sound: Sound | undefined },
): Promise<
	| { readonly words: readonly Word[]; readonly by: string; readonly notes: readonly string[] }
	| { readonly whys: string[]; readonly notes: readonly string[] }
> {
	if (!input) return { whys: [], notes: [] };
	const { own } = input.recognition;
	const first = own && (await recogniseByOwn(input, own, given));
	if (first && "words" in first) return { words: first.words, by: BY_OWN, notes: [] };
	const notes = first ? [`${first.why.charAt(0).toUpperCase()}${first.why.slice(1)}.`] : [];
	const heard = await recogniseSource(input, given);
	if ("words" in heard) return { words: heard.words, by: BY_MODEL, notes };
	return { whys: [...(first ? [first.why] : []), heard.why], notes };
}

function transcriptFound(
	origin: "known" | "recognised",
	words: readonly Word[],
	...notes: readonly (string | undefined)[]
): FoundTranscript {
	const transcript = transcriptOf(words);
	return {
		transcript,
		origin,
		file: vttOf(transcript.sentences, origin),
		notes: notes.filter((note) => note !== undefined),
	};
}

/** What is known to be said, with the time of each word where that can be heard. */
async function withWordTimes(
	found: FoundTranscript,
	given: {
		readonly cues: readonly Cue[];
		readonly input: RecognitionInput | undefined;
		readonly language: string | undefined;
	},
): Promise<FoundTranscript> {
	const placed = given.input && (await alignTranscript(given.input, given));
	if (!placed) return found;
	const notes = [...found.notes, placed.note];
	if (!placed.words) return { ...found, notes };
	const transcript = transcriptOf(placed.words);
	return { ...found, transcript, file: vttOf(transcript.sentences, found.origin), notes };
}
