import { decodeTime } from "ulid";
import type { StoreLease } from "./lease.ts";
import type { Stored } from "./shapes.ts";

/**
 * Records of one kind by their ids, read when asked for. Throws `StoreFault` for one that is damaged or
 * foreign, naming it.
 */
export interface Records<Entry extends Stored> {
	/** Archived or not. An id that cannot be one is that of no record. */
	get(id: string): Promise<Entry | undefined>;
	/** Those that are not archived and match, oldest first. */
	current(matches: (entry: Entry) => boolean): Promise<readonly Entry[]>;
	/** The same, read as they are taken: however many there are, few are in memory. */
	eachCurrent(matches: (entry: Entry) => boolean): AsyncIterable<Entry>;
	/** Ids of those that are not archived, oldest first. */
	currentIds(): Promise<readonly string[]>;
	/** All that match, the newest first, archived ones too: read as they are taken. */
	newest(before?: string): AsyncIterable<Entry>;
	/** Durable before it resolves. */
	put(entry: Entry): Promise<void>;
	/** The same where there is none of its id. Gives the one that is there then. */
	create(entry: Entry): Promise<Entry>;
	/**
	 * Reads, changes and writes with no other change of this record in between. A change to the same value
	 * writes nothing. Throws `LeaseLost` where a lease is given that is not held when it is written.
	 */
	change(id: string, how: (entry: Entry) => Entry, lease?: StoreLease["held"]): Promise<Entry>;
	/** Moves a record that is over out of the way: it can still be read and changed. Says whether it did. */
	archive(id: string, isOver: (entry: Entry) => boolean): Promise<boolean>;
	/** Ids of archived records that were made in months that began before a time in epoch milliseconds. */
	archivedBefore(at: number): Promise<readonly string[]>;
	/** Removes a record for good, archived or not, unless it is needed. Says whether it did. */
	remove(id: string, isUnneeded: (entry: Entry) => boolean): Promise<boolean>;
}

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const ID = /^[0-9A-Za-z]{1,64}$/;

/** Whether a record may be called so. */
export function isRecordId(id: string): boolean {
	return ID.test(id);
}

/** When an id was made, in epoch milliseconds. Undefined: it does not say so. */
export function madeAt(id: string): number | undefined {
	return ULID.test(id) ? decodeTime(id) : undefined;
}
