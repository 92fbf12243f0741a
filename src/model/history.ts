import type { AddressText } from "./address.ts";
import type { EpochMs } from "./brand.ts";
import type { OperationKind, OutcomeClass } from "./snapshot.ts";

/** One attempt at a call that cannot be repeated, and what came of it. */
export interface PastAttempt {
	readonly at: EpochMs;
	readonly address: AddressText;
	readonly kind: OperationKind;
	/** `armed`: it may be under way. `posted`, `not-posted`, `abandoned`, `withdrawn`: a person's word. */
	readonly became: "armed" | OutcomeClass | "posted" | "not-posted" | "abandoned" | "withdrawn";
	/** Absent: only the state knows of it. */
	readonly operation?: string;
	/** The account of a post. */
	readonly account?: string;
}
