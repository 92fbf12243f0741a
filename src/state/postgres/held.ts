import type { Working } from "../snapshot/fold.ts";
import type { Counted } from "../store.ts";
import type { Identity } from "./database.ts";
import type { PostgresPlace } from "./place.ts";
import type { Session } from "./session.ts";
import type { Witnessed } from "./witness.ts";

/** A state of a database that a run works on. */
export interface PostgresHeld {
	readonly place: PostgresPlace;
	readonly session: Session;
	readonly database: Identity;
	/** Holds what was acknowledged and nothing else. */
	readonly state: Working;
	/** How many entries are not folded into its row yet. */
	behind: number;
	/** The row is there. */
	begun: boolean;
	/** It was written by another database than this one, and somebody accepts that. */
	readonly isMoved: boolean;
	/** This run added something. */
	appended: boolean;
	seen: Witnessed;
	/** What the plan counted whose posts are armed. Absent: nothing limits an account. */
	counted?: Counted;
}
