import type { FeedItem } from "./feed.ts";
import { shortHash } from "./short-hash.ts";

/** Longest key of an item. */
const LONGEST = 60;

/**
 * What an item is called in addresses: its id where that can stand in one, else what of it reads well, with a
 * short hash that tells it from others. Depends on the id alone, and for a file on its name as well.
 */
export function itemKey({ id, source }: FeedItem): string {
	if (PLAIN.test(id)) return id;
	const readable =
		source.kind === "file" ? stem(source.path) : (id.split(/[/?#=]/).findLast(hasLetters) ?? "");
	const words = readable
		.normalize("NFKD")
		.replace(/[^A-Za-z0-9]+/g, "-")
		.replace(/^-+|-+$/g, "")
		.toLowerCase()
		.slice(0, LONGEST - 9);
	return `${words === "" ? "item" : words}-${shortHash(id).slice(0, 8)}`;
}

const PLAIN = /^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$/;

function hasLetters(part: string): boolean {
	return /[\p{L}\p{N}]/u.test(part);
}

function stem(path: string): string {
	return (path.split("/").at(-1) ?? "").replace(/\.[^.]*$/, "");
}
