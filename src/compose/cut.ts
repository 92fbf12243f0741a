/** How a text is shortened. */
export interface Cut {
	readonly most: number;
	readonly measure: (text: string) => number;
	/** Put at the end of what was shortened; counts. */
	readonly ellipsis: string;
}

/** A word is given up whole while at least this share of the room is left. */
const WHOLE_WORDS = 0.6;
let segmenter: Intl.Segmenter | undefined;

/** Made when it is first needed: it takes as long to make as a small plan. */
function segments(): Intl.Segmenter {
	segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
	return segmenter;
}

/**
 * Shortens a text to a number of units where it is longer: never inside a visible character, between words
 * where that leaves enough, and not inside a link.
 */
export function shorten(text: string, { most, measure, ellipsis }: Cut): string {
	if (measure(text) <= most) return text;
	const end = measure(ellipsis) <= most ? ellipsis : "";
	const fits = (at: number) => measure(`${text.slice(0, at).trimEnd()}${end}`) <= most;
	// Where a longer beginning fits, a shorter one does; only a cut through a link can make one count more.
	for (let at = longest(text, most, fits); at > 0; at -= 1) {
		const kept = readable(text, wholeCharacter(text, at));
		if (measure(`${kept}${end}`) <= most) return `${kept}${end}`;
	}
	return end;
}

/** The last place that still fits. */
function longest(text: string, most: number, fits: (at: number) => boolean): number {
	// No unit counts a UTF-16 unit less than a tenth, links on X aside, so that what is far behind the end
	// needs no look.
	let [low, high] = [0, Math.min(text.length, most * 10 + 5000)];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (fits(middle)) low = middle;
		else high = middle - 1;
	}
	return low;
}

/** Wide enough for any emoji; segmenting the whole of a long text takes far longer. */
const AROUND = 80;

function wholeCharacter(text: string, at: number): number {
	const start = Math.max(0, at - AROUND);
	const found = segments()
		.segment(text.slice(start, at + AROUND))
		.containing(at - start);
	return found === undefined ? at : start + found.index;
}

function readable(text: string, kept: number): string {
	let end = kept;
	while (end > 0 && !/\s/.test(text[end - 1] ?? "")) end -= 1;
	const words = text.slice(0, end).trimEnd();
	const link = text.slice(words.length, kept).includes("://");
	const whole = /^\s/u.test(text.slice(kept, kept + 1)) || (words.length < kept * WHOLE_WORDS && !link);
	return whole ? text.slice(0, kept).trimEnd() : words;
}
