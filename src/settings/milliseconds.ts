const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A length of time as the settings write it: a number and s, m, h or d. */
export function milliseconds(text: string): number {
	return Number.parseInt(text, 10) * (UNIT_MS[text.slice(-1)] ?? 0);
}
