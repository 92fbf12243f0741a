/** Platforms keep no fractions of the seconds at which they publish by themselves. In epoch milliseconds. */
export function wholeSecond(ms: number): number {
	return Math.ceil(ms / 1000) * 1000;
}
