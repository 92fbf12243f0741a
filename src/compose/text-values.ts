/** Longest slug, in characters; it ends with a whole word. */
const SLUG = 60;

/** The text form of a value: lists joined with spaces, nothing for nothing. */
export function textOf(value: unknown): string {
	if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(" ");
	return value === undefined || value === null ? "" : String(value);
}

/** The list form of a value: a list stays one, text is split at spaces. */
export function listOf(value: unknown): string[] {
	const parts = Array.isArray(value) ? value.map(textOf) : textOf(value).split(/\s+/);
	return parts.map((part) => part.trim()).filter(Boolean);
}

/** Without what came before in another case of letters. */
export function unique(words: readonly string[]): string[] {
	const seen = new Set<string>();
	return words.filter((word) => {
		const folded = word.normalize("NFC").toLowerCase();
		const fresh = !seen.has(folded);
		seen.add(folded);
		return fresh;
	});
}

/** A tag as it can stand behind a `#`: letters, digits and `_` of any script. */
export function tagName(tag: string): string {
	return tag.replace(/[^\p{L}\p{M}\p{N}_]/gu, "");
}

/**
 * Text as one word for names of files: lower case, letters and digits of any script, hyphens between, at most
 * 60 characters.
 */
export function slug(value: unknown): string {
	const words = textOf(value).normalize("NFC").toLowerCase().replace(/['’]/g, "");
	const whole = words.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-/, "");
	const kept = [...whole].slice(0, SLUG);
	const end = [...whole].length > SLUG ? kept.lastIndexOf("-") : -1;
	return (end > SLUG / 2 ? kept.slice(0, end) : kept).join("").replace(/-$/, "");
}
