import type { Moment } from "../model/clip.ts";
import { defined } from "../model/defined.ts";
import type { LateRule } from "../model/late-rule.ts";
import { DURATIONS, type Duration, RATIOS, type Ratio, RESOLUTIONS, type Resolution } from "../model/task.ts";

/** Values of the service document that mean the same as a friendly one. */
const FRIENDLY: Readonly<Record<string, string>> = {
	SD_480: "480p",
	HD_720: "720p",
	FHD_1080: "1080p",
	QHD_2K: "2k",
	UHD_4K: "4k",
	RATIO_9_16: "9:16",
	RATIO_1_1: "1:1",
	RATIO_4_5: "4:5",
	RATIO_16_9: "16:9",
	DURATION_0_30: "0-30s",
	DURATION_0_90: "0-90s",
	DURATION_30_60: "30-60s",
	DURATION_60_90: "60-90s",
	DURATION_90_180: "90-180s",
	DURATION_180_300: "180-300s",
};

/** The friendly word for one of the service document; undefined for any other. */
export function friendlyWord(given: string): string | undefined {
	return Object.hasOwn(FRIENDLY, given) ? FRIENDLY[given] : undefined;
}

/** The resolution in friendly words; the service's default when none is given. */
export function resolutionOf(given: string | null | undefined): Resolution {
	return friendly(given, RESOLUTIONS) ?? "480p";
}

/** The ratio in friendly words. */
export function ratioOf(given: string | null | undefined): Ratio | undefined {
	return friendly(given, RATIOS);
}

/** The clip length in friendly words; the service's default when none is given. */
export function durationOf(given: string | null | undefined): Duration {
	return friendly(given, DURATIONS) ?? "0-90s";
}

function friendly<Word extends string>(
	given: string | null | undefined,
	words: readonly Word[],
): Word | undefined {
	const word = given === null || given === undefined ? undefined : (FRIENDLY[given] ?? given);
	return words.find((each) => each === word);
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `90s`, `2h`, `3d` in milliseconds. */
export function millisecondsOf(given: string): number {
	return Number(given.slice(0, -1)) * (UNITS[given.slice(-1)] ?? 0);
}

/** What becomes of late posts. Undefined: nothing is said. */
export function lateRuleOf(
	raw: { readonly max?: string; readonly then?: LateRule["action"] } | undefined,
): LateRule | undefined {
	const { max, then: action } = raw ?? {};
	return max === undefined || action === undefined ? undefined : { maxMs: millisecondsOf(max), action };
}

/** `15s..90s`, `20s..` or `..90s` in milliseconds. */
export function lengthsOf(given: string): { readonly from?: number; readonly to?: number } {
	const [from = "", to = ""] = given.split("..").map((end) => end.replace(/s$/, ""));
	const ms = (end: string) => (end === "" ? undefined : Number(end) * 1000);
	return defined({ from: ms(from), to: ms(to) });
}

/** `1:23-1:58`, `83-118` or `1:23.4-1:58.25` in milliseconds of the source. */
export function stretchOf(given: string): Moment {
	const [from = 0, to = 0] = given
		.split("-")
		.map((end) => Math.round(end.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) * 1000));
	return { from, to };
}
