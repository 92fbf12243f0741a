import { stat } from "node:fs/promises";
import { DiedFault, runFfmpeg } from "../../system/ffmpeg.ts";
import { ProgramFault } from "../../system/run.ts";
import { displayName, MediaFault } from "../io/engine-fault.ts";
import { ERRORS_ONLY, inputOf, options } from "../io/ffmpeg-arguments.ts";
import { type Source, sourceFrom } from "./source.ts";

const PROBE_LIMIT_MS = 30_000;
const MEASURE_LIMIT_MS = 20 * 60_000;
const LONGEST_MS = 24 * 3_600_000;
const LARGEST_SIDE = 8_192;
const SMALLEST_SIDE = 16;
/** A day of 4K at 60 frames a second is less. */
const MOST_WORK = 5e13;
/** Of a second, in a file longer than a few minutes. Slides that stand for an hour take more. */
const LEAST_BYTES = 100;
const LONG_MS = 10 * 60_000;

/** Reads a file's heading. Throws `MediaFault` when the file is not a usable video. */
export async function probeSource(ffmpeg: string, file: string, signal: AbortSignal): Promise<Source> {
	const bytes = await bytesOf(file);
	const lines: string[] = [];
	const keep = (line: string) => lines.length < 4_000 && lines.push(line);
	const args = ["-hide_banner", "-nostdin", ...inputOf(file)];
	await runFfmpeg({ path: ffmpeg, args, signal, limitMs: PROBE_LIMIT_MS, onErrorLine: keep }).catch(
		(cause: unknown) => {
			throw cause instanceof ProgramFault && !(cause instanceof DiedFault) ? unreadable(file, cause) : cause;
		},
	);
	const read = sourceFrom(lines, file);
	if (read.durationMs !== undefined) return checked({ ...read, durationMs: read.durationMs }, bytes);
	return checked({ ...read, durationMs: await measured({ ffmpeg, file, video: read.video, signal }) }, bytes);
}

/** ffmpeg did not come to an end with it, or could not be started. */
function unreadable(file: string, cause: ProgramFault): MediaFault {
	const remedy =
		"If it is on a slow disk, copy it; else rewrite it without odd headers: `ffmpeg -i FILE -c copy NEW`.";
	return new MediaFault(`The header of ${displayName(file)} could not be read: ${cause.message}.`, {
		cause,
		remedy,
	});
}

async function bytesOf(file: string): Promise<number> {
	const found = await stat(file).catch((cause: unknown) => {
		throw new MediaFault(`The video ${displayName(file)} cannot be read.`, {
			remedy: "Check that the file exists and may be read.",
			cause,
		});
	});
	if (!found.isFile()) throw new MediaFault(`${displayName(file)} is not a file.`);
	if (found.size === 0) throw new MediaFault(`The video ${displayName(file)} is empty (0 bytes).`);
	return found.size;
}

/** Files written as a stream do not say how long they are: read once through, without decoding. */
async function measured(given: {
	readonly ffmpeg: string;
	readonly file: string;
	readonly video: number;
	readonly signal: AbortSignal;
}): Promise<number> {
	let microseconds = 0;
	const onLine = (line: string) => {
		const time = /^out_time_ms=(\d+)$/.exec(line)?.[1];
		if (time !== undefined) microseconds = Math.max(microseconds, Number(time));
	};
	const copy = options(`-map 0:${given.video} -c copy -progress pipe:1 -f null -`);
	const args = [...ERRORS_ONLY, ...inputOf(given.file), ...copy];
	await runFfmpeg({ path: given.ffmpeg, args, signal: given.signal, limitMs: MEASURE_LIMIT_MS, onLine });
	return Math.floor(microseconds / 1000);
}

/** Refuses what cannot be a video of somebody's, or would keep the machine busy for days. */
function checked(source: Source, bytes: number): Source {
	const name = displayName(source.file);
	const { width, height, durationMs } = source;
	if (durationMs <= 0)
		throw new MediaFault(`The video ${name} has no length: it holds no picture that can be played.`);
	if (durationMs > LONGEST_MS)
		throw new MediaFault(
			`The video ${name} says it is ${Math.round(durationMs / 3_600_000)} hours long; ` +
				"at most 24 are supported.",
		);
	if (Math.max(width, height) > LARGEST_SIDE || Math.min(width, height) < SMALLEST_SIDE) {
		throw new MediaFault(
			`The picture of ${name} is ${width}x${height} pixels; ` +
				`each side must be ${SMALLEST_SIDE} to ${LARGEST_SIDE}.`,
		);
	}
	const pixels = width * height;
	if ((pixels * source.framesPerSecond * durationMs) / 1000 > MOST_WORK) {
		throw new MediaFault(
			`The video ${name} would take days to read: ` +
				`${width}x${height} pixels, ${source.framesPerSecond} frames a second, ${hours(durationMs)} hours.`,
			{
				remedy: "Cut it into parts, or make it smaller.",
			},
		);
	}
	if (durationMs > LONG_MS && (bytes * 1000) / durationMs < LEAST_BYTES) {
		throw new MediaFault(
			`The video ${name} says it is ${hours(durationMs)} hours long but holds only ${bytes} bytes: ` +
				"it is probably damaged or incomplete.",
		);
	}
	return source;
}

function hours(ms: number): string {
	return (ms / 3_600_000).toFixed(1);
}
