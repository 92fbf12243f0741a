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

/**
 * Posts that addresses or globs name, and the selectors that name none. `aheadOf`: of those that a glob
 * names, only what goes out later.
 */
export function namedPosts(
	{ resources, ledger }: Pick<Snapshot, "resources" | "ledger">,
	selectors: readonly string[],
	aheadOf?: EpochMs,
): { readonly found: readonly HeldPost[]; readonly foreign: readonly string[] } {
	const posts = entriesOf(resources).flatMap(([address, state]): HeldPost[] => {
		const entry = ledger.findLast((each) => each.address === address);
		if (state.kind !== "post" || state.withdrawn !== undefined || entry === undefined) return [];
		return [{ address, state, operation: entry.operation }];
	});
	const isNamed = (selector: string, { address, state }: HeldPost) =>
		selector === address ||
		(matchAddress(selector, address) && (aheadOf === undefined || dueOf(state) > aheadOf));
	const found = posts.filter((post) => selectors.some((selector) => isNamed(selector, post)));
	const foreign = selectors.filter((selector) => !posts.some((post) => isNamed(selector, post)));
	return { found, foreign };
}

/** When a post goes out, or went out. */
export function dueOf({ request, acceptedAt }: PostState): EpochMs {
	return request.scheduledAt ?? acceptedAt;
}
