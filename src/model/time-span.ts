const UNITS = [
	["d", 86_400_000],
	["h", 3_600_000],
	["min", 60_000],
	["s", 1_000],
] as const;

/** `3 h 12 min`: the two largest units of a length of time. */
export function timeSpan(ms: number): string {
	const from = UNITS.findIndex(([, unit]) => ms >= unit);
	if (from < 0) return "0 s";
	let left = ms;
	const parts = UNITS.slice(from, from + 2).flatMap(([name, unit]) => {
		const count = Math.floor(left / unit);
		left -= count * unit;
		return count === 0 ? [] : [`${count} ${name}`];
	});
	return parts.join(" ");
}
