import { defined } from "../../model/defined.ts";
import { mustNotBeEnded } from "../../system/ffmpeg.ts";
import { sha256OfFile } from "../../system/files.ts";
import { type Ended, type Program, run } from "../../system/run.ts";
import { loudnessMeter, PLAIN, STEP_MS, undecodable } from "../hear/audio.ts";
import { faultOfRun } from "../io/engine-fault.ts";
import { inputOf, options, secondsOf } from "../io/ffmpeg-arguments.ts";
import { spanCache } from "../io/render-cache.ts";
import type { Tool } from "../io/tool.ts";
import type { Source } from "../probe/source.ts";
import type { Span } from "../spans.ts";
import { levelling, soundFilter } from "./filters.ts";

const TARGET_LUFS = -14;
const CLOSE_ENOUGH = 0.4;
/**
 * Less than this cannot go wrong: even if the limit takes all of it away again, the platforms' one decibel is
 * kept.
 */
const SURE_STEP = 0.8;
const MOST_ROUNDS = 4;
const MOST_GAIN = 15;
/** How much louder it is at least taken to get by a decibel of gain. */
const LEAST_YIELD = 0.4;
const SILENT_BELOW_DB = -55;
const KEPT_ERRORS = 12;
const SOUND = "sound";
const QUIET = options("-hide_banner -nostdin -nostats -y");
const DOING = "measuring the loudness of a clip";

/**
 * The sound of a span as a file of its own, even, and the gain in decibels that brings it to the loudness
 * platforms play at.
 */
export interface Levelled {
	readonly file: string;
	readonly gain: number;
}

interface ToLevel {
	readonly span: Span;
	/** Where the sound is written to: a .flac. */
	readonly file: string;
}

/**
 * Writes the sound of a span to `file`, even: once, because that costs more than all measuring, and
 * remembered where there is a cache. Undefined where there is none, or only silence: that is left as it is.
 */
export async function levelled(source: Source, given: ToLevel, tool: Tool): Promise<Levelled | undefined> {
	const cache = source.audio === undefined ? undefined : await spanCache(source, given.span, tool);
	if (!cache) return level(source, given, tool);
	const isKept = async ({ sha256 }: Kept) =>
		(await cache.fetch(SOUND, given.file)) && (await sha256OfFile(given.file, tool.signal)) === sha256;
	const make = async (): Promise<Kept> => {
		const made = await level(source, given, tool);
		if (!made) return {};
		await cache.keep(SOUND, made.file);
		return { gain: made.gain, sha256: await sha256OfFile(made.file, tool.signal) };
	};
	const kept = await cache.json({ what: [SOUND], read: keptIn, make });
	if (kept.gain === undefined) return undefined;
	return (await isKept(kept)) ? { file: given.file, gain: kept.gain } : level(source, given, tool);
}

/** The gain in decibels and the hash of the sound. Neither: the sound is left as it is. */
interface Kept {
	readonly gain?: number;
	readonly sha256?: string;
}

function keptIn(value: unknown): Kept | undefined {
	if (typeof value !== "object" || value === null) return undefined;
	const { gain, sha256 } = value as Partial<Kept>;
	if (gain === undefined && sha256 === undefined) return {};
	return typeof gain === "number" && typeof sha256 === "string" ? { gain, sha256 } : undefined;
}

