import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { run } from "../system/run.ts";
import { MediaFault, shown } from "./faults.ts";
import { type Source, sourceFrom } from "./source.ts";

/** Containers that hold their own media. Playlists and lists of other files are not among them: they would read files they name. */
const CONTAINERS = "mov,matroska,avi,mpegts,mpeg,flv,ogg,asf";
const PROBE_LIMIT_MS = 60_000;
const MEASURE_LIMIT_MS = 20 * 60_000;
const LONGEST_MS = 24 * 3_600_000;
const LARGEST_SIDE = 8_192;
const SMALLEST_SIDE = 16;

/** ffmpeg arguments that open a file nobody has vouched for: local, whole in itself, never another protocol or a file it names. */
export function inputOf(file: string): readonly string[] {
	return ["-protocol_whitelist", "file,pipe", "-format_whitelist", CONTAINERS, "-i", `file:${resolve(file)}`];
}

/** Reads a file's heading. Throws `MediaFault` when the file is not a usable video. */
export async function probeSource(ffmpeg: string, file: string, signal: AbortSignal): Promise<Source> {
	await mustHoldSomething(file);
	const lines: string[] = [];
	const keep = (line: string) => lines.length < 4_000 && lines.push(line);
	await run({ path: ffmpeg, args: ["-hide_banner", "-nostdin", ...inputOf(file)], signal, limitMs: PROBE_LIMIT_MS, onErrorLine: keep });
	const read = sourceFrom(lines, file);
	if (read.durationMs !== undefined) return checked({ ...read, durationMs: read.durationMs });
	return checked({ ...read, durationMs: await measured({ ffmpeg, file, video: read.video, signal }) });
}

async function mustHoldSomething(file: string): Promise<void> {
	const found = await stat(file).catch((cause: unknown) => {
		throw new MediaFault(`The video ${shown(file)} cannot be read.`, { remedy: "Check that the file exists and may be read.", cause });
	});
	if (!found.isFile()) throw new MediaFault(`${shown(file)} is not a file.`);
	if (found.size === 0) throw new MediaFault(`The video ${shown(file)} is empty (0 bytes).`);
}

/** Files written as a stream do not say how long they are: read once through, without decoding. */
async function measured(given: { readonly ffmpeg: string; readonly file: string; readonly video: number; readonly signal: AbortSignal }): Promise<number> {
	let microseconds = 0;
	const onLine = (line: string) => {
		const time = /^out_time_ms=(\d+)$/.exec(line)?.[1];
		if (time !== undefined) microseconds = Math.max(microseconds, Number(time));
	};
	const copy = ["-map", `0:${given.video}`, "-c", "copy", "-progress", "pipe:1", "-f", "null", "-"];
	const args = ["-hide_banner", "-nostdin", "-nostats", "-loglevel", "error", ...inputOf(given.file), ...copy];
	await run({ path: given.ffmpeg, args, signal: given.signal, limitMs: MEASURE_LIMIT_MS, onLine });
	return Math.floor(microseconds / 1000);
}

function checked(source: Source): Source {
	const name = shown(source.file);
	const { width, height, durationMs } = source;
	if (durationMs <= 0) throw new MediaFault(`The video ${name} has no length: it holds no picture that can be played.`);
	if (durationMs > LONGEST_MS) throw new MediaFault(`The video ${name} says it is ${Math.round(durationMs / 3_600_000)} hours long; at most 24 are taken.`);
	if (Math.max(width, height) > LARGEST_SIDE || Math.min(width, height) < SMALLEST_SIDE) {
		throw new MediaFault(`The picture of ${name} is ${width}x${height} pixels; each side must be ${SMALLEST_SIDE} to ${LARGEST_SIDE}.`);
	}
	return source;
}
