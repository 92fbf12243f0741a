import { createHash } from "node:crypto";

const [MINUTE, HOUR] = [60_000, 3_600_000];

/** Pauses before the second and later attempts, as Standard Webhooks 1.0.0 advises; in milliseconds. */
const PAUSES: readonly number[] = [
	5_000,
	5 * MINUTE,
	30 * MINUTE,
	2 * HOUR,
	5 * HOUR,
	10 * HOUR,
	14 * HOUR,
	20 * HOUR,
	24 * HOUR,
];

/** Part of a pause that is added by chance, so that many messages do not come back together. */
const JITTER = 0.2;

/**
 * The pause after so many attempts of a message. Undefined: it is not attempted again. The same each time
 * it is asked, so that a restart neither shortens nor lengthens it.
 */
export function pauseAfter(attempts: number, id: string): number | undefined {
	const pause = PAUSES[attempts - 1];
	return pause === undefined ? undefined : Math.round(pause * (1 + JITTER * chanceOf(`${id} ${attempts}`)));
}

/** 0 to 1, the same for the same text. */
function chanceOf(text: string): number {
	return createHash("sha256").update(text).digest().readUInt32BE(0) / 2 ** 32;
}
