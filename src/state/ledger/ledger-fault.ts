import { defined } from "../../model/defined.ts";
import { Fault, StopFault } from "../../model/fault.ts";
import type { LockedFault } from "../../system/lock.ts";
import { StateFault } from "../state-fault.ts";
import type { Match } from "./matching.ts";
import type { LedgerEntry } from "./records.ts";

/** The moment of a post is taken at its account, or may be: nothing is sent. */
export class PostedFault extends StopFault {
	readonly matches: readonly Match[];

	constructor(matches: readonly Match[]) {
		const [first] = matches;
		const by = first === undefined ? "" : ` (${first.entry.address} of workspace ${first.entry.workspace})`;
		super(`This moment was already posted to this account${by}. Nothing was sent.`, {
			remedy: "See what was posted: showrun ledger list",
		});
		this.matches = matches;
	}
}

/** Somebody posted to the account since the plan was made, and what it was is not compared yet. */
export class UncomparedFault extends StopFault {
	readonly entries: readonly LedgerEntry[];

	constructor(entries: readonly LedgerEntry[]) {
		super("Other runs post to this account all the time. Nothing was sent.", {
			remedy: "Run the command again when they have ended.",
		});
		this.entries = entries;
	}
}

/**
 * An attempt was settled that is open in this workspace, by a person elsewhere, or by an answer that this
 * state never heard of: it is not sent again.
 */
export class SettledFault extends StopFault {
	readonly as: LedgerEntry["as"];

	constructor({ operation, as }: Pick<LedgerEntry, "operation" | "as">) {
		super(`The ledger says that this attempt is settled (${as}). Nothing was sent.`, {
			remedy: `Check what became of it, then record it in this workspace too: showrun resolve ${operation}`,
		});
		this.as = as;
	}
}

/**
 * A file of the ledger holds lines that cannot be read: what they said is not known, so nothing may be posted
 * against it.
 */
export class DamagedLedgerFault extends StopFault {
	constructor(path: string, damaged: number) {
		const lines = damaged === 1 ? "1 line" : `${damaged} lines`;
		super(`The ledger is damaged: ${lines} of ${path} cannot be read. Nothing was sent.`, {
			remedy:
				"Restore the file from a backup. Until then nothing is posted to its account; other accounts go on.",
		});
	}
}

/**
 * Another run holds the lock of the ledger for longer than a request may wait: nothing was sent, and it is
 * tried again.
 */
export class LedgerBusyFault extends Fault {
	readonly next = "retry" as const;

	constructor({ message, remedy }: LockedFault) {
		super(`The ledger is locked. ${message}`, defined({ remedy }));
	}
}

/**
 * The ledger stayed locked when an outcome had to be written: the attempt keeps its moment there until it is
 * told.
 */
export function lockedOutcomeFault({ message, remedy }: LedgerBusyFault): StateFault {
	return new StateFault(`An outcome cannot be written to the ledger. ${message}`, defined({ remedy }));
}

/** The ledger could not be read. */
export function ledgerReadFault(path: string, cause: unknown): StateFault {
	return new StateFault(
		`The ledger in ${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`,
		{ remedy: "Give this user the right to read that folder. Nothing was sent.", cause },
	);
}

/** A state that was written with another ledger than the one that is here, and that this one never saw. */
export interface LedgerMismatch {
	readonly wanted: string;
	/** Undefined: there is no ledger here. */
	readonly found: string | undefined;
	readonly folder: string;
}

/** A state and the ledger of this user do not belong together. */
export function mismatchFault(state: string, { wanted, found, folder }: LedgerMismatch): StateFault {
	const here = found === undefined ? "there is none in" : `${found} is in`;
	return new StateFault(`${state} was written with the ledger of posts ${wanted}, but ${here} ${folder}.`, {
		remedy: `Run showrun as the user who wrote it, or with the XDG_STATE_HOME it was written with (cron, sudo and containers often have another).
If that ledger is lost, or the state comes from another machine and is the newest one (git pull): showrun state adopt`,
	});
}

/** The ledger could not be written. */
export function ledgerWriteFault(path: string, cause: unknown): StateFault {
	return new StateFault(
		`The ledger in ${path} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}.`,
		{
			remedy:
				"Make the folder writable, or name another one that stays: XDG_STATE_HOME=/path. Nothing was sent.",
			cause,
		},
	);
}

/** A saved plan was begun by another workspace: it does what it says once. */
export function usedPlanFault({
	workspace,
	at,
}: {
	readonly workspace: string;
	readonly at: number;
}): StopFault {
	return new StopFault(
		`This saved plan was applied by workspace ${workspace} on ${new Date(at).toISOString().slice(0, 16).replace("T", " ")}Z. Nothing was sent.`,
		{ remedy: "A saved plan is applied once. Make a new one: showrun plan --out plan.json" },
	);
}
