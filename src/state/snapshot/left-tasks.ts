import type { AddressText } from "../../model/address.ts";
import type { LeftState } from "../../model/left-state.ts";
import type { JournalEntry, LedgerEntry, ResourceState } from "../../model/snapshot.ts";

/** What is known by address; grows in place. */
interface KnownByAddress {
	readonly resources: Record<AddressText, ResourceState>;
	readonly ledger: readonly LedgerEntry[];
	leftTasks?: Record<AddressText, LeftState>;
}

/**
 * Forgets an address, but for what may be asked for again as it was: the task of a video, and a post whose
 * moment counts as posted.
 */
export function forget(
	state: KnownByAddress,
	{ address, keepsTask }: Extract<JournalEntry, { readonly type: "forget" }>,
): void {
	const before = state.resources[address];
	// Somebody else forgot it first.
	if (keepsTask && before === undefined) return;
	delete state.resources[address];
	if (keepsTask && before !== undefined && isKept(before, address, state)) {
		state.leftTasks ??= {};
		state.leftTasks[address] = before;
	} else settleLeft(state, address);
}

function isKept(
	before: ResourceState,
	address: AddressText,
	{ ledger }: Pick<KnownByAddress, "ledger">,
): before is LeftState {
	if (before.kind !== "post") return before.kind === "video";
	return ledger.some((entry) => entry.address === address);
}

/** What was left at an address counts no more: it was taken up again, or made anew. */
export function settleLeft(state: Pick<KnownByAddress, "leftTasks">, address: AddressText): void {
	if (state.leftTasks?.[address] === undefined) return;
	delete state.leftTasks[address];
	for (const _ in state.leftTasks) return;
	delete state.leftTasks;
}
