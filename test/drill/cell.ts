/** Where a process ends itself, in the order of the protocol. `never`: only the service does wrong. */
export const STEPS = [
	"never",
	"before the intent",
	"intent synced",
	"all but the last byte sent",
	"armed outside only",
	"armed half written",
	"armed synced",
	"last byte sent",
	"answer read",
	"outcome half written",
	"outcome synced",
	"before the rename",
	"after the rename",
] as const;
/** Steps that only a post has: its arming in the ledger of the user, which follows the one in the journal. */
export const LEDGER_STEPS = ["before the ledger", "ledger synced"] as const;
export type Step = (typeof STEPS)[number];
export type LedgerStep = (typeof LEDGER_STEPS)[number];

/** What the service does with the first whole write. All but `refuse` and `429` execute it. */
export const FAULTS = ["normal", "hang", "500", "reset", "refuse", "429", "cut", "garbage", "slow"] as const;
export type Fault = (typeof FAULTS)[number];

export const KINDS = ["submit", "export", "publish"] as const;
export type WriteKind = (typeof KINDS)[number];

/** What the service does wrong: the nth whole write of a kind, counted from 1. */
export interface PlannedFault {
	readonly kind: WriteKind;
	readonly nth: number;
	readonly fault: Fault;
}

/** How the service treats one cell. */
export interface CellPlan {
	readonly faults: readonly PlannedFault[];
	/** A key seen before is answered as before, and not executed. */
	readonly idempotency: boolean;
	/**
	 * The connected accounts as they go over the wire. Absent: Acme on YouTube (`acc-1`) and acme on
	 * TikTok (`acc-2`).
	 */
	readonly accounts?: readonly object[];
	/** How many clips a video has. Absent: three. */
	readonly clips?: number;
	/** For how many days the results of a task are kept. Absent: one. */
	readonly keptDays?: number;
}

/** One write that was executed. */
export interface Commit {
	readonly kind: WriteKind;
	readonly key: string;
	/** Id of what was made. */
	readonly id: string;
	/** What must not be there twice. */
	readonly identity: string;
	/** When; epoch milliseconds. */
	readonly at: number;
}
