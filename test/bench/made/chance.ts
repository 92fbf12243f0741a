/** Chance that is the same for the same seed. */
export interface Chance {
	/** From 0 up to 1. */
	readonly next: () => number;
	/** From `low` up to `high`. */
	readonly between: (low: number, high: number) => number;
	readonly pick: <Each>(from: readonly Each[]) => Each;
}

/** Mulberry32. */
export function chanceOf(seed: number): Chance {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	return {
		next,
		between: (low, high) => low + next() * (high - low),
		pick: (from) => {
			const found = from[Math.floor(next() * from.length)];
			if (found === undefined) throw new Error("there is nothing to pick from");
			return found;
		},
	};
}
