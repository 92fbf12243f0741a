import type { AddressText } from "../model/address.ts";
import type { JournalEntry, Snapshot } from "../model/snapshot.ts";

/** Where state lives. Every adapter passes `test/conformance/state-store.ts`. */
export interface StateStore {
	/**
	 * The current snapshot with the journal folded in. Changes nothing on disk; safe while another process
	 * writes. An absent state is an empty snapshot with lineage "" and serial 0.
	 */
	read(): Promise<Snapshot>;
	/** Takes the lock and opens the journal. Throws `LockedFault` (naming the holder) or `StateFault`. */
	open(options: OpenOptions): Promise<StateWriter>;
}

export interface OpenOptions {
	/** What the holder is doing, shown to others who wait: "showrun apply examples/quickstart". */
	readonly command: string;
	/** How long to wait for the lock, in milliseconds; 0: not at all. */
	readonly waitMs: number;
	readonly signal: AbortSignal;
}

/** What a plan knew of the posts of other workspaces to its accounts. */
export interface Counted {
	/** Their operations. */
	readonly posts: ReadonlySet<string>;
	/**
	 * How near to the time of a post another one at its account matters, in milliseconds. Undefined: nothing
	 * limits the account.
	 */
	readonly windowMs: (post: AddressText) => number | undefined;
}

/** The only way to change state. Holds the lock until closed. */
export interface StateWriter {
	/**
	 * The snapshot with everything appended so far. Operations left in `armed` by a dead process are `unknown`
	 * here; those left in `intent` are gone (nothing was sent).
	 */
	snapshot(): Snapshot;
	/** The same without a copy, for one look: its collections change with the next append. */
	current(): Snapshot;
	/**
	 * Makes the entry durable (written and synced) before it resolves. After a throw nothing later is accepted.
	 */
	append(entry: JournalEntry): Promise<void>;
	/**
	 * Checks that an attempt without an answer may be sent once more under its own key. Throws a `Fault` where
	 * its moment was posted by another attempt since, or a person settled it elsewhere. Absent: nothing outside
	 * of this state is known.
	 */
	readonly mayRepeat?: (operation: string) => Promise<void>;
	/** Hears what a plan counted, before what it asks for is sent. Absent: no other workspace is known here. */
	readonly counts?: (counted: Counted) => void;
	/**
	 * Folds the journal into the snapshot file and releases the lock. Does nothing on disk when nothing was
	 * appended and no journal was left behind.
	 */
	close(): Promise<void>;
}
