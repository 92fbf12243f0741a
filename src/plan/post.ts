import type { AddressText } from "../model/address.ts";
import type { Campaign } from "../model/campaign.ts";
import type { Observed, PlanOptions } from "../model/observed.ts";
import type { Change } from "../model/plan.ts";
import type { LedgerEntry, Operation, PostState } from "../model/snapshot.ts";
import type { Decision } from "./decision.ts";
import type { WantedPost } from "./desired/wanted.ts";
import { type Comparison, postDifferences } from "./handed-over.ts";
import { isOfOther } from "./held-changes.ts";
import { decidePosted, isReplaced } from "./posted.ts";
import { alreadyPosted } from "./repeated.ts";
import { badText, decideTimed, tooLate } from "./timed-post.ts";
import { openOperation } from "./video.ts";

export interface PostKnown {
	readonly state: PostState | undefined;
	readonly open: Operation | undefined;
	/** Every moment of this source posted to this account, or planned earlier in this plan. */
	readonly posted: () => readonly LedgerEntry[];
	/** Whether another post of its moment to its target is in the state. */
	readonly hasSibling: () => boolean;
	/** How many posts of its moment a post of the state was sent with. Undefined: it is not in the state. */
	readonly sentWith: (address: AddressText) => number | undefined;
	readonly comparison: Comparison;
}

interface PostWorld {
	readonly campaigns: readonly Campaign[];
	readonly observed: Observed;
	readonly options: PlanOptions;
}

/** What one known clip to one account needs. */
export function decideUntimed(wanted: WantedPost, known: PostKnown, world: PostWorld): Decision {
	const about = { address: wanted.address, place: wanted.place };
	if (known.open) return { change: openOperation(known.open, about, repeating(wanted, known, world)) };
	if (known.state && (wanted.isClipGone || !isReplaced(wanted, known.state)))
		return decidePosted(
			wanted,
			{ ...known, state: known.state, anew: () => anew(wanted, known, world) },
			world,
		);
	// Cancelled to be posted again, and beyond the places that are asked for since.
	if (known.state && wanted.outranked === "fewer-clips") return {};
	return decideNew(wanted, known, world);
}

/**
 * A post that only keeps its place, or goes elsewhere now, is not asked for as it was: to send it once more
 * could be the first time it is sent.
 */
function repeating(
	wanted: WantedPost,
	{ open, comparison }: Pick<PostKnown, "open" | "comparison">,
	{ options, observed: { now } }: PostWorld,
) {
	const request = open?.kind === "publish" ? open.wanted : undefined;
	const isElsewhere = request !== undefined && isOfOther(postDifferences(wanted, { request }, comparison));
	const isAskedFor = wanted.outranked === undefined && !wanted.isClipGone && !isElsewhere;
	return { ...options, now, idempotency: options.idempotency && isAskedFor };
}

/** What it needs once the service holds it no longer. */
function anew(wanted: WantedPost, known: PostKnown, world: PostWorld): Decision {
	const posted = () => known.posted().filter(({ address }) => address !== wanted.address);
	return decideNew(wanted, { ...known, posted }, world);
}

function decideNew(wanted: WantedPost, known: PostKnown, world: PostWorld): Decision {
	const [posted, hasSibling] = [known.posted(), known.hasSibling()];
	const { sentWith } = known;
	const taken = alreadyPosted(wanted, { posted, hasSibling, sentWith, campaigns: world.campaigns });
	if (taken !== undefined) return taken;
	const change = unapproved(wanted, world.observed) ?? badText(wanted) ?? tooLate(wanted, world.observed);
	return change ? { change } : { atTime: (timing) => decideTimed(wanted, timing, world.observed) };
}

/** What can never be posted at its time any more needs another time before it needs a yes. */
function unapproved(wanted: WantedPost, observed: Observed): Change | undefined {
	const { address, place, unapproved: why } = wanted;
	return why && (tooLate(wanted, observed) ?? { address, place, action: "wait", ...why });
}
