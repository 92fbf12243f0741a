import { sha256OfFile } from "../system/files.ts";
import type { AnalyzeRequest } from "./port.ts";
import { recognisedIn, voicesOf } from "./recognise.ts";
import { sentencesOf } from "./sentences.ts";
import type { Source } from "./source.ts";
import type { Span } from "./spans.ts";
import { subtitlesIn } from "./subtitles.ts";
import type { Tool } from "./tool.ts";
import { transcribedIn } from "./transcribe.ts";
import { readTranscript, type Transcript, type Word } from "./transcript.ts";
import { vttOf } from "./vtt.ts";

/** What is said in a source, as well as it can be known. */
export interface Said {
	readonly transcript?: Transcript;
	/** The transcript as WebVTT, where it was made here or found inside the video. */
	readonly recognised?: string;
	/** Where somebody speaks, where a model told voices from other sound. */
	readonly voices?: readonly Span[];
	/** Where the transcript comes from, or why there is none. */
	readonly notes: readonly string[];
}

const NAMELESS = "titles come from the name of the video";
const BY_MODEL = "what is said was recognised on this machine, with mistakes; captions and titles have them too";
const BY_ENDPOINT = "what is said was written down by the transcription endpoint of the settings";

/**
 * The transcript that was given; or else the subtitles inside the video; or else what a pulled model recognises; or else what an endpoint of the settings writes down.
 * Where nothing is transcribed: where somebody speaks.
 */
export async function saidIn(source: Source, request: Pick<AnalyzeRequest, "transcript" | "language">, tool: Tool): Promise<Said> {
	const { transcript, why: missing = "" } = await readTranscript(request.transcript, source.durationMs);
	if (transcript) return { transcript, notes: [] };
	const inside = await subtitlesIn(source, request.language, tool);
	if (inside && "words" in inside) return madeOf(inside.words, `${missing}: ${inside.note}.`);
	const why = inside ? `${missing}, ${inside.why}` : missing;
	const { hearing, transcribe } = tool;
	if (!source.hasAudio || !(hearing || transcribe)) return { notes: [`${why}: ${NAMELESS}.`] };
	const whys: string[] = [];
	const listening = hearing && { source, tool, hearing, content: memoised(() => sha256OfFile(source.file, tool.signal)) };
	const heard = listening && (await recognisedIn(listening, request.language));
	if (heard && "words" in heard) return madeOf(heard.words, `${why}: ${BY_MODEL}.`);
	if (heard) whys.push(heard.why);
	const written = transcribe && (await transcribedIn(source, { transcribe, tool, language: request.language }));
	if (written && "words" in written) return madeOf(written.words, `${why}: ${BY_ENDPOINT}.`);
	if (written) whys.push(written.why);
	const voices = listening && (await voicesOf(listening));
	const note = `${why}, and nothing was recognised: ${whys.join("; and ")}. So ${NAMELESS}.`;
	return { ...(voices?.spans && { voices: voices.spans }), notes: [note, ...(voices ? [voices.note] : [])] };
}

function madeOf(words: readonly Word[], note: string): Said {
	return { transcript: { words, sentences: sentencesOf(words) }, recognised: vttOf(words), notes: [note] };
}

function memoised<Value>(make: () => Promise<Value>): () => Promise<Value> {
	let made: Promise<Value> | undefined;
	return () => {
		made ??= make();
		return made;
	};
}
