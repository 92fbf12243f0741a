import { run } from "../../system/run.ts";
import { listen } from "../hear/audio.ts";
import { faultOfRun } from "../io/engine-fault.ts";
import { inputOf, options, secondsOf } from "../io/ffmpeg-arguments.ts";
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

/**
 * Writes the sound of a span to `file`, even: once, because that costs more than all measuring. Undefined
 * where there is none, or only silence: that is left as it is.
 */
export async function levelled(
	source: Source,
	{ span, file }: { readonly span: Span; readonly file: string },
	tool: Tool,
): Promise<Levelled | undefined> {
	const sound = await listen(source, tool, span);
	if (!sound || sound.levels.every((level) => level < SILENT_BELOW_DB)) return undefined;
	const length = span.end - span.begin;
	const cut = [...options(`-ss ${secondsOf(span.begin)} -t ${secondsOf(length)}`), ...inputOf(source.file)];
	const levelling = options(
		`-map 0:${source.audio} -vn -af ${LEVELLING} -c:a pcm_s16le -map_metadata -1 -f wav`,
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
	const args = [...QUIET, ...inputOf(file, "wav"), ...measure];
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
