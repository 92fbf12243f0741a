import type { LedgerEntry } from "./snapshot.ts";

/**
 * A moment that the ledger of this user counts as posted, in the names of the plan that is made: its sources
 * and its accounts.
 */
export interface PostedElsewhere extends LedgerEntry {
	readonly elsewhere: {
		/** Short id of the workspace that posted it. Absent: a post of this plan, from another source. */
		readonly workspace?: string;
		/**
		 * Absent: the account is the same. Else it has the handle of this one under another id, and only a person
		 * knows.
		 */
		readonly unclearAccounts?: { readonly before: string; readonly now: string };
		/**
		 * Absent: the service is the same. Else its account has the same id at another address, and only a person
		 * knows.
		 */
		readonly unclearServices?: { readonly before: string; readonly now: string };
		/**
		 * Name of the file that it was posted from, where that is another one than the plan's and it is known.
		 */
		readonly file?: string;
		/**
		 * Absent: the content is the same. Else it is like it, and only a person knows: short names of the two
		 * sources.
		 */
		readonly unclearSources?: { readonly a: string; readonly b: string };
		/** A person took it out of the ledger: it takes no moment, and is named in the plan. */
		readonly forgotten?: { readonly by: string; readonly reason: string };
	};
}

/** Whether a moment was posted by another workspace. */
export function isElsewhere(entry: LedgerEntry): entry is PostedElsewhere {
	return "elsewhere" in entry;
}

/** Whether a person took a post out of the ledger. */
export function isForgotten(entry: LedgerEntry): entry is PostedElsewhere & {
	readonly elsewhere: { readonly forgotten: { readonly by: string; readonly reason: string } };
} {
	return isElsewhere(entry) && entry.elsewhere.forgotten !== undefined;
}
