import type { AddressText } from "../model/address.ts";
import { epochMs } from "../model/brand.ts";
import { defined } from "../model/defined.ts";
import type { PostedElsewhere } from "../model/elsewhere.ts";
import type { SharedMoment } from "../model/shared-content.ts";
import type { LedgerEntry } from "../model/snapshot.ts";
import type { WantedPost } from "./desired/wanted.ts";
import type { World } from "./world.ts";

/** Posts of the plan in other sources of the same content, by the post's address. */
export function sharedMoments({
	observed: { shared = [] },
}: World): ReadonlyMap<AddressText, readonly SharedMoment[]> {
	const found = new Map<AddressText, SharedMoment[]>();
	for (const each of shared) found.set(each.address, [...(found.get(each.address) ?? []), each]);
	return found;
}

/**
 * The moments that a post of the plan takes, in its own source and in those that hold the same content: two
 * posts of one plan must not take the same moment either.
 */
export function claimsOf(
	{ address, source, clip, limits }: WantedPost,
	shared: ReadonlyMap<AddressText, readonly SharedMoment[]>,
): readonly LedgerEntry[] {
	const { account } = limits;
	const own: LedgerEntry = { ...{ source, account, address }, moment: clip.moment, ...PLANNED };
	const others = (shared.get(address) ?? []).map((each): PostedElsewhere => {
		const elsewhere = defined({ unclearSources: each.unclear });
		return { source: each.source, moment: each.moment, account, address, ...PLANNED, elsewhere };
	});
	return [own, ...others];
}

const PLANNED = { operation: "", at: epochMs(0) };
