import { defined } from "../../model/defined.ts";
import type { HeldPostEntry, PostUpdate } from "../../model/held-post-entry.ts";
import type { LedgerEntry, Operation, PostState, ResourceState } from "../../model/snapshot.ts";
import type { Withdrawal } from "../../model/withdrawal.ts";

/** What is known of posts; grows in place. */
interface Posts {
	readonly resources: Record<string, ResourceState>;
	readonly ledger: LedgerEntry[];
}

/** Adds what became of a post that the service holds. */
export function foldHeldPost(state: Posts, entry: HeldPostEntry): void {
	const post = state.resources[entry.address];
	if (entry.type === "withdrawn") removeMoment(state, { id: entry.operation });
	if (post?.kind !== "post") return;
	if (entry.type === "updated") update(state, post, entry);
	else if (entry.type === "updating") state.resources[entry.address] = { ...post, updating: updateOf(entry) };
	else if (entry.type === "withdrawn") state.resources[entry.address] = withdrawn(post, entry);
	else state.resources[entry.address] = { ...post, cancelling: wordOf(entry) };
}

type Of<Type extends HeldPostEntry["type"]> = Extract<HeldPostEntry, { readonly type: Type }>;

/** The same attempt at the same moment, perhaps at another time. */
function update(
	{ resources, ledger }: Posts,
	{ cancelling: _, updating: __, ...post }: PostState,
	{ address, operation: id, request }: Of<"updated">,
): void {
	const { scheduledAt } = request;
	const status = scheduledAt === undefined ? post.status : "SCHEDULED";
	resources[address] = { ...post, request, status };
	const at = ledger.findLastIndex(({ operation }) => operation === id);
	const entry = ledger[at];
	if (entry !== undefined && scheduledAt !== undefined) ledger[at] = { ...entry, scheduledAt };
}

/** The service no longer holds it, so its moment is free. */
function withdrawn({ cancelling: _, updating: __, ...post }: PostState, entry: Of<"withdrawn">): PostState {
	return { ...post, status: "CANCELLED", withdrawn: wordOf(entry) };
}

function updateOf({ at, version, request }: PostUpdate): PostUpdate {
	return { at, version, request };
}

function wordOf({ at, by, why, cause }: Withdrawal): Withdrawal {
	return defined({ at, by, why, cause });
}

/**
 * The call was proved not to have been executed, or what it made was taken back. Looks from the end, where
 * what was just armed stands.
 */
export function removeMoment({ ledger }: Pick<Posts, "ledger">, { id }: Pick<Operation, "id">): void {
	const at = ledger.findLastIndex(({ operation }) => operation === id);
	if (at >= 0) ledger.splice(at, 1);
}
