/**
 * How far a post to one account is. `armed`: the call that makes it public may have left; what became of it
 * is only read from then on, until it is `done`, `refused` or `unknown`. `held`, `skipped`: it was too late
 * by its rule, so nothing was sent.
 */
export type DeliveryPhase =
	| "queued"
	| "preparing"
	| "ready"
	| "armed"
	| "settling"
	| "done"
	| "refused"
	| "unknown"
	| "held"
	| "skipped";
