import type { LedgerEntry } from "./snapshot.ts";

/** The name a moment at an account is remembered by. */
export function ledgerKey(entry: Pick<LedgerEntry, "source" | "moment" | "account">): string {
	return `${entry.source}@${entry.moment.from}-${entry.moment.to}>${entry.account}`;
}
