const LATE_AFTER_MS = 60_000;

/** Whether a post came later than anybody would call on time. */
export function isLate(scheduledAt: number | null, at: number): boolean {
	return scheduledAt !== null && at - scheduledAt > LATE_AFTER_MS;
}
