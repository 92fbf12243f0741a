/**
 * Text of a model as one line: no control, invisible or direction characters, no markup around it. Empty
 * where nothing is left.
 */
export function clean(text: string): string {
	return text
		.replace(/[\p{Cc}\p{Co}\p{Cs}\p{Cn}\u2028\u2029]+/gu, " ")
		.replace(
			/[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\u{E0000}-\u{E007F}]/gu,
			"",
		)
		.replace(/\s+/gu, " ")
		.trim()
		.replace(/^(["“„«'*_`]+)(.*?)["”“»'*_`]+$/u, "$2")
		.trim();
}

/**
 * Whether a text names an address, an account or a mark-up that was not among what was said: nobody asked for
 * advertising.
 */
export function addsLinks(text: string, said: string): boolean {
	const places =
		text.match(
			/[\w+.-]+:\/\/\S+|\bwww\.\S+|(?<![\p{L}\p{N}])@[\p{L}\p{N}_.]+|[\w.+-]+@[\w-]+\.\w+|\b[\p{L}\p{N}-]+\.(?:\p{L}{2,})(?:\/\S*)?/gu,
		) ?? [];
	const known = said.toLowerCase();
	return (
		places.some((place) => !known.includes(place.toLowerCase())) || /<\/?\w+[^>]*>|\]\(|\{\{|\{%/.test(text)
	);
}

/** A hashtag's word without `#` and spaces; undefined where it is none. */
export function tagOf(text: string): string | undefined {
	const tag = clean(text).replace(/[#\s]+/gu, "");
	return /^[\p{L}\p{M}\p{Nd}_]{2,40}$/u.test(tag) && !/^\p{Nd}+$/u.test(tag) ? tag : undefined;
}
