/**
 * One place of the source, and what stands there instead. It must be there exactly once, however
 * it is wrapped.
 */
export interface Patch {
	readonly file: string;
	readonly from: string;
	readonly to: string;
}

/** One way to get the protocol wrong, and the part of the drill that must notice. */
export interface Break {
	readonly name: string;
	readonly patches: readonly Patch[];
	/** Arguments of the drill. */
	readonly noticedBy: readonly [part: string, only: string];
}

/** A patch of a file below `src`. */
export function patch(file: string, from: string, to: string): Patch {
	return { file: `src/${file}`, from, to };
}

/** The text with the patch applied. Throws where the source is not what the patch was written for. */
export function patched(text: string, { file, from, to }: Patch): string {
	const pattern = unwrapped(from);
	const [first, second] = text.matchAll(pattern);
	if (first === undefined || second !== undefined)
		throw new Error(`${file} does not hold exactly once: ${from}`);
	return text.slice(0, first.index) + to + text.slice(first.index + first[0].length);
}

/**
 * The same tokens with any space between them: the formatter breaks lines and adds trailing commas
 * as it likes.
 */
function unwrapped(from: string): RegExp {
	const tokens = from.match(/\w+|[^\w\s]/g) ?? [];
	const pieces = tokens.map((token) =>
		/[)\]}]/.test(token) ? `(?:,\\s*)?\\${token}` : token.replace(/\W/, "\\$&"),
	);
	return new RegExp(pieces.join("\\s*"), "g");
}
