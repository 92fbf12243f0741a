import { runFfmpeg } from "../system/ffmpeg.ts";
import type { Program } from "../system/run.ts";
import { PICTURE_SIZE, picturePrints } from "./picture-print.ts";
import type { Print } from "./print.ts";
import { SOUND_RATE, soundPrinter } from "./sound-print.ts";

/** What reads media, and how it is stopped. */
export interface MediaReader {
	/** Path of an ffmpeg; that of 2018 is good enough. */
	readonly ffmpeg: string;
	readonly signal: AbortSignal;
}

/** Longest that one pass over a file may take, and may give no sign of life. Milliseconds. */
const LIMIT_MS = 60 * 60_000;
const SILENCE_MS = 180_000;
/** Pictures in one piece of memory. */
const TOGETHER = 256;
const QUIET = ["-v", "error", "-nostdin"];

/**
 * The hash of the packets of the first picture and the first sound: the same in any container, whatever is
 * written about them.
 */
export async function readStreams(file: string, reader: MediaReader): Promise<string | undefined> {
	const alone = async (stream: string) => (await streamHashes(file, [stream], reader))?.[0];
	// Where one is not there, ffmpeg reads neither; an error may be written into the line of the second hash.
	const both = await streamHashes(file, [PICTURE, SOUND], reader);
	const [video, audio] = both ?? [await alone(PICTURE), await alone(SOUND)];
	return video === undefined && audio === undefined ? undefined : `${video ?? "-"}:${audio ?? "-"}`;
}

/** Sound and picture of a file over time. What cannot be decoded is left empty. */
export async function readPrint(
	file: string,
	reader: MediaReader,
): Promise<Pick<Print, "sound" | "pictures">> {
	return { sound: await readSound(file, reader), pictures: await readPictures(file, reader) };
}

const PICTURE = "0:V:0";
const SOUND = "0:a:0";
const EMPTY = "d41d8cd98f00b204e9800998ecf8427e";

/**
 * Of one stream or of two, read in one pass. The muxer `streamhash` is too new, `md5` says the same of one
 * stream; that of a second goes where errors go.
 */
async function streamHashes(
	file: string,
	streams: readonly string[],
	reader: MediaReader,
): Promise<readonly (string | undefined)[] | undefined> {
	const hashes = new Map<number, string>();
	const heard = (at: number) => (line: string) => {
		const hash = /^MD5=([0-9a-f]{32})$/.exec(line)?.[1];
		if (hash !== undefined) hashes.set(at, hash);
	};
	const outputs = streams.flatMap((stream, at) => [
		"-map",
		stream,
		"-c",
		"copy",
		"-copyinkf",
		"-f",
		"md5",
		`pipe:${at + 1}`,
	]);
	const args = [...QUIET, "-i", `file:${file}`, ...outputs];
	const lines = { onLine: heard(0), onErrorLine: heard(1) };
	const { code } = await runFfmpeg({ ...started(reader), args, ...lines });
	if (code !== 0 || hashes.size < streams.length) return undefined;
	return streams.map((_, at) => (hashes.get(at) === EMPTY ? undefined : hashes.get(at)));
}

/** Gaps and a late start become silence, so that a code stands at its time. */
async function readSound(file: string, reader: MediaReader): Promise<Uint32Array> {
	const { add, codes } = soundPrinter();
	const filter = `aresample=${SOUND_RATE}:async=1:first_pts=0`;
	const input = [...QUIET, "-i", `file:${file}`, "-map", "0:a:0", "-vn"];
	const output = ["-af", filter, "-ac", "1", "-f", "s16le", "-flush_packets", "0", "pipe:1"];
	await runFfmpeg({ ...started(reader), args: [...input, ...output], onBytes: add });
	return codes();
}

/** Only key frames are decoded, and each stands until the next. */
async function readPictures(file: string, reader: MediaReader): Promise<Uint32Array> {
	const { add, pictures } = pictureCutter();
	const filter = `fps=1,scale=${PICTURE_SIZE}:${PICTURE_SIZE}:flags=area,format=gray`;
	const input = [...QUIET, "-skip_frame", "nokey", "-i", `file:${file}`, "-map", "0:V:0", "-an"];
	const output = ["-vf", filter, "-f", "rawvideo", "-flush_packets", "0", "pipe:1"];
	await runFfmpeg({ ...started(reader), args: [...input, ...output], onBytes: add });
	return picturePrints(pictures());
}

/** Cuts a stream into pictures, many in one piece of memory: thousands of small ones leave it in shreds. */
function pictureCutter() {
	const size = PICTURE_SIZE * PICTURE_SIZE;
	const sheets: Uint8Array[] = [];
	let filled = TOGETHER * size;
	const add = (bytes: Uint8Array) => {
		for (let from = 0; from < bytes.length; ) {
			if (filled === TOGETHER * size) {
				sheets.push(new Uint8Array(filled));
				filled = 0;
			}
			const piece = bytes.subarray(from, from + TOGETHER * size - filled);
			sheets.at(-1)?.set(piece, filled);
			filled += piece.length;
			from += piece.length;
		}
	};
	const pictures = () =>
		sheets.flatMap((sheet, at) => {
			const end = at === sheets.length - 1 ? filled : sheet.length;
			return Array.from({ length: Math.floor(end / size) }, (_, picture) =>
				sheet.subarray(picture * size, (picture + 1) * size),
			);
		});
	return { add, pictures };
}

function started({
	ffmpeg,
	signal,
}: MediaReader): Pick<Program, "path" | "signal" | "limitMs" | "silenceMs"> {
	return { path: ffmpeg, signal, limitMs: LIMIT_MS, silenceMs: SILENCE_MS };
}
