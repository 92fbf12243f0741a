import type { Settled, Work } from "../destination.ts";
import { AccountFault } from "../passing.ts";
import { PlatformRefusal } from "./platform-refusal.ts";

const LEAST_MS = 60_000;

/**
 * What it means that a post could not be read: nothing is said of it. Later may do; otherwise a person looks,
 * at `look`. Throws `AccountFault` where its account has to be connected again, and what is no refusal.
 */
export function postponed(error: unknown, { tools }: Work, look: string): Settled {
	if (!(error instanceof PlatformRefusal)) throw error;
	const { cause, until = 0, message } = error.why;
	if (cause === "reconnect") throw new AccountFault(message);
	if (cause === "rate" || cause === "quota")
		return { kind: "wait", ms: Math.max(LEAST_MS, until - tools.clock.now()) };
	return { kind: "cannot_tell", look: `${look}; ${message.replace(/[\s.]+$/, "")}` };
}
