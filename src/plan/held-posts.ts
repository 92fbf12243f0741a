import { type AddressText, matchAddress } from "../model/address.ts";
import type { EpochMs } from "../model/brand.ts";
import { entriesOf } from "../model/keys.ts";
import type { PostState, Snapshot } from "../model/snapshot.ts";

/** A post that state counts as handed over, with the attempt that did it. */
export interface HeldPost {
	readonly address: AddressText;
	readonly state: PostState;
	readonly operation: string;
}

/** Posts that addresses or globs name, and the selectors that name none. */
export function namedPosts(
	{ resources, ledger }: Pick<Snapshot, "resources" | "ledger">,
	selectors: readonly string[],
): { readonly found: readonly HeldPost[]; readonly foreign: readonly string[] } {
	const posts = entriesOf(resources).flatMap(([address, state]): HeldPost[] => {
		const entry = ledger.findLast((each) => each.address === address);
		if (state.kind !== "post" || state.withdrawn !== undefined || entry === undefined) return [];
		return [{ address, state, operation: entry.operation }];
	});
	const found = posts.filter(({ address }) => selectors.some((selector) => matchAddress(selector, address)));
	const foreign = selectors.filter(
		(selector) => !posts.some(({ address }) => matchAddress(selector, address)),
	);
	return { found, foreign };
}

/** When a post goes out, or went out. */
export function dueOf({ request, acceptedAt }: PostState): EpochMs {
	return request.scheduledAt ?? acceptedAt;
}
