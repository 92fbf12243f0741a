import { type AddressText, matchAddress, videoOf } from "../model/address.ts";
import type { Campaign } from "../model/campaign.ts";
import { defined } from "../model/defined.ts";
import { keysOf } from "../model/keys.ts";
import type { Plan } from "../model/plan.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { withFollowing } from "./cancels.ts";
import { declaredAddresses, postsOfKnownClips } from "./declared.ts";
import { isOfAccount } from "./handed-over.ts";
import { isRefusedPost } from "./refused.ts";

/**
 * Which addresses a command is about: globs. No target: all of them. What is excluded is excluded from the
 * targets too.
 */
export interface Selection {
	readonly targets: readonly string[];
	readonly excludes: readonly string[];
}

/** Whether an address is selected. */
export type Selected = (address: AddressText) => boolean;

/** What globs can name: everything declared, every post of a clip that is known, everything in state. */
export function knownAddresses(
	campaigns: readonly Campaign[],
	{ resources, operations }: Pick<Snapshot, "resources" | "operations">,
): readonly AddressText[] {
	const declared = campaigns.flatMap((campaign) => [
		...declaredAddresses(campaign),
		...postsOfKnownClips(campaign, resources),
	]);
	const remembered = [...keysOf(resources), ...Object.values(operations).map(({ address }) => address)];
	return [...new Set([...declared, ...remembered])];
}

/** The globs that match nothing: a misspelt one would silently select or exclude nothing. */
export function unmatched(
	{ targets, excludes }: Selection,
	known: readonly AddressText[],
): readonly string[] {
	return [...targets, ...excludes].filter((glob) => !known.some((address) => matchAddress(glob, address)));
}

/**
 * Resolves a selection. Targets bring along what they need (the video of a post); excluding something
 * excludes what needs it. Undefined: everything is selected.
 */
export function selectorOf(
	{ targets, excludes }: Selection,
	known: readonly AddressText[],
): Selected | undefined {
	if (targets.length + excludes.length === 0) return undefined;
	const named = (globs: readonly string[], address: AddressText) =>
		globs.some((glob) => matchAddress(glob, address));
	const needed = new Set(
		known.filter((address) => named(targets, address)).flatMap((address) => videoOf(address) ?? []),
	);
	return (address) => {
		const video = videoOf(address);
		if (named(excludes, address) || (video !== undefined && named(excludes, video))) return false;
		return targets.length === 0 || named(targets, address) || needed.has(address);
	};
}

/** Leaves out of a plan what is not selected, and says how much that is. */
export function select(plan: Plan, selected: Selected | undefined): Plan {
	if (selected === undefined) return plan;
	const changes = withFollowing(plan.changes.filter(({ address }) => selected(address)));
	return {
		...plan,
		...defined({ notes: plan.notes?.filter(({ address }) => selected(address)) }),
		changes,
		leftOut: plan.changes.length - changes.length,
		needsAccounts:
			plan.needsAccounts &&
			changes.some(
				(change) =>
					((change.action === "publish" || change.action === "replace") && change.account === undefined) ||
					isRefusedPost(change) ||
					isOfAccount(change),
			),
	};
}
