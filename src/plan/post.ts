import type { AddressText } from "../model/address.ts";
import type { Campaign } from "../model/campaign.ts";
import type { Observed, PlanOptions } from "../model/observed.ts";
import type { Change } from "../model/plan.ts";
import type { LedgerEntry, Operation, PostState } from "../model/snapshot.ts";
import type { Decision } from "./decision.ts";
import type { WantedPost } from "./desired/wanted.ts";
import type { Comparison } from "./handed-over.ts";
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
	if (known.open) return { change: openOperation(known.open, about, repeating(wanted, world)) };
	if (known.state && (wanted.isClipGone || !isReplaced(wanted, known.state)))
		return decidePosted(
			wanted,
			{ ...known, state: known.state, anew: () => anew(wanted, known, world) },
			world,
		);
	return decideNew(wanted, known, world);
}

/**
 * A post that only keeps its place is not asked for: to send it once more could be the first time it is sent.
 */
function repeating({ outranked, isClipGone }: WantedPost, { options, observed: { now } }: PostWorld) {
	const isAskedFor = outranked === undefined && !isClipGone;
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
