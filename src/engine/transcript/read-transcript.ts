import { type Cue, cuesFrom, spreadWords } from "../../transcripts/cues.ts";
import { isWord, spokenInJson } from "../../transcripts/json.ts";
import { isJsonName, largestOf, transcriptText } from "../../transcripts/read.ts";
import { isRecognised } from "../../transcripts/vtt.ts";
import { displayName } from "../io/engine-fault.ts";
import { transcriptOf } from "./sentences.ts";
import { inOrder, type Transcript, type Word } from "./transcript.ts";

const NO_JSON =
	"nothing said at any time (words or lines with start and end, as Whisper, whisper.cpp, " +
	"WhisperX and Vosk write them)";

/**
 * A transcript file as it was read: the transcript and its cues; or why it is not used, as the beginning of a
 * sentence.
 */
export interface ReadTranscript {
	readonly transcript?: Transcript;
	readonly cues?: readonly Cue[];
	/** Its file says that it was recognised and corrected by nobody. */
	readonly recognised?: true;
	readonly why?: string;
}

/** Reads an .srt, .vtt or .json file. Never throws for its content. */
export async function readTranscript(file: string | undefined, durationMs: number): Promise<ReadTranscript> {
	if (file === undefined) return { why: "No transcript was given" };
	const text = await transcriptText(file);
	if (text === undefined)
		return {
			why: `The transcript ${displayName(file)} cannot be read or is larger than ${largestOf(file)} MB`,
		};
	const cues = isJsonName(file) ? cuesOfJson(text) : cuesFrom(text);
	const words = inOrder(
		cues.flatMap((cue) => cue.words),
		durationMs,
	);
	if (words.length === 0)
		return {
			why:
				`The transcript ${displayName(file)} holds ` +
				`${isJsonName(file) ? NO_JSON : "no usable line of an .srt or .vtt file"}`,
		};
	return { transcript: transcriptOf(words), cues, ...(isRecognised(text) && { recognised: true }) };
}

/** The words of the text of an .srt or .vtt file in order, none overlapping, all inside the source. */
export function wordsIn(text: string, durationMs: number): readonly Word[] {
	return inOrder(
		cuesFrom(text).flatMap((cue) => cue.words),
		durationMs,
	);
}

function cuesOfJson(text: string): readonly Cue[] {
	return spokenInJson(text).map((piece) => ({
		begin: piece.begin,
		end: piece.end,
		words: spreadWords(piece.text, piece).map((word) => (piece.unsure ? { ...word, unsure: true } : word)),
		exact: isWord(piece),
	}));
}
