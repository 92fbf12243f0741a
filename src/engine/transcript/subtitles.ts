import { runFfmpeg } from "../../system/ffmpeg.ts";
import { cuesFrom } from "../../transcripts/cues.ts";
import { ERRORS_ONLY, inputOf, options, secondsOf } from "../io/ffmpeg-arguments.ts";
import type { Tool } from "../io/tool.ts";
import type { Source } from "../probe/source.ts";
import { type SubtitleTrack, trackFor } from "../probe/subtitle-tracks.ts";
import type { ReadTranscript } from "./read-transcript.ts";
import { transcriptOf } from "./sentences.ts";
import { inOrder } from "./transcript.ts";

/** Bytes of text; what people say in a day is less. */
const MOST_BYTES = 8 * 1024 * 1024;
/** A track that says less is only about what is said in another language, or on signs. */
const WORDS_A_MINUTE = 10;
const MINUTE_MS = 60_000;

/**
 * What the subtitles inside a video say, and the note about them; or why they are not used, the rest of a
 * sentence. Undefined: it has none.
 */
export async function subtitlesIn(
	source: Source,
	language: string | undefined,
	tool: Tool,
): Promise<
	| (Required<Pick<ReadTranscript, "transcript" | "cues">> & { readonly note: string })
	| { readonly why: string }
	| undefined
> {
	const { subtitles = [], audioLanguage } = source;
	if (subtitles.length === 0) return undefined;
	const track = trackFor(subtitles, language ?? audioLanguage);
	if (!track)
		return {
			why:
				"the subtitles inside the video are in another language " +
				`(${[...new Set(subtitles.map(nameOf))].slice(0, 5).join(", ")})`,
		};
	const cues = cuesFrom(await textOf(track, source, tool));
	const words = inOrder(
		cues.flatMap((cue) => cue.words),
		source.durationMs,
	);
	if (words.length === 0) return { why: "the subtitles inside the video are empty or cannot be read" };
	if (track.purpose === "forced" && words.length < (WORDS_A_MINUTE * source.durationMs) / MINUTE_MS)
		return { why: "the subtitles inside the video say only parts" };
	return {
		transcript: transcriptOf(words),
		cues,
		note: `the subtitles inside the video are used (stream ${track.index}, ${nameOf(track)})`,
	};
}

function nameOf({ language }: SubtitleTrack): string {
	return language ?? "of an unnamed language";
}

/** The track as .srt, or as it is where that tells more; empty where it cannot be read. */
async function textOf(track: SubtitleTrack, source: Source, tool: Tool): Promise<string> {
	const pieces: Uint8Array[] = [];
	let bytes = 0;
	const keep = (piece: Uint8Array) => {
		bytes += piece.length;
		if (bytes <= MOST_BYTES) pieces.push(piece);
	};
	// WebVTT may hold the time of each word, which is lost on the way to another format.
	const coding = track.codec === "webvtt" ? "-c:s copy -f webvtt" : "-c:s srt -f srt";
	const output = options(
		`-map 0:${track.index} ${coding} -t ${secondsOf(source.durationMs)} -fs ${MOST_BYTES} pipe:1`,
	);
	const args = [...ERRORS_ONLY, ...inputOf(source.file), ...output];
	await runFfmpeg({
		path: tool.ffmpeg,
		args,
		signal: tool.signal,
		limitMs: MINUTE_MS + source.durationMs,
		onBytes: keep,
	});
	return new TextDecoder().decode(Buffer.concat(pieces));
}
