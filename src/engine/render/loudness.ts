import { sha256OfFile } from "../../system/files.ts";
import { run } from "../../system/run.ts";
import { listen } from "../hear/audio.ts";
import { faultOfRun } from "../io/engine-fault.ts";
import { inputOf, options, secondsOf } from "../io/ffmpeg-arguments.ts";
import { spanCache } from "../io/render-cache.ts";
import type { Tool } from "../io/tool.ts";
import type { Source } from "../probe/source.ts";
import type { Span } from "../spans.ts";
import { LEVELLING, soundFilter } from "./filters.ts";

const TARGET_LUFS = -14;
const CLOSE_ENOUGH = 0.4;
/**
 * Less than this cannot go wrong: even if the limit takes all of it away again, the platforms' one decibel is
 * kept.
 */
const SURE_STEP = 0.8;
const MOST_ROUNDS = 4;
const MOST_GAIN = 15;
const SILENT_BELOW_DB = -55;
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

async function level(source: Source, { span, file }: ToLevel, tool: Tool): Promise<Levelled | undefined> {
	const sound = await listen(source, tool, span);
	if (!sound || sound.levels.every((level) => level < SILENT_BELOW_DB)) return undefined;
	const length = span.end - span.begin;
	const cut = [...options(`-ss ${secondsOf(span.begin)} -t ${secondsOf(length)}`), ...inputOf(source.file)];
	const levelling = options(
		`-map 0:${source.audio} -vn -af ${LEVELLING} -c:a flac -sample_fmt s16 -map_metadata -1 -f flac`,
	);
	const args = [...QUIET, "-loglevel", "error", ...cut, ...levelling, `file:${file}`];
	const ended = await run({ path: tool.ffmpeg, args, signal: tool.signal, limitMs: 60_000 + length });
	if (ended.code !== 0) throw faultOfRun(ended, DOING);
	return { file, gain: await gainFor(file, length, tool) };
}

/** The gain is found by measuring what comes out. */
async function gainFor(file: string, length: number, tool: Tool): Promise<number> {
	let gain = 0;
	for (let round = 0; round < MOST_ROUNDS; round += 1) {
		const heard = await measured(file, { gain, length }, tool);
		if (heard === undefined) return 0;
		const off = TARGET_LUFS - heard;
		if (Math.abs(off) <= CLOSE_ENOUGH) return gain;
		gain = Math.max(-MOST_GAIN, Math.min(MOST_GAIN, gain + off));
		if (Math.abs(off) <= SURE_STEP) return gain;
	}
	return gain;
}

/**
 * Integrated loudness with a gain, as it is encoded, in LUFS; undefined where there is nothing to measure.
 */
async function measured(
	file: string,
	{ gain, length }: { readonly gain: number; readonly length: number },
	tool: Tool,
): Promise<number | undefined> {
	let heard: number | undefined;
	const onErrorLine = (line: string) => {
		const loudness = /^\s*I:\s+(-?[\d.]+) LUFS/.exec(line)?.[1];
		if (loudness !== undefined) heard = Number(loudness);
	};
	const filter = `${soundFilter(gain)},ebur128=framelog=verbose`;
	const measure = options(`-af ${filter} -t ${secondsOf(length)} -f null -`);
	const args = [...QUIET, ...inputOf(file, "flac"), ...measure];
	const ended = await run({
		path: tool.ffmpeg,
		args,
		signal: tool.signal,
		limitMs: 60_000 + length,
		onErrorLine,
	});
	if (ended.code !== 0) throw faultOfRun(ended, DOING);
	return heard !== undefined && heard > -69 ? heard : undefined;
}
