import type { LedgerEntry } from "../model/snapshot.ts";

type Where = Pick<LedgerEntry, "source" | "account">;

/** The ledger, found by source and account, so that planning stays linear in the number of posts. */
export interface Moments {
	add(entry: LedgerEntry): void;
	of(where: Where): readonly LedgerEntry[];
}

/** Indexes a ledger. */
export function momentsOf(ledger: readonly LedgerEntry[]): Moments {
	const found = new Map<string, LedgerEntry[]>();
	const add = (entry: LedgerEntry) => {
		const entries = found.get(keyOf(entry));
		if (entries) entries.push(entry);
		else found.set(keyOf(entry), [entry]);
	};
	ledger.forEach(add);
	return { add, of: (where) => found.get(keyOf(where)) ?? [] };
}

function keyOf({ source, account }: Where): string {
	return `${source}>${account}`;
}
