import type { AddressText } from "./address.ts";
import { defined } from "./defined.ts";
import type { Relocation } from "./relocation.ts";
import type { Snapshot } from "./snapshot.ts";

type Addressed = "resources" | "operations" | "ledger" | "slots" | "refusals" | "leftTasks";

/** State with everything that is known under one address under another. */
export function moved(
	snapshot: Pick<Snapshot, Addressed>,
	all: readonly Relocation[],
): Pick<Snapshot, Addressed> {
	const names = new Map<string, AddressText>(all.map(({ from, to }) => [from, to]));
	const renamed = <Known extends { readonly address: AddressText }>(known: Known): Known => ({
		...known,
		address: names.get(known.address) ?? known.address,
	});
	const rekeyed = <Known>(known: Readonly<Record<string, Known>>): Record<string, Known> =>
		Object.fromEntries(
			Object.entries(known).map(([address, value]) => [names.get(address) ?? address, value]),
		);
	return defined({
		resources: rekeyed(snapshot.resources),
		operations: Object.fromEntries(
			Object.entries(snapshot.operations).map(([id, operation]) => [id, renamed(operation)]),
		),
		ledger: snapshot.ledger.map(renamed),
		slots: snapshot.slots && rekeyed(snapshot.slots),
		refusals: snapshot.refusals && rekeyed(snapshot.refusals),
		leftTasks: snapshot.leftTasks && rekeyed(snapshot.leftTasks),
	});
}
