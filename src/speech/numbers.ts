import type { HeardWord } from "./utterances.ts";

const UNITS = named(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"], (at) => at + 1);
const TEENS = named(
	[
		"ten",
		"eleven",
		"twelve",
		"thirteen",
		"fourteen",
		"fifteen",
		"sixteen",
		"seventeen",
		"eighteen",
		"nineteen",
	],
	(at) => at + 10,
);
const TENS = named(
	["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"],
	(at) => (at + 2) * 10,
);
const SCALES = named(["thousand", "million", "billion", "trillion"], (at) => 1000 ** (at + 1));
/** Two numbers said with a break between them are two numbers. */
const BREAK_MS = 400;

interface Read {
	readonly text: string;
	/** How many words it was said in. */
	readonly words: number;
}

/**
 * Numbers as people read them: from ten on in digits, years, percent and dollars as such. Numbers below ten
 * alone stay words.
 */
export function withNumbers(words: readonly HeardWord[]): readonly HeardWord[] {
	const written: HeardWord[] = [];
	for (let at = 0; at < words.length; ) {
		const said = together(words, at);
		const read = numberIn(said);
		const taken = read ? words.slice(at, at + read.words) : words.slice(at, at + 1);
		const [first, last] = [taken[0], taken.at(-1)];
		if (first && last)
			written.push(
				read
					? {
							...first,
							end: last.end,
							text: read.text,
							confidence: Math.min(...taken.map((word) => word.confidence)),
						}
					: first,
			);
		at += taken.length;
	}
	return written;
}

/** The words from one on that follow each other without a break. */
function together(words: readonly HeardWord[], from: number): readonly string[] {
	let to = from + 1;
	while (
		to < Math.min(words.length, from + 14) &&
		(words[to]?.begin ?? 0) - (words[to - 1]?.end ?? 0) < BREAK_MS
	)
		to += 1;
	return words.slice(from, to).map(({ text }) => text);
}

function numberIn(said: readonly string[]): Read | undefined {
	const number = yearIn(said) ?? cardinalIn(said);
	if (!number) return undefined;
	const after = said.slice(number.words);
	if (after[0] === "percent") return { text: `${number.text}%`, words: number.words + 1 };
	if (after[0] === "per" && after[1] === "cent") return { text: `${number.text}%`, words: number.words + 2 };
	if (after[0] === "dollars") return { text: `$${number.text}`, words: number.words + 1 };
	return number.words === 1 && UNITS.has(said[0] ?? "") ? undefined : number;
}

/** "nineteen eighty four", "twenty twenty", "nineteen oh five". */
function yearIn([first = "", second = "", third = ""]: readonly string[]): Read | undefined {
	const century = (TEENS.get(first) ?? 0) >= 16 ? TEENS.get(first) : first === "twenty" ? 20 : undefined;
	if (century === undefined) return undefined;
	const unit = UNITS.get(third);
	if (second === "oh" && unit !== undefined) return { text: String(century * 100 + unit), words: 3 };
	if (TEENS.has(second)) return { text: String(century * 100 + (TEENS.get(second) ?? 0)), words: 2 };
	const tens = TENS.get(second);
	if (tens === undefined) return undefined;
	return { text: String(century * 100 + tens + (unit ?? 0)), words: unit === undefined ? 2 : 3 };
}

function cardinalIn(said: readonly string[]): Read | undefined {
	let [whole, current, scale, words] = [0, 0, Number.POSITIVE_INFINITY, 0];
	for (const word of said) {
		const next = added(current, word);
		const times = SCALES.get(word);
		if (next !== undefined) current = next;
		else if (times !== undefined && current > 0 && times < scale)
			[whole, current, scale] = [whole + current * times, 0, times];
		else if (!(word === "and" && words > 0 && goesOn(said, words))) break;
		words += 1;
	}
	const decimals = words > 0 ? decimalsIn(said.slice(words)) : "";
	if (words === 0) return undefined;
	return {
		text: digits(whole + current, scale) + decimals,
		words: words + (decimals === "" ? 0 : decimals.length),
	};
}

/** A number with one more word said, where that makes one. */
function added(current: number, word: string): number | undefined {
	const [unit, teen, tens] = [UNITS.get(word), TEENS.get(word), TENS.get(word)];
	const free = current % 100 === 0;
	if (unit !== undefined)
		return free || (current % 10 === 0 && current % 100 >= 20) ? current + unit : undefined;
	if (teen !== undefined || tens !== undefined) return free ? current + (teen ?? tens ?? 0) : undefined;
	return word === "hundred" && current >= 1 && current < 20 && current !== 10 ? current * 100 : undefined;
}

/** After "two hundred and", "two thousand and": a small number. */
function goesOn(said: readonly string[], at: number): boolean {
	const [before = "", after = ""] = [said[at - 1], said[at + 1]];
	return (
		(before === "hundred" || SCALES.has(before)) && (UNITS.has(after) || TEENS.has(after) || TENS.has(after))
	);
}

/** ".5" for "point five"; one word for the point and one for each digit. */
function decimalsIn([point, ...rest]: readonly string[]): string {
	if (point !== "point") return "";
	const said = rest.map((word) => (word === "zero" || word === "oh" ? 0 : UNITS.get(word)));
	const end = said.indexOf(undefined);
	const found = end < 0 ? said : said.slice(0, end);
	return found.length > 0 ? `.${found.join("")}` : "";
}

/** "2 million" rather than "2,000,000"; commas from ten thousand on. */
function digits(value: number, scale: number): string {
	const name = [...SCALES].find(([, times]) => times === scale && times >= 1e6)?.[0];
	if (name !== undefined && value % scale === 0) return `${value / scale} ${name}`;
	return value < 10_000 ? String(value) : value.toLocaleString("en-US");
}

function named(names: readonly string[], value: (at: number) => number): ReadonlyMap<string, number> {
	return new Map(names.map((name, at) => [name, value(at)]));
}
