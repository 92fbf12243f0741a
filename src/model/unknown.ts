import { type EpochMs, epochMs } from "./brand.ts";
import type { Place } from "./place.ts";
import type { Operation } from "./snapshot.ts";

/** How long after it was given up a request may still be executed somewhere on its way, in milliseconds. */
const LATE_MS = 10 * 60_000;
/**
 * From arming until an attempt is given up: two seconds for the last byte, two minutes for the answer.
 * Milliseconds.
 */
const ATTEMPT_MS = 122_000;

/** A person's word on an unknown outcome; the id is the one the service gave. */
export type Word =
	| { readonly as: "posted"; readonly taskId?: string }
	| { readonly as: "not-posted" | "abandoned" };

/**
 * A word on an unknown outcome in a campaign file, for where nobody can be asked. The id of the attempt makes
 * sure that it is taken once.
 */
export interface Resolution {
	readonly operation: string;
	readonly word: Word;
	/** Whose word it is. */
	readonly by: string;
	readonly why?: string;
	readonly place: Place;
}

/**
 * Whether only that it was sent is known: what it asked for was lost with a damaged state, and cannot be sent
 * again or remembered as done.
 */
export function isLost({ payload }: Pick<Operation, "payload">): boolean {
	return payload === "";
}

/**
 * From when on "not posted" is taken: before, a late request may still be executed, and then nobody could
 * have known.
 */
export function notPostedFrom({ armedAt, at }: Pick<Operation, "armedAt" | "at">): EpochMs {
	return epochMs((armedAt ?? at) + ATTEMPT_MS + LATE_MS);
}
