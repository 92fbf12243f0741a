import type { Account } from "../model/account.ts";
import type { Campaign } from "../model/campaign.ts";
import type { Plan } from "../model/plan.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { plan } from "../plan/plan.ts";
import { select } from "../plan/select.ts";
import type { Reading } from "./context.ts";
import { serviceNow } from "./service-time.ts";
import type { Sources } from "./sources.ts";

/** What stays the same through a run: read once, not on every pass. */
export interface Known {
	readonly campaigns: readonly Campaign[];
	readonly sources: Sources;
	/** Read when the first post is due. */
	accounts?: readonly Account[];
}

/** Makes a plan from what is known, reading the accounts only when a post needs one. */
export async function planFrom(reading: Reading, snapshot: Snapshot, known: Known): Promise<Plan> {
	const first = make(reading, snapshot, known);
	if (!first.needsAccounts) return first;
	known.accounts = await reading.service.accounts(reading.signal);
	return make(reading, snapshot, known);
}

/** Makes a plan from what is known and nothing else. */
export function make(
	{ clock, service, options }: Reading,
	snapshot: Snapshot,
	{ campaigns, sources, accounts }: Known,
): Plan {
	const observed = { now: serviceNow({ clock, service }), ...sources, ...(accounts && { accounts }) };
	return select(plan({ campaigns, snapshot, observed, options }), options.selected);
}
