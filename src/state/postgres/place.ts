import type { Ask } from "../../database/connection.ts";
import type { Secret } from "../../model/secret.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import type { AccountKnowledge } from "../ledger/matching.ts";
import type { Naming } from "../ledger/posts.ts";
import type { Scope } from "../ledger/records.ts";
import type { SourceKnowledge } from "../ledger/sources.ts";

/** Where PostgreSQL keeps a state. */
export interface PostgresPlace {
	readonly url: Secret;
	/** What the state is called there. */
	readonly workspace: string;
	/** Where this machine remembers the newest version that it saw. Absent: nothing is compared. */
	readonly witness?: string;
	/** What the posts of a state are compared with. Absent: with those of the database, by their bytes. */
	readonly posts?: PostgresPosts;
	/** Names of the campaigns of this workspace. Absent: a state begins without looking for a former one. */
	readonly campaigns?: () => Promise<readonly string[]>;
	/** What a file remembered before the state moved to the database. Absent: there is none. */
	readonly before?: () => Promise<{ readonly path: string; readonly snapshot: Snapshot } | undefined>;
	/** How long an attempt may still be executed after it was armed, in milliseconds. Absent: not compared. */
	readonly embargoMs?: number;
	/** The service that tasks run at, and how many it runs at once. Absent: it knows no limit. */
	readonly service?: { readonly name: string; readonly runningTasks: number };
	/** What is looked at besides before this run may write. Absent: nothing. */
	readonly admit?: Admit;
	/** How long a lease lasts, in milliseconds. Absent: as usual. */
	readonly leaseMs?: number;
}

/** Runs in the transaction that takes the lease. Throws a fault where this run may not have it. */
export type Admit = (ask: Ask) => Promise<void>;

/** What is needed to compare the posts of workspaces. */
export interface PostgresPosts {
	/** What the posts of this workspace are called. */
	readonly naming: (lineage: string) => Promise<Naming>;
	/** What this user knows of accounts and sources. */
	readonly knowledge: (scope: Scope) => Promise<Knowledge>;
	/** Ids of the accounts that the service lists. Undefined: they were not read. */
	readonly listed: () => ReadonlySet<string> | undefined;
}

/** What posts are compared with. */
export interface Knowledge extends Pick<AccountKnowledge, "scope" | "words" | "services" | "handlesOf"> {
	readonly sources: SourceKnowledge;
}

/** How long a lease lasts without a sign of life, in milliseconds: others take over after it. */
export const LEASE_MS = 8_000;
/**
 * Which part of a lease must be left once an attempt is armed: the window of two seconds in which its last
 * byte leaves, and a margin.
 */
export const SEND_PART = 3 / 8;
