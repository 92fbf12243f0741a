import { setTimeout as sleep } from "node:timers/promises";

/** The name of the right to work on what a tenant has: of one process. */
export const WORKS = "work";
/** How the names of processes that serve begin, and the name of who moves what they serve. */
export const [SERVES, MOVES] = ["serves ", "move"];
/** How the names of those that fetch a video begin. */
export const FETCHES = "fetch ";
/** How the names of those that work on a task begin. */
export const CLAIMS = "task ";

/** A right that ends by itself when its process gives no sign of life. */
export interface StoreLease {
	/** Aborted once another process may have it. */
	readonly lost: AbortSignal;
	/** As the store knows it. Absent: nobody else can have it. */
	readonly held?: { readonly tenant: string; readonly name: string; readonly fence: string };
	release(): Promise<void>;
}

/** Another process has a right, or may have it at once: what it was needed for was not written. */
export class LeaseLost extends Error {
	constructor(name: string) {
		super(`another process took over: ${name}`);
	}
}

/** How often is looked whether a right is free. Milliseconds. */
const LOOK_MS = 500;

/** Works under a right, once no other process has it. Throws what the signal is aborted with. */
export async function aloneFor(
	take: () => Promise<StoreLease | undefined>,
	{ work, signal }: { readonly work: () => Promise<void>; readonly signal: AbortSignal },
): Promise<void> {
	for (;;) {
		signal.throwIfAborted();
		const lease = await take();
		if (lease !== undefined) return work().finally(() => lease.release());
		await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
	}
}
