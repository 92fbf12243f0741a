/** Longest pause between two tries, in milliseconds. */
const LONGEST_MS = 30_000;
/** Longest Retry-After that is believed, in milliseconds. */
const BELIEVED_MS = 3_600_000;

/** The pause before the next try after `tries` failed ones, in milliseconds: 1, 2, 4, 8 … s at most, anywhere below (`chance` is 0 to 1), so that clients do not come back together. */
export function backoff(tries: number, chance: number): number {
	return Math.round(Math.min(LONGEST_MS, 1000 * 2 ** (tries - 1)) * chance);
}

/** What a `Retry-After` header asks for, in milliseconds from `now`: seconds or a date, as HTTP allows. At most an hour. */
export function retryAfter(header: string | string[] | undefined, now: number): number | undefined {
	const value = (Array.isArray(header) ? header[0] : header)?.trim();
	if (value === undefined || value === "") return undefined;
	// Date.parse takes "-5" for a month.
	const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(/^[a-z]{3}/i.test(value) ? value : "") - now;
	return Number.isFinite(ms) ? Math.min(BELIEVED_MS, Math.max(0, ms)) : undefined;
}
