import { withoutMoment } from "../model/address.ts";
import type { Moment } from "../model/clip.ts";
import type { PostedElsewhere } from "../model/elsewhere.ts";
import type { LedgerEntry } from "../model/snapshot.ts";
import { comparedKey } from "../model/source-key.ts";

type Where = Pick<LedgerEntry, "source" | "account" | "address">;

/**
 * The ledger, found by source, time, and account or target (the account of a target may have another name
 * now), so that planning stays linear in the number of posts.
 */
export interface Moments {
	add(entry: LedgerEntry): void;
	/** Everything posted there whose moment may touch this one, in the order it was added. */
	near(where: Where, moment: Moment): readonly LedgerEntry[];
}

/**
 * Clips are some tens of seconds long: so wide a stretch holds few of them, and a clip lies in few stretches.
 * Milliseconds.
 */
const STRETCH_MS = 30_000;

/** Indexes a ledger. */
export function momentsOf(
	ledger: readonly LedgerEntry[],
	elsewhere: readonly PostedElsewhere[] = [],
): Moments {
	const found = new Map<string, LedgerEntry[]>();
	const add = (entry: LedgerEntry) => {
		for (const key of keysOf(entry, entry.moment)) {
			const entries = found.get(key);
			if (entries) entries.push(entry);
			else found.set(key, [entry]);
		}
	};
	let indexed = false;
	// A plan that posts nothing asks for no moment.
	const index = () => {
		if (!indexed) for (const entry of [...ledger, ...elsewhere]) add(entry);
		indexed = true;
	};
	return {
		add(entry) {
			index();
			add(entry);
		},
		near(where, moment) {
			index();
			return [...new Set(keysOf(where, moment).flatMap((key) => found.get(key) ?? []))];
		},
	};
}

/** The names of another workspace say nothing here: what it posted is found by account alone. */
function keysOf(where: Where, { from, to }: Moment): string[] {
	const { account, address } = where;
	const source = comparedKey(where.source);
	const names = "elsewhere" in where ? [account] : [account, withoutMoment(address)];
	const [first, last] = [Math.floor(from / STRETCH_MS), Math.floor(Math.max(from, to - 1) / STRETCH_MS)];
	return Array.from({ length: last - first + 1 }, (_, index) => first + index).flatMap((stretch) =>
		names.map((name) => `${source}>${name}>${stretch}`),
	);
}
