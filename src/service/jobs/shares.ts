import type { TaskRecord } from "../store/shapes.ts";

/**
 * What a second of the source takes to be analysed, and a second of a clip to be rendered; only how they
 * compare counts.
 */
const ANALYSING = 0.04;
const RENDERING = { "480p": 0.7, "720p": 1.2, "1080p": 2.2, "2k": 4, "4k": 8 } as const;
/** As many clips are usual. */
const CLIPS = { least: 4, most: 20, secondsEach: 75 } as const;
/** Thumbnails and words are little. */
const DESCRIBED = 0.9;
const BOUNDS = { least: 0.05, most: DESCRIBED } as const;

/** About how much of a task's work its analysis is (0 to 1), for progress that moves evenly. */
export function analysisShare(
	{ kind, search, render, exportLimit }: Pick<TaskRecord, "kind" | "search" | "render" | "exportLimit">,
	durationMs: number,
): number {
	if (kind === "export" || search === undefined) return 0;
	if (render === undefined) return DESCRIBED;
	const seconds = durationMs / 1000;
	const clips = Math.min(
		search.limit ?? CLIPS.most,
		exportLimit ?? CLIPS.most,
		CLIPS.most,
		Math.max(CLIPS.least, seconds / CLIPS.secondsEach),
	);
	const each = Math.min(seconds, (search.seconds.min + search.seconds.max) / 2);
	const analysing = ANALYSING * seconds;
	const rendering = clips * each * RENDERING[render.resolution];
	return Math.min(BOUNDS.most, Math.max(BOUNDS.least, analysing / (analysing + rendering)));
}
