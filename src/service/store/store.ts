import type { Announce } from "./announce.ts";
import type { StoreLease } from "./lease.ts";
import type { Records } from "./records.ts";
import type { Stored } from "./shapes.ts";

/** What one tenant's part of the service has to remember. Its media are elsewhere. */
export interface Store extends Texts {
	/** Several processes may serve what is in it at once. */
	readonly isShared: boolean;
	/** The records of a kind, like `publishes`. `announce`: absent, nobody is told of changes. */
	records<Entry extends Stored>(kind: string, announce?: Announce<Entry>): Records<Entry>;
	/**
	 * The right to do something alone among all processes of the store, until it is released. Undefined:
	 * another process has it. A store that one process owns gives it always.
	 */
	lease(name: string): Promise<StoreLease | undefined>;
	/** Names of the rights that begin so and that any process has. */
	rights(beginning: string): Promise<readonly string[]>;
	/**
	 * Rights of such a name whose processes gave no sign of life, and that ended so many milliseconds ago, are
	 * lost to them for good, and forgotten. Absent: those that have ended.
	 */
	endLapsed(beginning: string, agoMs?: number): Promise<void>;
	/**
	 * Works while nobody else of the tenant does: what work creates is checked by nothing that another creates
	 * meanwhile. What it writes is written whole or not at all where several processes share the store; then it
	 * may be done again, because nobody knows whether it was written.
	 */
	together<Value>(work: () => Promise<Value>): Promise<Value>;
	/** Work whose writes are written only while the lease is held. Throws `LeaseLost`: then none is. */
	under<Value>(lease: Pick<StoreLease, "held">, work: () => Promise<Value>): Promise<Value>;
	/** What time it is for all processes of the store, in epoch milliseconds. */
	now(): Promise<number>;
	/** The store itself, which no copy of it is: where it is, and a mark that it keeps when it is moved. */
	identity(): Promise<StoreIdentity>;
	/** The store of a tenant that is not the first. */
	of(tenant: string): Store;
	/** Tenants but the first that have anything here, sorted. */
	tenants(): Promise<readonly string[]>;
	/** What a failure of this store is to a person; any other error as it is. */
	fault(error: unknown): unknown;
	/** Lets go of what it holds open, of all tenants: it can be used all the same. */
	close(): Promise<void>;
}

/** Where a store is, and what tells it from a copy. */
export interface StoreIdentity {
	readonly place: string;
	readonly mark: string;
	/** Whether the store of a data id may be at another place too, which then delivers the same. */
	mayBeAt(place: string, id: string): Promise<boolean>;
}

/** Small texts beside the records, by names like `accounts.json` and `credentials/ID.json`. */
export interface Texts {
	read(name: string): Promise<string | undefined>;
	/** Reads and writes with no other change in between, of whichever process. Durable before it resolves. */
	change<Result>(name: string, how: (before: string | undefined) => Changed<Result>): Promise<Result>;
	/** Durable before it resolves. */
	write(name: string, text: string): Promise<void>;
	remove(name: string): Promise<void>;
	/** Names of the texts of a folder, without it; sorted. */
	names(folder: string): Promise<readonly string[]>;
	/** Works while nobody else holds the name, whichever process; waits for it so long, in milliseconds. */
	held<Value>(name: string, waitMs: number, work: () => Promise<Value>): Promise<Value>;
	/** Another one after each change. */
	stamp(name: string): Promise<string>;
	/** As people find it. */
	where(name: string): string;
}

/** What came of looking at a text. */
export interface Changed<Result> {
	readonly result: Result;
	/** Absent: nothing is written. */
	readonly text?: string;
}
