import { SILENT_DB, type Sound, STEP_MS } from "../hear/audio.ts";
import type { Pictures } from "../see/scan.ts";

/** One value for each second of the source, 0 to 1: its rank among all seconds of this source. */
export interface Curves {
	/** Louder than the half minute around it. */
	readonly loud: readonly number[];
	/** Sudden rises in loudness. */
	readonly bursts: readonly number[];
	/** How much the loudness varies over five seconds. */
	readonly spread: readonly number[];
	readonly motion: readonly number[];
	/** How many cuts are near. */
	readonly cuts: readonly number[];
}

const SECOND_STEPS = 1000 / STEP_MS;
const MEDIAN_SECONDS = 15;
const NEAR_SECONDS = 5;
/**
 * Loudness and motion of a source, each as a rank within it: sources differ far more from each other than
 * their good moments do.
 */
export function curvesOf(given: {
	readonly durationMs: number;
	readonly sound: Sound | undefined;
	readonly pictures: Pictures;
}): Curves {
	const seconds = Math.max(1, Math.ceil(given.durationMs / 1000));
	const levels = perSecond(given.sound?.levels ?? [], seconds);
	const means = levels.map(mean);
	const motion = Array.from({ length: seconds }, (_, at) => given.pictures.motion[at] ?? 0);
	return {
		loud: percentiles(means.map((level, at) => level - median(around(means, at, MEDIAN_SECONDS)))),
		bursts: percentiles(
			levels.map((steps) => Math.max(0, ...steps.map((level, at) => level - (steps[at - 2] ?? level)))),
		),
		spread: percentiles(means.map((_, at) => deviation(around(means, at, 2)))),
		motion: percentiles(motion),
		cuts: percentiles(cutsNear(given.pictures.cuts, seconds)),
	};
}

/** Share of the values that are smaller, ties counted half: 0.5 for all when all are equal. */
export function percentiles(values: readonly number[]): readonly number[] {
	const sorted = [...values].sort((a, b) => a - b);
	const first = new Map<number, number>();
	const last = new Map<number, number>();
	sorted.forEach((value, at) => {
		if (!first.has(value)) first.set(value, at);
		last.set(value, at + 1);
	});
	return values.map(
		(value) => ((first.get(value) ?? 0) + (last.get(value) ?? 0)) / 2 / Math.max(1, values.length),
	);
}

export function mean(values: readonly number[]): number {
	return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function perSecond(levels: readonly number[], seconds: number): readonly (readonly number[])[] {
	return Array.from({ length: seconds }, (_, at) => {
		const steps = levels.slice(at * SECOND_STEPS, (at + 1) * SECOND_STEPS);
		return steps.length > 0 ? steps : [SILENT_DB];
	});
}

function around(values: readonly number[], at: number, reach: number): readonly number[] {
	return values.slice(Math.max(0, at - reach), at + reach + 1);
}

function median(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function deviation(values: readonly number[]): number {
	const middle = mean(values);
	return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

function cutsNear(cuts: readonly number[], seconds: number): readonly number[] {
	const counts = new Array<number>(seconds).fill(0);
	for (const cut of cuts) {
		const from = Math.max(0, Math.floor(cut / 1000) - NEAR_SECONDS);
		for (let at = from; at < Math.min(seconds, from + 2 * NEAR_SECONDS + 1); at += 1)
			counts[at] = (counts[at] ?? 0) + 1;
	}
	return counts;
}
