/**
 * Whether a range as in `engines.node` allows a version. Knows `||`, comparators, `^`, `~`, `x`
 * and bare numbers.
 */
export function allows(range: string, version: string): boolean {
	return range
		.split("||")
		.some((part) => comparatorsOf(part).every((each) => holds(each, numbersOf(version))));
}

type Numbers = readonly [number, number, number];
interface Comparator {
	readonly sign: string;
	readonly text: string;
}

function comparatorsOf(part: string): Comparator[] {
	return [...part.matchAll(/(>=|<=|>|<|=|\^|~)?\s*v?([\d.x*]+)/g)].map(([, sign = "", text = ""]) => ({
		sign,
		text,
	}));
}

function holds({ sign, text }: Comparator, version: Numbers): boolean {
	const given = numbersOf(text);
	const order = compare(version, given);
	if (sign === ">=") return order >= 0;
	if (sign === "<=") return order <= 0;
	if (sign === ">") return order > 0;
	if (sign === "<") return order < 0;
	if (sign === "^") return order >= 0 && version[0] === given[0];
	if (sign === "~") return order >= 0 && version[0] === given[0] && version[1] === given[1];
	return text.split(".").every((digits, index) => /[x*]/.test(digits) || Number(digits) === version[index]);
}

function numbersOf(text: string): Numbers {
	const [major = 0, minor = 0, patch = 0] = text.split(".").map((each) => Number(each) || 0);
	return [major, minor, patch];
}

function compare(a: Numbers, b: Numbers): number {
	return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
