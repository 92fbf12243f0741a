import { run } from "../system/run.ts";
import { faultOfRun } from "./faults.ts";
import { soundFilter } from "./filters.ts";
import { inputOf } from "./probe.ts";
import type { Source } from "./source.ts";
import type { Span } from "./spans.ts";
import type { Tool } from "./tool.ts";

const TARGET_LUFS = -14;
const CLOSE_ENOUGH = 0.4;
/** Less than this cannot go wrong: even if the limit takes all of it away again, the platforms' one decibel is kept. */
const SURE_STEP = 0.8;
const MOST_ROUNDS = 4;
const MOST_GAIN = 15;

/** Gain in decibels that brings a span to the loudness platforms play at, after normalising: found by measuring what comes out. */
export async function gainFor(source: Source, span: Span, tool: Tool): Promise<number> {
	let gain = 0;
	for (let round = 0; round < MOST_ROUNDS; round += 1) {
		const heard = await measured(source, { span, gain }, tool);
		if (heard === undefined) return 0;
		const off = TARGET_LUFS - heard;
		if (Math.abs(off) <= CLOSE_ENOUGH) return gain;
		gain = Math.max(-MOST_GAIN, Math.min(MOST_GAIN, gain + off));
		if (Math.abs(off) <= SURE_STEP) return gain;
	}
	return gain;
}

/** Integrated loudness of a span once it is normalised with a gain, in LUFS; undefined where there is nothing to measure. */
async function measured(source: Source, given: { readonly span: Span; readonly gain: number }, tool: Tool): Promise<number | undefined> {
	const { begin, end } = given.span;
	const seconds = ((end - begin) / 1000).toFixed(3);
	const filter = `${soundFilter({ silent: false, gain: given.gain })},ebur128=framelog=verbose`;
	const cut = ["-ss", (begin / 1000).toFixed(3), "-t", seconds, ...inputOf(source.file), "-map", `0:${source.audio}`];
	let heard: number | undefined;
	const onErrorLine = (line: string) => {
		const loudness = /^\s*I:\s+(-?[\d.]+) LUFS/.exec(line)?.[1];
		if (loudness !== undefined) heard = Number(loudness);
	};
	const args = ["-hide_banner", "-nostdin", "-nostats", ...cut, "-vn", "-af", filter, "-t", seconds, "-f", "null", "-"];
	const ended = await run({ path: tool.ffmpeg, args, signal: tool.signal, limitMs: 60_000 + (end - begin), onErrorLine });
	if (ended.code !== 0) throw faultOfRun(ended, "measuring the loudness of a clip");
	return heard !== undefined && heard > -69 ? heard : undefined;
}
