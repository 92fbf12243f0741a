/** Whole numbers from 0 to below a limit, the same ones for the same seed. */
export function randomFrom(seed: number): (limit: number) => number {
	let state = seed | 0;
	return (limit) => {
		state = (state + 0x6d2b79f5) | 0;
		const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		return ((mixed ^ (mixed >>> 7) ^ (mixed >>> 14)) >>> 0) % limit;
	};
}
