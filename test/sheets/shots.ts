import type { FoundClip, RenderRequest } from "../../src/engine/port.ts";

export type Ratio = NonNullable<RenderRequest["reframe"]>["ratio"];

/** One render of a sheet, and the times of the frames that are shown of it. */
export interface Shot {
	readonly label: string;
	readonly request: Omit<RenderRequest, "output" | "resolution">;
	readonly atMs: readonly number[];
}

/** The layouts of the service's interface. */
const LAYOUTS: Readonly<Record<Ratio, readonly string[]>> = {
	"16:9": ["Auto", "Full", "Fit", "Grid 4", "Split 2", "Trio", "PiP", "OTS", "Screen First"],
	"9:16": [
		"Auto",
		"Full",
		"Fit",
		"Grid 4",
		"Split 2",
		"Trio",
		"PiP",
		"Screen First",
		"Gameplay A",
		"Gameplay B",
	],
	"1:1": ["Auto", "Full", "Fit", "Grid 4", "Trio"],
	"4:5": [
		"Auto",
		"Full",
		"Fit",
		"Grid 4",
		"Split 2",
		"Trio",
		"PiP",
		"Screen First",
		"Gameplay A",
		"Gameplay B",
	],
};
export const RATIOS: readonly Ratio[] = ["9:16", "4:5", "1:1", "16:9"];

/** A clip without words of its own. */
export function clipOf(beginMs: number, endMs: number): FoundClip {
	return { beginMs, endMs, title: "", description: "", tags: [], score: 1, parts: {} };
}

/** One frame of each layout of a ratio. */
export function layoutShots(
	{ file, clip, atMs }: { readonly file: string; readonly clip: FoundClip; readonly atMs: number },
	ratio: Ratio,
): readonly Shot[] {
	return LAYOUTS[ratio].map((layout) => ({
		label: layout,
		request: { file, clip, reframe: { ratio, layout } },
		atMs: [atMs],
	}));
}

/** So many frames, evenly through a clip. */
export function through({ beginMs, endMs }: FoundClip, count: number): readonly number[] {
	return Array.from({ length: count }, (_, at) => Math.round(((at + 0.5) * (endMs - beginMs)) / count));
}
