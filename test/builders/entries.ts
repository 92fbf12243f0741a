import type { JournalEntry, OutcomeClass, ResourceState } from "../../src/model/snapshot.ts";
import { addressOf, clip, NOW, operation, posted, postRequest, submitted, TALK } from "./world.ts";

/**
 * Entries of one attempt at a post; `idx` is the clip, so that every number has its own address and moment.
 */
export function postIntent(id: string, idx = 0): JournalEntry {
	return {
		type: "intent",
		operation: operation({
			id,
			kind: "publish",
			phase: "intent",
			address: addressOf(clip(idx)),
			wanted: postRequest(clip(idx)),
		}),
	};
}

export function videoIntent(id: string): JournalEntry {
	return { type: "intent", operation: operation({ id, phase: "intent" }) };
}

export function armed(id: string): JournalEntry {
	return { type: "armed", operation: id, at: NOW };
}

export function outcome(id: string, as: OutcomeClass, resource?: ResourceState): JournalEntry {
	return { type: "outcome", operation: id, at: NOW, outcome: as, ...(resource && { resource }) };
}

export function resolved(
	id: string,
	as: "posted" | "not-posted" | "abandoned",
	resource?: ResourceState,
): JournalEntry {
	return { type: "resolved", operation: id, at: NOW, as, by: "ann", ...(resource && { resource }) };
}

/** A whole attempt that ended well. */
export function postedEntries(id: string, idx = 0): JournalEntry[] {
	return [postIntent(id, idx), armed(id), outcome(id, "done", posted(clip(idx)))];
}

/** Remembers a number. */
export function numbered(count: number): JournalEntry {
	return { type: "resource", address: TALK, at: NOW, resource: submitted({ taskId: String(count) }) };
}
