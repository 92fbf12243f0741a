import { setTimeout as sleep } from "node:timers/promises";

/** How often a process looks at what others told. Milliseconds. */
export const LOOK_MS = 250;

/**
 * Resolves at the next moment to look, or when the signal is aborted: all that a process looks at is looked
 * at together, so that a shared store answers it at once.
 */
export async function nextLook(signal: AbortSignal): Promise<void> {
	const ms = LOOK_MS - (performance.now() % LOOK_MS);
	await sleep(Math.ceil(ms), undefined, { signal }).catch(() => undefined);
}
