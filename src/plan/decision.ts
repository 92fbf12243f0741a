import type { Change } from "../model/plan.ts";
import type { Timing } from "./times.ts";

/** What a wanted thing needs, known before posts have their times or only once it has one. */
export type Decision = Settled | Timed;

/** Absent: nothing. */
interface Settled {
	readonly change?: Change | undefined;
}

interface Timed {
	readonly atTime: (timing: Timing) => Change;
	/** The service holds it at another time, which it gives up. */
	readonly isHeld?: true;
	/** What becomes of the change once it was looked at. */
	readonly then?: (change: Change) => Change;
}

/** Whether a post gets a time. */
export function isTimed(decision: Decision): decision is Timed {
	return "atTime" in decision;
}
