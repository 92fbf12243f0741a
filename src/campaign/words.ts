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

function friendly<Word extends string>(given: string | null | undefined, words: readonly Word[]): Word | undefined {
	const word = given === null || given === undefined ? undefined : (FRIENDLY[given] ?? given);
	return words.find((each) => each === word);
}
