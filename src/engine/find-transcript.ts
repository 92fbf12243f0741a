import type { Sound } from "./audio.ts";
import type { Cue } from "./cues.ts";
import { placedIn } from "./forced-alignment.ts";
import type { AnalyzeRequest } from "./port.ts";
import { type ListeningTo, recognisedIn, voicesOf } from "./recognise.ts";
import type { Source } from "./source.ts";
import { hashOfSource } from "./source-hash.ts";
import type { Span } from "./spans.ts";
import { subtitlesIn } from "./subtitles.ts";
import type { Tool } from "./tool.ts";
import { transcribedIn } from "./transcribe.ts";
import { readTranscript, type Transcript, transcriptOf, type Word } from "./transcript.ts";
import { vttOf } from "./vtt.ts";

/** What is said in a source, as well as it can be known. */
export interface Said {
	readonly transcript?: Transcript;
	/** The transcript as WebVTT, where it was made here, found inside the video, or its words were placed. */
	readonly recognised?: string;
	/** Where somebody speaks, where a model told voices from other sound. */
	readonly voices?: readonly Span[];
	/** Where the transcript comes from, or why there is none. */
	readonly notes: readonly string[];
}

const NAMELESS = "titles come from the name of the video";
const BY_MODEL =
	"what is said was recognised on this machine, with mistakes; captions and titles have them too";
const BY_ENDPOINT = "what is said was written down by the transcription endpoint of the settings";

/**
 * The transcript that was given; or else the subtitles inside the video; or else what a pulled model recognises; or else what an endpoint of the settings writes down.
 * Where nothing is transcribed: where somebody speaks.
 */
export async function saidIn(
	source: Source,
	request: Pick<AnalyzeRequest, "transcript" | "language"> & { readonly sound?: Sound | undefined },
	tool: Tool,
): Promise<Said> {
	const { hearing, transcribe } = tool;
	const listening =
		source.hasAudio && hearing
			? { source, tool, hearing, content: () => hashOfSource(source, tool.signal) }
			: undefined;
	const {
		transcript,
		cues = [],
		why: missing = "",
	} = await readTranscript(request.transcript, source.durationMs);
	if (transcript)
		return sharpened({ transcript, notes: [] }, { cues, listening, language: request.language });
	const inside = await subtitlesIn(source, request.language, tool);
	if (inside && "cues" in inside) {
		const said = madeOf(inside.transcript.words, `${missing}: ${inside.note}.`);
		return sharpened(said, { cues: inside.cues, listening, language: request.language });
	}
	const why = inside ? `${missing}, ${inside.why}` : missing;
	if (!source.hasAudio || !(hearing || transcribe)) return { notes: [`${why}: ${NAMELESS}.`] };
	const whys: string[] = [];
	const heard = listening && (await recognisedIn(listening, request.language));
	if (heard && "words" in heard) return madeOf(heard.words, `${why}: ${BY_MODEL}.`);
	if (heard) whys.push(heard.why);
	const { language, sound } = request;
	const written = transcribe && (await transcribedIn(source, { transcribe, tool, language, sound }));
	if (written && "words" in written) return madeOf(written.words, `${why}: ${BY_ENDPOINT}.`, written.note);
	if (written) whys.push(written.why);
	const voices = listening && (await voicesOf(listening));
	const note = `${why}, and nothing was recognised: ${whys.join("; and ")}. So ${NAMELESS}.`;
	return { ...(voices?.spans && { voices: voices.spans }), notes: [note, ...(voices ? [voices.note] : [])] };
}

function madeOf(words: readonly Word[], ...notes: readonly (string | undefined)[]): Said {
	return {
		transcript: transcriptOf(words),
		recognised: vttOf(words),
		notes: notes.filter((note) => note !== undefined),
	};
}

/** What is known to be said, with the time of each word where that can be heard. */
async function sharpened(
	said: Said,
	given: {
		readonly cues: readonly Cue[];
		readonly listening: ListeningTo | undefined;
		readonly language: string | undefined;
	},
): Promise<Said> {
	const placed = given.listening && (await placedIn(given.listening, given));
	if (!placed) return said;
	const notes = [...said.notes, placed.note];
	return placed.words
		? { transcript: transcriptOf(placed.words), recognised: vttOf(placed.words), notes }
		: { ...said, notes };
}
