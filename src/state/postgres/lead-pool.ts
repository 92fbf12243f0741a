import type { Connection } from "../../database/connection.ts";
import type { AppliedCommit } from "../../model/fleet.ts";
import type { Secret } from "../../model/secret.ts";
import type { Checkout } from "./applied.ts";
import type { LeaseHolder } from "./database-fault.ts";
import type { Lease } from "./lease.ts";

/** How a daemon stands among those of its workspace. */
export type LeadStatus =
	| { readonly as: "leads"; readonly fence: string }
	/** Another one leads; absent: that is not known yet. */
	| { readonly as: "standby"; readonly leader?: LeaseHolder }
	/** Its checkout is an ancestor of the commit that was applied last. */
	| { readonly as: "stale"; readonly commit: string; readonly applied: AppliedCommit }
	/** The database does not answer, so nobody knows who leads. */
	| { readonly as: "cut-off"; readonly why: string };

/** What taking part in the lead of a workspace needs. */
export interface LeadershipGiven {
	readonly workspace: string;
	/** The commit of the checkout as it is now. Undefined: it is in no git repository. */
	readonly head: () => Promise<string | undefined>;
	/** The commit that the campaigns in use were read from. */
	readonly applying: () => Checkout | undefined;
	/** Whether a pass is under way, so that the lead is not left to another one now. */
	readonly isBusy: () => boolean;
	/** Hears of every change. */
	readonly changed: (status: LeadStatus) => void;
}

/** The part of one workspace. */
export interface Part extends LeadershipGiven {
	readonly holder: string;
	lease: Pick<Lease, "fence" | "askedAt"> | undefined;
	status: LeadStatus;
	/** Since when nobody has the lead. Monotonic. */
	freeSince: number | undefined;
	/** Whether what was applied is newer than a commit of the checkout. */
	newer: { readonly commit: string; readonly applied: string; readonly isNewer: boolean } | undefined;
}

/** All parts of a process in one database: they share its connection, and statements. */
export interface Pool {
	readonly url: Secret;
	readonly command: string;
	/** Of the program. */
	readonly version: string;
	/** How long a lead lasts without a sign of life, in milliseconds. */
	readonly leaseMs: number;
	/** How old a lead is when it is renewed, in milliseconds. */
	readonly renewMs: number;
	readonly parts: Set<Part>;
	/** Those that end. */
	readonly leaving: Part[];
	connection: Connection | undefined;
	/** When it told that it is there. Monotonic. */
	beatAt: number;
	/** How many it leads where all daemons do their part. */
	share: number;
	/** Since when it leads more. Monotonic. */
	surplusSince: number | undefined;
}

/** How a part stands. The lead ends by the monotonic clock, whoever answers then. */
export function statusNow({ lease, status }: Part, { leaseMs }: Pick<Pool, "leaseMs">): LeadStatus {
	if (status.as !== "leads" || lease === undefined) return status;
	const isOver = performance.now() >= lease.askedAt + leaseMs;
	return isOver ? { as: "cut-off", why: "it did not answer in time" } : status;
}

/** Notes how a part stands, and tells whoever wants to know. */
export function settle(part: Part, status: LeadStatus): void {
	const isSame = JSON.stringify(status) === JSON.stringify(part.status);
	part.status = status;
	if (status.as !== "leads") part.lease = undefined;
	if (!isSame) part.changed(status);
}
