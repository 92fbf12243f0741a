import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { EndpointFault } from "../../language/endpoint-fault.ts";
import { clockTime } from "../../model/clock-time.ts";
import { runFfmpeg } from "../../system/ffmpeg.ts";
import { inTemporaryFolder } from "../../system/temporary.ts";
import { ERRORS_ONLY, inputOf, options, secondsOf } from "../io/ffmpeg-arguments.ts";
import type { Tool, Transcribe } from "../io/tool.ts";
import type { Source } from "../probe/source.ts";
import type { Word } from "../transcript/transcript.ts";
import { type Sound, STEP_MS } from "./audio.ts";
import type { Recognised } from "./recognise.ts";
import { joinedPieces, LONGEST_MS, type SoundPiece, soundPieces } from "./sound-pieces.ts";
import { speechIn } from "./speech.ts";

/** What such endpoints take at most. */
const LARGEST_BYTES = 24 * 1024 * 1024;
const NAME = "sound.m4a";
const CODING = options(
	"-vn -sn -dn -c:a aac -b:a 32k -ac 1 -ar 16000 -map_metadata -1 -fflags +bitexact -flags:a +bitexact",
);

/** What is transcribed, and by whom. */
interface Transcription {
	readonly transcribe: Transcribe;
	readonly tool: Tool;
	readonly language: string | undefined;
	/** How loud the source is, to know where it pauses. */
	readonly sound: Sound | undefined;
	/** Absent: what every endpoint takes. */
	readonly longestMs?: number;
}

/**
 * What a transcription endpoint writes down of a source's sound, which is sent there small and without the
 * picture: in pieces where it is long.
 * A piece that fails is missing, and a note says so; where the first fails, or two in a row, no more is
 * asked.
 */
export async function transcribeSource(source: Source, given: Transcription): Promise<Recognised> {
	const pieces = piecesOf(source, given);
	const heard: { piece: SoundPiece; words: readonly Word[] }[] = [];
	const missing: { piece: SoundPiece; why: string }[] = [];
	for (const [at, piece] of pieces.entries()) {
		const lost = missing.at(-1);
		const answer =
			lost && missing.at(-2)?.piece === pieces[at - 2] && lost.piece === pieces[at - 1]
				? lost
				: await transcribePiece(piece, source, given);
		if ("why" in answer && at === 0) return answer;
		if ("why" in answer) missing.push({ piece, why: answer.why });
		else heard.push({ piece, words: answer.words });
		given.tool.progress((at + 1) / pieces.length);
	}
	const words = joinedPieces(heard);
	if (words.length === 0) return { why: missing.at(-1)?.why ?? "the transcription endpoint heard no words" };
	return { words, ...(missing.length > 0 && { note: lostNote(missing) }) };
}

/** A file may promise more than it holds: what is not there cannot be sent. */
function piecesOf(
	{ durationMs }: Source,
	{ sound, longestMs = LONGEST_MS }: Transcription,
): readonly SoundPiece[] {
	if (!sound) return soundPieces(durationMs, [], longestMs);
	return soundPieces(
		Math.min(durationMs, Math.max(STEP_MS, sound.levels.length * STEP_MS)),
		speechIn(sound, durationMs).pauses,
		longestMs,
	);
}

function lostNote(missing: readonly { readonly piece: SoundPiece; readonly why: string }[]): string {
	const parts = missing.map(({ piece }) => `${clockTime(piece.from)}-${clockTime(piece.to)}`).join(", ");
	return `What is said at ${parts} was not written down: ${missing.at(-1)?.why}.`;
}

/** The words of one piece, with times from its begin; or why there are none. */
async function transcribePiece(
	piece: SoundPiece,
	source: Source,
	{ transcribe, tool, language }: Transcription,
): Promise<{ readonly words: readonly Word[] } | { readonly why: string }> {
	const sound = await encodedSound(piece, source, tool);
	if (sound === undefined)
		return {
			why: "the sound cannot be made small enough to be sent to the transcription endpoint, or cannot be read",
		};
	const about = { sound, name: NAME, durationMs: piece.end - piece.begin };
	try {
		// Endpoints know languages, not countries.
		return await transcribe(
			{ ...about, ...(language && { language: language.replace(/[-_].*/, "") }) },
			tool.signal,
		);
	} catch (error) {
		if (error instanceof EndpointFault) return { why: error.message };
		throw error;
	}
}

/** The sound of a piece as a small file in memory. Undefined: it is too large to send, or cannot be made. */
function encodedSound(
	{ begin, end }: SoundPiece,
	source: Source,
	tool: Tool,
): Promise<Uint8Array | undefined> {
	return inTemporaryFolder("sound", async (folder) => {
		const file = join(folder, NAME);
		const cut = begin > 0 ? ["-ss", secondsOf(begin)] : [];
		const filter = options(`-map 0:${source.audio} -af aresample=16000:async=1:first_pts=0`);
		const sound = [
			...filter,
			...CODING,
			...options(`-t ${secondsOf(end - begin)} -fs ${LARGEST_BYTES + 1}`),
			file,
		];
		const args = [...ERRORS_ONLY, "-y", ...cut, ...inputOf(source.file), ...sound];
		const ended = await runFfmpeg({
			path: tool.ffmpeg,
			args,
			signal: tool.signal,
			limitMs: 60_000 + source.durationMs,
		});
		const bytes = (await stat(file).catch(() => undefined))?.size ?? 0;
		return ended.code === 0 && bytes > 0 && bytes <= LARGEST_BYTES ? await readFile(file) : undefined;
	});
}
