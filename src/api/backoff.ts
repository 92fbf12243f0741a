/** Longest pause between two tries, in milliseconds. */
const LONGEST_MS = 30_000;
/** Longest Retry-After that is believed, in milliseconds. */
const BELIEVED_MS = 3_600_000;

/**
 * The pause before the next try after `tries` failed ones, in milliseconds: 1, 2, 4, 8 … s at most, anywhere
 * below (`chance` is 0 to 1), so that clients do not come back together.
 */
export function backoff(tries: number, chance: number): number {
	return Math.round(Math.min(LONGEST_MS, 1000 * 2 ** (tries - 1)) * chance);
}

/**
 * Shortest pause after "too many requests", and longest one where the service does not say how long.
 * Milliseconds.
 */
const TOO_MANY = { leastMs: 500, mostMs: 60_000 } as const;

/**
 * The pause after so many answers in a row that said "too many requests", in milliseconds: as long as the
 * service asks for, else 1, 2, 4 … s; never none at all.
 */
export function untilAllowed(
	retryAfterMs: number | undefined,
	{ times, chance }: { readonly times: number; readonly chance: number },
): number {
	const own = Math.min(TOO_MANY.mostMs, 1_000 * 2 ** (times - 1)) * (0.5 + chance / 2);
	return Math.round(Math.max(TOO_MANY.leastMs, retryAfterMs ?? own, retryAfterMs === 0 ? own : 0));
}

/**
 * What an answer's `Retry-After` asks for; a date is held against the answer's own, because the clocks may
 * not agree.
 */
export function pauseIn(
	{ "retry-after": asked, date }: Readonly<Record<string, string | string[] | undefined>>,
	now: number,
): number | undefined {
	const there = Date.parse(String(date ?? ""));
	return retryAfter(asked, Number.isNaN(there) ? now : there);
}

/**
 * What a `Retry-After` header asks for, in milliseconds from `now`: seconds or a date, as HTTP allows. At
 * most an hour.
 */
export function retryAfter(header: string | string[] | undefined, now: number): number | undefined {
	const value = (Array.isArray(header) ? header[0] : header)?.trim();
	if (value === undefined || value === "") return undefined;
	// Date.parse takes "-5" for a month.
	const ms = /^\d+$/.test(value)
		? Number(value) * 1000
		: Date.parse(/^[a-z]{3}/i.test(value) ? value : "") - now;
	return Number.isFinite(ms) ? Math.min(BELIEVED_MS, Math.max(0, ms)) : undefined;
}
