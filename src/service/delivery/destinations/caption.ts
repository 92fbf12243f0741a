interface Words {
	readonly description?: string | null | undefined;
	readonly tags?: readonly string[] | null | undefined;
}

/** Description and tags, as they stand under a video. */
export function captionOf({ description, tags }: Words): string {
	const words = (tags ?? []).map((tag) => `#${tag.replace(/^#/, "").replace(/\s+/g, "")}`);
	return [description?.trim() ?? "", words.join(" ")].filter((part) => part !== "").join(" ");
}
