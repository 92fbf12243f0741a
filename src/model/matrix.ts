import { itemVideoName, partsOfVideo } from "./item-video.ts";

/** What the videos of one entry may differ in, in the order of their keys. */
export const AXES = ["ratio", "layout", "language", "duration", "resolution"] as const;
export type Axis = (typeof AXES)[number];

/** What one video of a matrix has of each axis, in friendly words. */
export type Cell = Readonly<Partial<Record<Axis, string>>>;

/**
 * What a video of a matrix is called in addresses: its values, in the order of `AXES` whatever the file's
 * is, so that another value or another order of the file renames nothing.
 */
export function cellKey(cell: Cell): string {
	return AXES.flatMap((axis) => wordOf(cell[axis])).join(",");
}

/** The word of a value in a key: `Screen First` is `screen-first`. */
function wordOf(value: string | undefined): readonly string[] {
	return value === undefined ? [] : [value.toLowerCase().replace(/[^a-z0-9:-]+/g, "-")];
}

/** The video of an item: of an entry, or of one of the videos of its matrix (`episodes/ep-42,9:16`). */
export function videoOfItem(video: string, item: string): string {
	const { entry, key } = partsOfVideo(video);
	return itemVideoName(entry, key === undefined ? item : `${item},${key}`);
}

/** The key of an item in the key of its video: keys of items have no comma. */
export function itemOfKey(key: string): string {
	return key.split(",", 1)[0] ?? key;
}
