/** The video of one item of a feed, as `videos` and posts call it: `episodes/ep-42`. */
export function itemVideoName(entry: string, key: string): string {
	return `${entry}/${key}`;
}

/**
 * The entry of `videos` that a video's name belongs to, and the key of its item. No key: it is one video.
 */
export function partsOfVideo(name: string): { readonly entry: string; readonly key?: string } {
	const at = name.indexOf("/");
	return at < 0 ? { entry: name } : { entry: name.slice(0, at), key: name.slice(at + 1) };
}

/** The name in the written form of an address: `episodes["ep-42"]`. */
export function writtenVideo(name: string): string {
	const { entry, key } = partsOfVideo(name);
	return key === undefined ? entry : `${entry}["${key}"]`;
}
