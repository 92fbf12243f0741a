import { defined } from "../model/defined.ts";
import { StopFault } from "../model/fault.ts";
import type { JournalEntry } from "../model/snapshot.ts";
import { embargoOf } from "../model/unknown.ts";
import { dueOf, type HeldPost } from "../plan/held-posts.ts";
import type { Attribution } from "./resolution.ts";

/** What gives the moment of a post back that a person cancelled. */
export type Withdrawn = Extract<JournalEntry, { readonly type: "withdrawn" }>;

/**
 * The journal entry of a person's word that a post was cancelled at the service. Throws
 * `StopFault` once it is due, because then it may be public, and while its request may still be on its way.
 */
export function withdrawalOf(post: HeldPost, { by, at, why, clocks }: Attribution): Withdrawn {
	const { address, state, operation } = post;
	const due = dueOf(state);
	if (due <= at)
		throw new StopFault(`${address} was due at ${new Date(due).toISOString()}, and may be public.`, {
			remedy: "It stays counted as posted. Look at the channel, and change it there by hand.",
		});
	const embargo = embargoOf({ at: state.acceptedAt }, { wall: at, ...clocks });
	if (embargo !== undefined)
		throw new StopFault(`${address} was handed over too recently to be known as cancelled.`, {
			remedy: `--cancelled is accepted from ${new Date(at + embargo.forMs).toISOString()} on.`,
		});
	return { type: "withdrawn", address, operation, at, by, ...defined({ why }) };
}
