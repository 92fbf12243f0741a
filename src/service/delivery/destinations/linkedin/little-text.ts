import type { Post } from "../../destination.ts";

/** What ends or changes a text of LinkedIn where it is not escaped. */
const RESERVED = /[\\|{}@[\]()<>#*_~]/g;

/** Description and tags as LinkedIn's little text: nothing of it is cut off, and tags are hashtags. */
export function littleText({ description, tags }: Post["config"]): string {
	const words = (tags ?? []).map((tag) => hashtag(tag.replace(/^#/, "").replace(/\s+/g, "")));
	return [escaped(description?.trim() ?? ""), words.join(" ")].filter((part) => part !== "").join(" ");
}

function hashtag(word: string): string {
	return /^\w+$/.test(word) ? `{hashtag|\\#|${word}}` : escaped(`#${word}`);
}

function escaped(text: string): string {
	return text.replace(RESERVED, "\\$&");
}
