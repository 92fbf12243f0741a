import fc from "fast-check";
import { stringify } from "yaml";

/** A text, and the comments in it. */
export interface Handwritten {
	readonly text: string;
	readonly comments: readonly string[];
}

/**
 * Texts that say a value the way people write it: keys in any order, comments in any place, some
 * quotes, some braces, Windows line ends.
 */
export function handwritten(values: fc.Arbitrary<unknown>): fc.Arbitrary<Handwritten> {
	return fc.tuple(values, fc.infiniteStream(fc.nat({ max: 9 }))).map(([value, dice]) => {
		const roll = () => dice.next().value ?? 0;
		const style = {
			defaultStringType: roll() > 4 ? "PLAIN" : roll() > 4 ? "QUOTE_SINGLE" : "QUOTE_DOUBLE",
			indent: roll() > 4 ? 2 : 4,
		} as const;
		const flow = roll() > 8 ? { collectionStyle: "flow" as const } : {};
		const lines = stringify(shuffled(value, roll), {
			...style,
			...flow,
			lineWidth: 0,
			aliasDuplicateObjects: false,
		})
			.trimEnd()
			.split("\n");
		const text = lines.map((line) => commented(line, roll)).join("\n");
		return {
			text: `${roll() > 7 ? "\uFEFF" : ""}${roll() > 7 ? text.replaceAll("\n", "\r\n") : text}\n`,
			comments: text.match(/# said \d/g) ?? [],
		};
	});
}

function shuffled(value: unknown, roll: () => number): unknown {
	if (Array.isArray(value)) return value.map((each) => shuffled(each, roll));
	if (typeof value !== "object" || value === null) return value;
	const entries = Object.entries(value).map(([key, each]) => ({
		key,
		each: shuffled(each, roll),
		at: roll(),
	}));
	return Object.fromEntries(entries.sort((a, b) => a.at - b.at).map(({ key, each }) => [key, each]));
}

/** A comment behind the line, or above it at any indentation, or an empty line. */
function commented(line: string, roll: () => number): string {
	const die = roll();
	if (die === 0) return `${" ".repeat(roll())}# said ${roll()}\n${line}`;
	if (die === 1) return `${line}${" ".repeat(1 + roll())}# said ${roll()}  `;
	if (die === 2) return `${line}\n${" ".repeat(roll())}# said ${roll()}`;
	return die === 3 && roll() > 4 ? `${line}\n\n` : line;
}
