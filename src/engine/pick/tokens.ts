const SEGMENTS = new Intl.Segmenter("en", { granularity: "word" });

/**
 * The words of a text in lower case, also where no spaces are written; without the endings and articles that
 * an apostrophe joins to them.
 */
export function tokensOf(text: string): readonly string[] {
	return [...SEGMENTS.segment(text.toLowerCase())].flatMap(({ segment, isWordLike }) =>
		isWordLike ? [bare(segment)] : [],
	);
}

/** `sarah's` is Sarah, `l'avenir` is avenir: what follows is an ending as long as it is short. */
function bare(token: string): string {
	const [before = "", ...rest] = token.split(/['’]/);
	const after = rest.at(-1) ?? "";
	return after.length >= 3 ? after : before;
}
