import { parseAddress } from "./address.ts";

/**
 * The occurrences that posts of one moment to one account take: their own, and the lowest free ones for posts
 * that claim the same. Programs of before wrote no occurrence, so that several posts may all claim the first.
 */
export function takenOccurrences(claimed: readonly number[]): ReadonlySet<number> {
	const taken = new Set(claimed);
	for (let extra = claimed.length - taken.size, next = 1; extra > 0; next++) {
		if (taken.has(next)) continue;
		taken.add(next);
		extra--;
	}
	return taken;
}

/** Which post of its moment an address names: 1, or 2 and up where it is written `#2`. */
export function occurrenceOf(text: string): number {
	const address = parseAddress(text);
	return address?.kind === "post" ? address.occurrence : 1;
}
