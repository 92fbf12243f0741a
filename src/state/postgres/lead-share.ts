/** How many workspaces a daemon leads, where so many could lead each of them and all take the same part. */
export function shareOf(able: readonly number[]): number {
	// Rounded up, so that the shares of all are enough for all workspaces.
	return Math.ceil(able.reduce((sum, each) => sum + 1 / Math.max(each, 1), -TOLERANCE));
}
/** Thirds that are added up are no whole number. */
const TOLERANCE = 1e-6;

/** Which leads that nobody has are taken: those left by all who have room, then others up to `room`. */
export function toTake<Each>(
	free: readonly Each[],
	{ room, isLeft }: { readonly room: number; readonly isLeft: (each: Each) => boolean },
): readonly Each[] {
	const left = free.filter(isLeft);
	const fresh = free.filter((each) => !isLeft(each));
	return [...left, ...fresh.slice(0, Math.max(0, room - left.length))];
}
