/** How far the service's clock is from ours, as the headers of its answers tell. */
export interface Skew {
	/** What its clock shows more than ours, in milliseconds; negative: it is behind. */
	readonly aheadMs: number;
	/**
	 * By how much that may be wrong, in milliseconds: such headers count whole seconds, and travel for a while.
	 */
	readonly withinMs: number;
}

/**
 * Limits of a difference that is surely there, in milliseconds: worth a word, and too much to publish with.
 */
export const SKEW = { warnMs: 2_000, refuseMs: 60_000 } as const;

/** The difference that is surely there, in milliseconds. */
export function apartMs({ aheadMs, withinMs }: Skew): number {
	return Math.max(0, Math.abs(aheadMs) - withinMs);
}

/**
 * What the service's clock shows more than ours; zero while the difference is too small to be sure of.
 * Milliseconds.
 */
export function allowanceMs(skew: Skew | undefined): number {
	return skew === undefined || apartMs(skew) <= SKEW.warnMs ? 0 : Math.round(skew.aheadMs);
}

/** `This machine's clock is 75 s behind the service's`. */
export function skewWords({ aheadMs }: Skew): string {
	return `This machine's clock is ${spanWords(Math.abs(aheadMs))} ${aheadMs > 0 ? "behind" : "ahead of"} the service's`;
}

/** What a person can do about it. */
export const SKEW_REMEDY = "Let the machine set its clock from the network (timedatectl set-ntp true).";

function spanWords(ms: number): string {
	const seconds = Math.round(ms / 1_000);
	if (seconds < 120) return `${seconds} s`;
	const minutes = Math.round(seconds / 60);
	return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
