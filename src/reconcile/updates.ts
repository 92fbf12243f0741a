import type { JournalEntry, Snapshot } from "../model/snapshot.ts";
import { fold } from "../state/snapshot/fold.ts";
import type { ReadContext } from "./context.ts";
import { learnExtensions } from "./declared.ts";
import type { RunMemory } from "./memory.ts";
import { observe } from "./observe.ts";
import { resolveByService, resolveDeclared } from "./unknowns.ts";

/**
 * Everything there is to learn before planning: what became of unknown outcomes, then of tasks and posts,
 * theirs too.
 * Returns entries for the journal; sends nothing that writes.
 */
export async function readUpdates(
	context: ReadContext,
	snapshot: Snapshot,
	memory: RunMemory,
): Promise<readonly JournalEntry[]> {
	await learnExtensions(context, snapshot);
	const declared = await resolveDeclared(context, snapshot, memory);
	const afterDeclared = declared.reduce<Snapshot>(fold, snapshot);
	const found = await resolveByService(context, afterDeclared, memory);
	const afterFound = found.reduce<Snapshot>(fold, afterDeclared);
	return [...declared, ...found, ...(await observe(context, afterFound, memory))];
}
