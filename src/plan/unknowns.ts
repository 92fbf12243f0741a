import { matchAddress } from "../model/address.ts";
import type { Operation, Snapshot } from "../model/snapshot.ts";

/** Every attempt whose outcome nobody knows, oldest first. */
export function unknownsOf({ operations }: Pick<Snapshot, "operations">): readonly Operation[] {
	return Object.values(operations)
		.filter(({ phase }) => phase === "unknown")
		.sort((a, b) => (a.armedAt ?? a.at) - (b.armedAt ?? b.at) || (a.id < b.id ? -1 : 1));
}

/**
 * Those of the attempts that selectors name (ids, addresses, globs of addresses), and the selectors that name
 * none.
 */
export function named(
	unknowns: readonly Operation[],
	selectors: readonly string[],
): { readonly found: readonly Operation[]; readonly foreign: readonly string[] } {
	const isNamed = (selector: string, { id, address }: Operation) =>
		id === selector || matchAddress(selector, address);
	return {
		found: unknowns.filter((operation) => selectors.some((selector) => isNamed(selector, operation))),
		foreign: selectors.filter((selector) => !unknowns.some((operation) => isNamed(selector, operation))),
	};
}
