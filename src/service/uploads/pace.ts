/** How often is looked, in a tenth of the grace. */
const LOOKS = 10;
/** A look may be so many late and still count the time since the one before. */
const LATE_LOOKS = 4;
/** What came early pays for so many graces of silence: clients send in bursts, and lines stand still. */
const MOST_GRACES = 6;

/**
 * The pieces, as long as they do not come too slowly; calls `tooSlow` once where they do. Every byte pays for
 * a millisecond, and `graceMs` are given. Only the time counts in which the client is waited for: a disk that
 * is slow is not its fault.
 */
export async function* paced(
	pieces: AsyncIterable<Buffer>,
	graceMs: number,
	tooSlow: () => void,
): AsyncGenerator<Buffer> {
	const everyMs = graceMs / LOOKS;
	let [isWaiting, leftMs, last] = [true, graceMs, performance.now()];
	const look = () => {
		const now = performance.now();
		// A machine that slept for a while was not listening; one that is busy looks late.
		if (isWaiting) leftMs -= Math.min(now - last, LATE_LOOKS * everyMs);
		last = now;
		if (leftMs > 0) return;
		clearInterval(looking);
		tooSlow();
	};
	const looking = setInterval(look, everyMs);
	try {
		for await (const piece of pieces) {
			leftMs = Math.min(leftMs + piece.length, graceMs * MOST_GRACES);
			isWaiting = false;
			yield piece;
			isWaiting = true;
		}
	} finally {
		clearInterval(looking);
	}
}
