/** What becomes of a change of a post that the service holds. */
export const CHANGE_FATES = [
	...(["make", "make", "lose request", "lose answer", "die before", "die after", "make late"] as const),
	/** Somebody else does it in the service's own calendar, just before. */
	...(["cancelled by hand", "moved by hand", "posted by hand"] as const),
] as const;
export type ChangeFate = (typeof CHANGE_FATES)[number];
