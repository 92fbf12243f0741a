import { accountKey } from "../model/account.ts";
import { type AddressText, addressOfOccurrence } from "../model/address.ts";
import { defined } from "../model/defined.ts";
import { entriesOf } from "../model/keys.ts";
import type { Change, PlanNote } from "../model/plan.ts";
import type { SlotState } from "../model/slot-state.ts";
import type { LedgerEntry, Operation, Snapshot } from "../model/snapshot.ts";
import { claimsOf, sharedMoments } from "./claims.ts";
import { type Decision, isTimed } from "./decision.ts";
import type { Resource, WantedPost } from "./desired/wanted.ts";
import { decideUnknown } from "./foreseen.ts";
import { type Comparison, comparisonAt } from "./handed-over.ts";
import { type Moments, momentsOf } from "./moments.ts";
import { decideUntimed } from "./post.ts";
import { decideRendition } from "./rendition.ts";
import { reviewer } from "./review.ts";
import { type Timing, timesOf } from "./times.ts";
import { decideVideo } from "./video.ts";
import type { World } from "./world.ts";

/** What the wanted things need. */
interface Decided {
	readonly changes: readonly Change[];
	/** When the posts are to be made that nothing but time keeps back. */
	readonly times: ReadonlyMap<AddressText, Timing>;
	readonly notes: readonly PlanNote[];
}

/**
 * What needs no time is decided first, because it takes no slot; then the rest get their times, all together.
 */
export function decideAll(resources: readonly Resource[], world: World): Decided {
	const open = new Map(
		Object.values(world.snapshot.operations).map((operation) => [operation.address, operation]),
	);
	const posted = momentsOf(world.snapshot.ledger, world.observed.elsewhere);
	const sharedBy = sharedMoments(world);
	const comparison = comparisonAt(
		world.observed.now,
		defined({ accounts: world.observed.accounts, hasLateRules: world.options.publishLateRule }),
	);
	const known = { ...world, open, posted, comparison };
	const decisions = resources.map((resource) => {
		const decision = decide(resource, known);
		if (resource.kind === "post" && isTimed(decision) && !decision.isHeld)
			for (const claim of claimsOf(resource, sharedBy)) posted.add(claim);
		return { resource, decision };
	});
	const times = timesFor(decisions, world);
	const review = reviewer(world, (wanted) => postedNear(posted, wanted));
	const reviewed = decisions.map(({ resource, decision }) => {
		if (!isTimed(decision)) return { change: decision.change, notes: [] };
		const timing = times.get(resource.address);
		if (resource.kind !== "post" || timing === undefined) return { change: undefined, notes: [] };
		const { change, notes } = review(resource, decision.atTime(timing));
		return { change: decision.then?.(change) ?? change, notes };
	});
	return {
		changes: reviewed.flatMap(({ change }) => change ?? []),
		times,
		notes: reviewed.flatMap(({ notes }) => notes),
	};
}

/** A plan that makes and moves no post needs no times, however many were made before. */
function timesFor(
	decisions: readonly { readonly resource: Resource; readonly decision: Decision }[],
	{ snapshot, observed: { now, booked }, campaigns }: World,
): ReadonlyMap<AddressText, Timing> {
	const timed = decisions.filter(({ decision }) => isTimed(decision));
	if (timed.length === 0) return new Map();
	const held = timed.filter(({ decision }) => isTimed(decision) && decision.isHeld);
	const moved = new Set(held.map(({ resource }) => resource.address));
	const posts = timed.flatMap(({ resource }) => (resource.kind === "post" ? [resource] : []));
	const loaded = new Set(campaigns.map(({ name }) => name));
	return timesOf(posts, {
		snapshot: without(snapshot, moved),
		now,
		loaded,
		...defined({ elsewhere: booked }),
	});
}

/** What posts take that give it up takes nobody's place; from its slot on they look for another one. */
function without(snapshot: Snapshot, moved: ReadonlySet<AddressText>): Snapshot {
	if (moved.size === 0) return snapshot;
	const resources = entriesOf(snapshot.resources).filter(([address]) => !moved.has(address));
	const ledger = snapshot.ledger.filter(({ address }) => !moved.has(address));
	const slots = entriesOf(snapshot.resources).flatMap(([address, state]): [AddressText, SlotState][] => {
		const at = state.kind === "post" && moved.has(address) ? state.request.scheduledAt : undefined;
		if (state.kind !== "post" || at === undefined) return [];
		return [[address, { account: accountKey(state.request.account), at }]];
	});
	return {
		...snapshot,
		resources: Object.fromEntries(resources),
		ledger,
		slots: { ...snapshot.slots, ...Object.fromEntries(slots) },
	};
}

function decide(
	resource: Resource,
	world: World & { open: ReadonlyMap<AddressText, Operation>; posted: Moments; comparison: Comparison },
): Decision {
	const state = world.snapshot.resources[resource.address];
	const open = world.open.get(resource.address);
	if (resource.kind === "video")
		return {
			change: decideVideo(resource, { state: state?.kind === "video" ? state : undefined, open }, world),
		};
	if (resource.kind === "rendition")
		return {
			change: decideRendition(
				resource,
				{ state: state?.kind === "rendition" ? state : undefined, open },
				{ ...world.options, now: world.observed.now },
			),
		};
	if (resource.kind === "posts") return { change: decideUnknown(resource, world) };
	const posted = () => postedNear(world.posted, resource);
	const hasSibling = () => hasOtherOccurrence(resource, world);
	const sentWith = (address: AddressText) => {
		const post = world.snapshot.resources[address];
		return post?.kind === "post" ? (post.request.repeat ?? 1) : undefined;
	};
	const { comparison } = world;
	const asked = { posted, hasSibling, sentWith, comparison };
	const known = { state: state?.kind === "post" ? state : undefined, open, ...asked };
	return decideUntimed(resource, known, world);
}

/** Whether another post of the same moment to the same target is in the state. */
function hasOtherOccurrence(
	{ address, repeat }: WantedPost,
	{ snapshot, open }: Pick<World, "snapshot"> & { readonly open: ReadonlyMap<AddressText, Operation> },
): boolean {
	return Array.from({ length: repeat }, (_, index) => addressOfOccurrence(address, index + 1)).some(
		(each) => each !== address && (snapshot.resources[each] !== undefined || open.has(each)),
	);
}

/** What may be the same post as this one. */
function postedNear(posted: Moments, { source, limits, address, clip }: WantedPost): readonly LedgerEntry[] {
	return posted.near({ source, account: limits.account, address }, clip.moment);
}
