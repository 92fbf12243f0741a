/** A span of the source, in whole milliseconds, end exclusive. With the source it names a clip for good. */
export interface Moment {
	readonly from: number;
	readonly to: number;
}

/** One ranked clip of a settled task. Never holds links: they change on every read (service-facts, 2). */
export interface Clip {
	/** Rank in the settled set, from 0; what the publish endpoint calls `idx`. */
	readonly idx: number;
	readonly moment: Moment;
	readonly title: string;
	readonly description: string;
	/** Hashtags without the leading `#`. */
	readonly tags: readonly string[];
	/** 0 to 100, higher is better. */
	readonly score: number;
	/** Its times were asked for. Absent: it was found. */
	readonly added?: true;
}

/** How much two moments overlap, as a share (0 to 1) of the shorter one. */
export function overlap(a: Moment, b: Moment): number {
	const shared = Math.min(a.to, b.to) - Math.max(a.from, b.from);
	const shorter = Math.min(a.to - a.from, b.to - b.from);
	return shorter > 0 ? Math.max(0, shared) / shorter : 0;
}

/** From this share of the shorter moment on, two moments count as the same post (design, section 5). */
export const SAME_MOMENT = 0.6;
