import { defined } from "../model/defined.ts";
import { itemVideoName } from "../model/item-video.ts";
import { AXES, type Axis, type Cell, cellKey } from "../model/matrix.ts";
import type { Path } from "../yaml/plain-value.ts";
import type { Draft } from "../yaml/shape.ts";
import type { Where } from "./campaign.gen.ts";
import { friendlyWord } from "./friendly-values.ts";
import type { Inherited } from "./inherit.ts";

/** More videos of one entry are a mistake: each is paid for. */
export const MOST_CELLS = 100;

/** One value of an axis, in friendly words, and where it is written. */
export interface AxisValue {
	readonly value: string;
	readonly path: Path;
}

/** The axes of an entry's matrix with their values, in the order of `AXES`. Empty: it has none. */
export function axesOf({ video, where }: Inherited): readonly (readonly [Axis, readonly AxisValue[]])[] {
	const { matrix } = video;
	if (!matrix) return [];
	return AXES.flatMap((axis): (readonly [Axis, readonly AxisValue[]])[] => {
		const home = where(["matrix", axis]);
		const values = (matrix[axis] ?? []).flatMap((given, index) =>
			given === undefined ? [] : [{ value: canonical(axis, given), path: [...home, index] }],
		);
		return values.length === 0 ? [] : [[axis, values]];
	});
}

/** One spelling for each value: `RATIO_9_16` is `9:16`, and codes of languages are in lower case. */
export function canonical(axis: Axis, given: string): string {
	return axis === "language" ? given.toLowerCase().replaceAll("_", "-") : (friendlyWord(given) ?? given);
}

/** One video for each combination of a matrix; the entry itself where it has none. */
export function videosOfEntry(entry: Inherited): readonly Inherited[] {
	const axes = axesOf(entry);
	if (axes.length === 0) return [entry];
	const videos = new Map<string, Inherited>();
	for (const cell of cellsOf(entry, axes)) {
		const each = videoOf(entry, cell);
		if (!videos.has(each.name)) videos.set(each.name, each);
	}
	return [...videos.values()];
}

type Written = Readonly<Partial<Record<Axis, AxisValue>>>;

function cellsOf({ video }: Inherited, axes: ReturnType<typeof axesOf>): readonly Written[] {
	// The last axis of the file's order changes fastest, whatever their number.
	const all = axes.reduce<readonly Written[]>(
		(cells, [axis, values]) =>
			cells.length * values.length > MOST_CELLS
				? cells.slice(0, MOST_CELLS)
				: cells.flatMap((cell) => values.map((value) => ({ ...cell, [axis]: value }))),
		[{}],
	);
	const left = video.matrix?.except ?? [];
	return all.filter((cell) => !left.some((each) => isMeant(plain(cell), each)));
}

function plain(cell: Written): Cell {
	return Object.fromEntries(Object.entries(cell).map(([axis, { value }]) => [axis, value]));
}

/** Whether a video has the values that are named: all keys, one of the values of each. */
export function isMeant(cell: Cell, where: Draft<Where>): boolean {
	return AXES.every((axis) => {
		const given = namedValues(axis, where);
		return given === undefined || given.some((each) => each === cell[axis]);
	});
}

/** The values that are named for an axis. Undefined: it is not said. */
function namedValues(axis: Axis, where: Draft<Where>): readonly string[] | undefined {
	const given = where[axis];
	if (given === undefined) return undefined;
	const all = typeof given === "string" ? [given] : given;
	return all.flatMap((each) => (each === undefined ? [] : [canonical(axis, each)]));
}

function videoOf(entry: Inherited, written: Written): Inherited {
	const { matrix: _, ...video } = entry.video;
	const cell = plain(written);
	const { ratio, layout, resolution, duration } = cell;
	const reframe = defined({ ratio, layout });
	const exported = defined({
		resolution,
		reframe: Object.keys(reframe).length === 0 ? undefined : { ...video.export?.reframe, ...reframe },
	});
	const inLanguage = cell.language === undefined ? video : spokenIn(video, cell.language);
	return {
		...entry,
		name: itemVideoName(entry.name, cellKey(cell)),
		cell,
		video: {
			...inLanguage,
			...(duration !== undefined && { clipping: { ...inLanguage.clipping, duration } }),
			...(Object.keys(exported).length > 0 && { export: { ...inLanguage.export, ...exported } }),
		} as Inherited["video"],
		where: (part) => {
			const axis = AXIS_AT[part.join(".")];
			return (axis && written[axis]?.path) ?? entry.where(part);
		},
	};
}

/** What each axis says in place of. */
const AXIS_AT: Readonly<Record<string, Axis>> = {
	"export.reframe.ratio": "ratio",
	"export.reframe.layout": "layout",
	"clipping.target_language": "language",
	"clipping.duration": "duration",
	"export.resolution": "resolution",
};

/** A video whose texts are in a language: the one that is spoken, or another that they are translated to. */
function spokenIn(video: Inherited["video"], language: string): Inherited["video"] {
	const { target_language: __, ...clipping } = video.clipping ?? {};
	const { caption } = video.export ?? {};
	const isSpoken = clipping.language != null && canonical("language", clipping.language) === language;
	const isBoth = caption?.display === "both";
	const display = isSpoken ? "original" : isBoth ? "both" : "translation";
	return {
		...video,
		clipping: isSpoken ? clipping : { ...clipping, target_language: language },
		...(caption && { export: { ...video.export, caption: { ...caption, display } } }),
	};
}
