import type { Address } from "./address.ts";
import type { Relocation, Snapshot } from "./snapshot.ts";

/** State with everything that is known under one address under another. */
export function moved(
	snapshot: Pick<Snapshot, "resources" | "operations" | "ledger">,
	all: readonly Relocation[],
): Pick<Snapshot, "resources" | "operations" | "ledger"> {
	const names = new Map<string, Address>(all.map(({ from, to }) => [from, to]));
	const renamed = <Known extends { readonly address: Address }>(known: Known): Known => ({ ...known, address: names.get(known.address) ?? known.address });
	return {
		resources: Object.fromEntries(Object.entries(snapshot.resources).map(([address, resource]) => [names.get(address) ?? address, resource])),
		operations: Object.fromEntries(Object.entries(snapshot.operations).map(([id, operation]) => [id, renamed(operation)])),
		ledger: snapshot.ledger.map(renamed),
	};
}
