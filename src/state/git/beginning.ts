import { type AddressText, campaignOf } from "../../model/address.ts";
import { keysOf } from "../../model/keys.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { knownElsewhereFault } from "./git-fault.ts";
import { listPosts, otherStates, shortOf } from "./posts.ts";
import { readRemoteLedger } from "./remote-ledger.ts";
import type { Repository } from "./repository.ts";

/**
 * Looks through the whole remote before a state begins empty: a workspace that was moved or renamed finds
 * what it did under its former ref. Throws `GitFault` where another state there, or the ledger, knows a
 * campaign of this workspace.
 */
export async function mustBeNew(
	repository: Repository,
	campaigns: (() => Promise<readonly string[]>) | undefined,
): Promise<void> {
	if (campaigns === undefined) return;
	const refs = await listPosts(repository);
	const { entries } = await readRemoteLedger(repository, refs.get(repository.ledgerRef));
	const others = await otherStates(repository, refs);
	if (entries.size === 0 && others.length === 0) return;
	const names = new Set(await campaigns());
	const known = [
		...others.flatMap(({ ref, snapshot }) =>
			addressesIn(snapshot).map((address) => ({ workspace: shortOf(ref), address })),
		),
		...entries.values(),
	];
	for (const { workspace, address } of known) {
		const campaign = campaignOf(address);
		if (!names.has(campaign)) continue;
		throw knownElsewhereFault(repository, {
			workspace,
			campaign,
			gone: workspace === shortOf(repository.ref),
		});
	}
}

function addressesIn({ resources, operations, ledger }: Snapshot): readonly AddressText[] {
	const open = Object.values(operations).map(({ address }) => address);
	return [...keysOf(resources), ...open, ...ledger.map(({ address }) => address)];
}
