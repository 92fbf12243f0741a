/** API units an input minute; express mode halves them (interface 8). */
export const RATE = { standard: 2, express: 1 } as const;

/** Whether a task was asked for in express mode. */
export function isExpress({ rate }: { readonly rate: number }): boolean {
	return rate < RATE.standard;
}

/** API units for so many milliseconds at a rate a minute, to two decimals. */
export function costOf(durationMs: number, rate: number): number {
	return Math.round((durationMs / 60_000) * rate * 100) / 100;
}
