import type { OtherClocks } from "./boot-time.ts";
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
export interface ResolvedOutcome {
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
 * Where only the wall clock is known, so much longer: it may have been set.
 * Milliseconds.
 */
const MARGIN_MS = 30 * 60_000;
/** How long an attempt may still be executed after it was armed, in milliseconds. */
export const EMBARGO_MS = ATTEMPT_MS + LATE_MS;

type Armed = Pick<Operation, "armedAt" | "at" | "armedClocks">;

/**
 * From when on "not posted" is taken, by the wall clock: before, a late request may still be executed, and
 * then nobody could have known.
 */
export function notPostedFrom({ armedAt, at, armedClocks }: Armed): EpochMs {
	return epochMs((armedAt ?? at) + EMBARGO_MS + (armedClocks?.boot === undefined ? MARGIN_MS : 0));
}

/** Why "not posted" is not taken yet: how long still, by which clock. */
export interface Embargo {
	readonly forMs: number;
	readonly by: "boot" | "service" | "wall";
}

/**
 * The monotonic clock counts while the machine was not started anew, else the service's, else the wall clock
 * and half an hour more. Undefined: "not posted" is taken.
 */
export function embargoOf(
	operation: Armed,
	now: OtherClocks & { readonly wall: EpochMs },
): Embargo | undefined {
	const { boot, service } = operation.armedClocks ?? {};
	const sameBoot = boot !== undefined && boot.boot === now.boot?.boot && now.boot.ms >= boot.ms;
	if (sameBoot && now.boot !== undefined) return left(EMBARGO_MS - (now.boot.ms - boot.ms), "boot");
	if (service !== undefined && now.service !== undefined)
		return left(EMBARGO_MS - (now.service - service), "service");
	const from = (operation.armedAt ?? operation.at) + EMBARGO_MS + MARGIN_MS;
	return left(from - now.wall, "wall");
}

function left(forMs: number, by: Embargo["by"]): Embargo | undefined {
	return forMs > 0 ? { forMs, by } : undefined;
}