/** One pass writes the sound, tells whether it is silent, and measures it: each of these decodes it anew. */
async function level(source: Source, { span, file }: ToLevel, tool: Tool): Promise<Levelled | undefined> {
	if (source.audio === undefined) return undefined;
	const length = span.end - span.begin;
	const progress = (steps: number) => tool.progress(Math.min(1, (steps * STEP_MS) / length));
	const meter = loudnessMeter(Math.ceil(length / STEP_MS), progress);
	const cut = [...options(`-ss ${secondsOf(span.begin)} -t ${secondsOf(length)}`), ...inputOf(source.file)];
	const graph =
		`[0:${source.audio}]asplit[heard][uneven];[heard]${PLAIN}[plain];` +
		`[uneven]${levelling(source)},asplit[even][judged];[judged]${loudnessFilter(0)}[measured]`;
	const outputs = [
		...options("-map [plain] -ac 1 -f s16le -flush_packets 0 pipe:1"),
		...options("-map [even] -c:a flac -sample_fmt s16 -map_metadata -1 -f flac"),
		`file:${file}`,
		...options(`-map [measured] -t ${secondsOf(length)} -f null -`),
	];
	const { ended, heard } = await measuring(
		{ args: [...cut, "-filter_complex", graph, ...outputs], length, onBytes: meter.add },
		tool,
	);
	mustNotBeEnded(ended, DOING);
	if (ended.code !== 0 && meter.levels.length === 0) throw undecodable(source, ended);
	if (meter.levels.every((level) => level < SILENT_BELOW_DB)) return undefined;
	if (ended.code !== 0) throw faultOfRun(ended, DOING);
	return { file, gain: await gainFor(file, { length, heard }, tool) };
}

/**
 * The gain is found by measuring what comes out, beginning with what was `heard` without one. A limit takes
 * some of each step away again: the next one is as much longer.
 */
async function gainFor(
	file: string,
	{ length, heard: first }: { readonly length: number; readonly heard: number | undefined },
	tool: Tool,
): Promise<number> {
	let [gain, heard, yields] = [0, first, 1];
	for (let round = 1; heard !== undefined; round += 1) {
		const off = TARGET_LUFS - heard;
		if (Math.abs(off) <= CLOSE_ENOUGH) return gain;
		const step = Math.abs(off) <= SURE_STEP ? off : off / yields;
		const next = Math.max(-MOST_GAIN, Math.min(MOST_GAIN, gain + step));
		if (Math.abs(off) <= SURE_STEP || round === MOST_ROUNDS || next === gain) return next;
		const louder: number | undefined = await measured(file, { gain: next, length }, tool);
		if (louder !== undefined) yields = Math.min(1, Math.max(LEAST_YIELD, (louder - heard) / (next - gain)));
		[gain, heard] = [next, louder];
	}
	return 0;
}

/**
 * Integrated loudness with a gain, as it is encoded, in LUFS; undefined where there is nothing to measure.
 */
async function measured(
	file: string,
	{ gain, length }: { readonly gain: number; readonly length: number },
	tool: Tool,
): Promise<number | undefined> {
	const measure = options(`-af ${loudnessFilter(gain)} -t ${secondsOf(length)} -f null -`);
	const { ended, heard } = await measuring({ args: [...inputOf(file, "flac"), ...measure], length }, tool);
	if (ended.code !== 0) throw faultOfRun(ended, DOING);
	return heard;
}

/** Runs what measures; gives how loud it is, where there is something to measure. */
async function measuring(
	given: Pick<Program, "args" | "onBytes"> & { readonly length: number },
	tool: Tool,
): Promise<{ readonly ended: Ended; readonly heard: number | undefined }> {
	let heard: number | undefined;
	// The summary comes last, and would push out of the last lines why it failed.
	const errors: string[] = [];
	const onErrorLine = (line: string) => {
		if (/error|invalid|no space|quota|too large|not enough/i.test(line)) errors.push(line);
		const loudness = /^\s*I:\s+(-?[\d.]+) LUFS/.exec(line)?.[1];
		if (loudness !== undefined) heard = Number(loudness);
	};
	const { length, args, onBytes } = given;
	const end = await run({
		path: tool.ffmpeg,
		args: [...QUIET, ...args],
		signal: tool.signal,
		limitMs: 60_000 + length,
		...defined({ onBytes }),
		onErrorLine,
	});
	const ended = errors.length > 0 ? { ...end, lastLines: errors.slice(-KEPT_ERRORS) } : end;
	return { ended, heard: heard !== undefined && heard > -69 ? heard : undefined };
}

function loudnessFilter(gain: number): string {
	return `${soundFilter(gain)},ebur128=framelog=verbose`;
}
