import { cachedJson } from "../../speech/json-cache.ts";
import { runFfmpeg } from "../../system/ffmpeg.ts";
import { displayName, MediaFault } from "../io/engine-fault.ts";
import { ERRORS_ONLY, inputOf, options, secondsOf } from "../io/ffmpeg-arguments.ts";
import { started, type Tool, threads } from "../io/tool.ts";
import type { Source } from "../probe/source.ts";
import { hashOfSource } from "../probe/source-hash.ts";

/** What the picture does over time. */
export interface Pictures {
	/** Scene cuts, in whole milliseconds: the first frame of the new scene. */
	readonly cuts: readonly number[];
	/** Mean change of the picture in each second, 0 to 100, cuts left out. */
	readonly motion: readonly number[];
	/** Time of the last picture. */
	readonly lastMs: number;
}

/** One looked-at frame: how much it differs from the one before, 0 to 100. */
export interface Change {
	readonly atMs: number;
	readonly change: number;
}

const CUT = 8;
const SHORTEST_SCENE_MS = 400;
/** Without non-reference frames and without deblocking: half the work, and cuts are found more cleanly. */
const REDUCED = ["-skip_frame", "noref", "-skip_loop_filter", "all"];
/** Only brightness counts: the fewest colours there are cost the least to measure. */
const MEASURE_CHANGE =
	"scale=160:-2:flags=fast_bilinear,format=yuv410p,signalstats,metadata=print:key=lavfi.signalstats.YDIF:file=-";

/** Version of the cached results: increase it when the same input gives other results. */
const CACHE_VERSION = 1;

/** What was seen in a source before, in whatever task; else looks at it. Throws what `watch` throws. */
export async function scanPictures(source: Source, tool: Tool): Promise<Pictures> {
	const make = () => decodePictures(source, tool);
	const { scanCache } = tool;
	if (scanCache === undefined) return make();
	return cachedJson({
		folder: scanCache,
		key: [CACHE_VERSION, "seen", await hashOfSource(source, tool.signal), source.video],
		read: picturesIn,
		make,
	});
}

/** Looks at the whole picture track once, reduced. Throws `MediaFault` when nothing can be decoded. */
async function decodePictures(source: Source, tool: Tool): Promise<Pictures> {
	const seen = pictureCollector(source.durationMs);
	const read = changeReader((change) => {
		seen.add(change);
		if (seen.count() % 50 === 0) tool.progress(change.atMs / source.durationMs);
	});
	const output = options(
		`-map 0:${source.video} -t ${secondsOf(source.durationMs)} -vf ${MEASURE_CHANGE} -f null -`,
	);
	const args = [...ERRORS_ONLY, "-threads", threads(), ...REDUCED, ...inputOf(source.file), ...output];
	const end = await runFfmpeg({
		...started(tool),
		args,
		limitMs: 120_000 + 20 * source.durationMs,
		onLine: read,
	});
	if (seen.count() === 0)
		throw new MediaFault(
			`The picture of ${displayName(source.file)} cannot be decoded: ${end.lastLines.at(-1) ?? "it holds no frame"}.`,
		);
	return seen.pictures();
}

/**
 * Cuts and motion of a picture track, in order. A cut is a change that comes at once: large, and much larger
 * than the change before it.
 */
export function picturesFrom(changes: readonly Change[]): Pictures {
	const seen = pictureCollector(Number.POSITIVE_INFINITY);
	for (const change of changes) seen.add(change);
	return seen.pictures();
}

/**
 * Keeps no more than seconds and cuts: a file may hold millions of frames. What it says comes after its end
 * is left out.
 */
function pictureCollector(durationMs: number) {
	const cuts: number[] = [];
	const sums: { total: number; count: number }[] = [];
	let [before, count, lastMs] = [0, 0, 0];
	return {
		add({ atMs, change }: Change): void {
			if (atMs > durationMs) return;
			[count, lastMs] = [count + 1, atMs];
			const isCut = Math.min(change, Math.abs(change - before)) >= CUT;
			before = change;
			if (isCut && atMs - (cuts.at(-1) ?? Number.NEGATIVE_INFINITY) >= SHORTEST_SCENE_MS) cuts.push(atMs);
			if (!isCut) add(sums, Math.floor(atMs / 1000), change);
		},
		count: () => count,
		pictures: (): Pictures => ({
			cuts,
			motion: Array.from(sums, (sum) => (sum ? sum.total / sum.count : 0)),
			lastMs,
		}),
	};
}

/** Reads the lines of `metadata=print`: a time, then the luma difference (0 to 255) at that time. */
export function changeReader(onChange: (change: Change) => void): (line: string) => void {
	let atMs: number | undefined;
	return (line) => {
		const time = /\bpts_time:(-?[\d.]+)/.exec(line)?.[1];
		if (time !== undefined) atMs = Math.max(0, Math.round(Number(time) * 1000));
		const difference = /^lavfi\.signalstats\.YDIF=([\d.]+)/.exec(line)?.[1];
		if (difference !== undefined && atMs !== undefined)
			onChange({ atMs, change: (Number(difference) * 100) / 256 });
	};
}

function add(sums: { total: number; count: number }[], second: number, change: number): void {
	const sum = sums[second];
	if (sum) {
		sum.total += change;
		sum.count += 1;
	} else sums[second] = { total: change, count: 1 };
}

function picturesIn(value: unknown): Pictures | undefined {
	if (
		typeof value !== "object" ||
		value === null ||
		!("cuts" in value) ||
		!("motion" in value) ||
		!("lastMs" in value)
	)
		return undefined;
	const { cuts, motion, lastMs } = value;
	return areNumbers(cuts) && areNumbers(motion) && typeof lastMs === "number"
		? { cuts, motion, lastMs }
		: undefined;
}

function areNumbers(value: unknown): value is readonly number[] {
	return Array.isArray(value) && value.every((each) => typeof each === "number");
}
