import type { Lock } from "../../system/lock.ts";
import type { Found } from "../guard/examine.ts";
import type { Guard } from "../guard/guard.ts";
import type { Working } from "../snapshot/fold.ts";
import type { StateFault } from "../state-fault.ts";

/** State that is held. */
export interface Held {
	readonly path: string;
	readonly lock: Lock;
	/** Holds what was acknowledged and nothing else. */
	readonly state: Working;
	/** Of what the state file holds as far as we know, hex. Undefined: there is none. */
	sha256: string | undefined;
	/**
	 * Remembers outside of the work tree what is sent. Undefined: nothing does, or the state has no name yet.
	 */
	guard: Guard | undefined;
	/** Begins it. */
	readonly start: (found: Found) => Promise<Guard | undefined>;
	/** The id of the ledger that it is written with. Undefined: none is kept. */
	readonly ledgerId: () => Promise<string | undefined>;
	/** The guard could not be told: nothing more is written. */
	fault?: StateFault;
}
