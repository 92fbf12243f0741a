import type { StoredFile } from "../store/shapes.ts";

/** Folders whose files can be made or sent again. */
export const CACHED = ["renders", "sources"] as const;
export const IMAGES = "images";

/** An uploaded or fetched file, and what was found out about one. */
export function sourceName({ sha256, extension }: StoredFile): string {
	return `sources/${sha256}.${extension}`;
}

/** A rendered clip. */
export function videoName(name: string): string {
	return `renders/${name}.mp4`;
}

/** What is told of a rendered clip; it is there once the clip is. */
export function notesName(name: string): string {
	return `renders/${name}.json`;
}

export function thumbnailName(name: string): string {
	return `renders/${name}.jpg`;
}

/** The thumbnail of a post. */
export function imageName({ sha256, extension }: StoredFile): string {
	return `${IMAGES}/${sha256}.${extension}`;
}
