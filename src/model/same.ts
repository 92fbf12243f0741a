/** Compares plain data value by value; a key that is absent equals one that is undefined. */
export function same(a: unknown, b: unknown): boolean {
	if (a === b) return true;
	if (
		typeof a !== "object" ||
		typeof b !== "object" ||
		a === null ||
		b === null ||
		Array.isArray(a) !== Array.isArray(b)
	)
		return false;
	const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
	return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) =>
		same(left[key], right[key]),
	);
}
