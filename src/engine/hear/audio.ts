import { runFfmpeg } from "../../system/ffmpeg.ts";
import type { Ended } from "../../system/run.ts";
import { displayName, MediaFault } from "../io/engine-fault.ts";
import { ERRORS_ONLY, inputOf, options, secondsOf } from "../io/ffmpeg-arguments.ts";
import { started, type Tool } from "../io/tool.ts";
import type { Source } from "../probe/source.ts";
import type { Span } from "../spans.ts";

/** How loud a source is, in steps of `STEP_MS`, in dB below full scale (0 is the loudest, -96 is silence). */
export interface Sound {
	readonly levels: readonly number[];
	/**
	 * For each step how noise-like it is: the share of samples that change sign (0 to 1). Voices are low,
	 * hissing and clapping high.
	 */
	readonly crossings?: readonly number[];
	/** For each step how much of it repeats at the pitch of a voice, 0 to 1: noise hardly does. */
	readonly voiced?: readonly number[];
	/** Levels in steps of `FINE_MS`, fine enough to see where words end. */
	readonly fine?: readonly number[];
}

export const STEP_MS = 50;
export const FINE_MS = 10;
export const SILENT_DB = -96;
const RATE = 16_000;
/** A voice's pitch is low: every so many samples are enough to find it. */
const PITCH_EVERY = 5;
const LOWEST_HZ = 80;
const HIGHEST_HZ = 400;
const STEP_SAMPLES = (RATE * STEP_MS) / 1000;
const FINE_SAMPLES = (RATE * FINE_MS) / 1000;
/** Gaps and a late start become silence, so that the n-th sample is always at n / RATE. */
export const PLAIN = `aresample=${RATE}:async=1:first_pts=0`;

/** Decodes the sound of a span (all of it without one) once. Undefined when the source has none. */
export async function listen(
	source: Source,
	tool: Tool,
	span: Span = { begin: 0, end: source.durationMs },
): Promise<Sound | undefined> {
	if (source.audio === undefined) return undefined;
	const length = span.end - span.begin;
	const meter = loudnessMeter(Math.ceil(length / STEP_MS), (steps) =>
		tool.progress(Math.min(1, (steps * STEP_MS) / length)),
	);
	const cut = span.begin > 0 ? ["-ss", secondsOf(span.begin)] : [];
	const filter = options(`-map 0:${source.audio} -af ${PLAIN} -ac 1 -f s16le`);
	// Without it every packet is a write of its own, some 30 a second.
	const pcm = [...filter, ...options(`-flush_packets 0 -t ${secondsOf(length)} pipe:1`)];
	const args = [...ERRORS_ONLY, ...cut, ...inputOf(source.file), ...pcm];
	const end = await runFfmpeg({ ...started(tool), args, limitMs: 60_000 + length, onBytes: meter.add });
	if (end.code !== 0 && meter.levels.length === 0) throw undecodable(source, end);
	const { levels, crossings, voiced, fine } = meter;
	// A list that grew has room for half as much again: of hours that is megabytes.
	return { levels: [...levels], crossings: [...crossings], voiced: [...voiced], fine: [...fine] };
}

/** The fault of an ffmpeg that decoded nothing of a sound. */
export function undecodable(source: Source, { lastLines }: Ended): MediaFault {
	const why = lastLines.at(-1) ?? "ffmpeg gave no reason";
	return new MediaFault(`The sound of ${displayName(source.file)} cannot be decoded: ${why}.`);
}

/** How much a sound is like itself a period of a voice later (80 to 400 Hz), 0 to 1. */
function repeating(samples: Float64Array): number {
	const rate = RATE / PITCH_EVERY;
	let best = 0;
	for (let lag = Math.floor(rate / HIGHEST_HZ); lag <= rate / LOWEST_HZ; lag += 1) {
		let same = 0;
		let one = 0;
		let other = 0;
		for (let at = lag; at < samples.length; at += 1) {
			const here = samples[at] ?? 0;
			const before = samples[at - lag] ?? 0;
			same += here * before;
			one += here * here;
			other += before * before;
		}
		best = Math.max(best, same / Math.sqrt(Math.max(1, one * other)));
	}
	return best;
}

/** Turns 16-bit samples, in pieces of any size, into levels; takes no more than `most` steps. */
export function loudnessMeter(most: number, onSteps: (steps: number) => void = () => {}) {
	const { take, sound } = sampleMeter();
	let odd: number | undefined;
	const add = (bytes: Uint8Array) => {
		let at = 0;
		if (odd !== undefined && bytes.length > 0) {
			take(signed(odd, bytes[0] ?? 0));
			at = 1;
		}
		for (; at + 1 < bytes.length && sound.levels.length < most; at += 2)
			take(signed(bytes[at] ?? 0, bytes[at + 1] ?? 0));
		odd = at < bytes.length && sound.levels.length < most ? bytes[at] : undefined;
		onSteps(sound.levels.length);
	};
	return { add, ...sound };
}

/** Measures samples, one after the other. */
function sampleMeter(): { readonly take: (sample: number) => void; readonly sound: Required<Sound> } {
	const levels: number[] = [];
	const crossings: number[] = [];
	const fine: number[] = [];
	const voiced: number[] = [];
	const low = new Float64Array(STEP_SAMPLES / PITCH_EVERY);
	const step = { squares: 0, piece: 0, changes: 0, count: 0, last: 0 };
	const take = (sample: number) => {
		step.piece += sample * sample;
		if (sample < 0 !== step.last < 0) step.changes += 1;
		step.last = sample;
		const place = Math.floor(step.count / PITCH_EVERY);
		low[place] = (step.count % PITCH_EVERY === 0 ? 0 : (low[place] ?? 0)) + sample;
		step.count += 1;
		if (step.count % FINE_SAMPLES > 0) return;
		fine.push(decibels(step.piece / FINE_SAMPLES));
		step.squares += step.piece;
		step.piece = 0;
		if (step.count < STEP_SAMPLES) return;
		levels.push(decibels(step.squares / STEP_SAMPLES));
		crossings.push(step.changes / STEP_SAMPLES);
		voiced.push(repeating(low));
		step.squares = step.changes = step.count = 0;
	};
	return { take, sound: { levels, crossings, fine, voiced } };
}

function signed(low: number, high: number): number {
	return ((low | (high << 8)) << 16) >> 16;
}

function decibels(meanSquare: number): number {
	return meanSquare <= 0 ? SILENT_DB : Math.max(SILENT_DB, 10 * Math.log10(meanSquare / 32_768 ** 2));
}
