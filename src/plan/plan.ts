import { type AddressText, addressOfOccurrence, campaignOf, withoutMoment } from "../model/address.ts";
import { defined } from "../model/defined.ts";
import { keysOf } from "../model/keys.ts";
import { moved } from "../model/moved.ts";
import type { Action, Change, Plan, PlanNote } from "../model/plan.ts";
import type { LedgerEntry, Operation } from "../model/snapshot.ts";
import { claimsOf, sharedMoments } from "./claims.ts";
import { declaredAddresses } from "./declared.ts";
import { desired } from "./desired/desired.ts";
import type { Resource, WantedPost } from "./desired/wanted.ts";
import { expiredVideos } from "./expired.ts";
import { decideUnknown, foreseen } from "./foreseen.ts";
import { type Comparison, comparisonAt, heldUntil, isOfAccount, isWithdrawn } from "./handed-over.ts";
import { type Moments, momentsOf } from "./moments.ts";
import { relocations } from "./moves.ts";
import { decideUntimed } from "./post.ts";
import { postedMoments } from "./posted-moments.ts";
import { unlessRefused } from "./refused.ts";
import { decideRendition } from "./rendition.ts";
import { reviewer } from "./review.ts";
import { sharedContent } from "./shared-content.ts";
import { slotChanges } from "./slots.ts";
import { decideTimed } from "./timed-post.ts";
import { type Timing, timesOf } from "./times.ts";
import { unasked } from "./unasked.ts";
import { unchosen } from "./unchosen.ts";
import { decideVideo, openOperation } from "./video.ts";
import type { World } from "./world.ts";

/** Says what has to change to make the campaigns true, and why. Touches nothing. */
export function plan(given: World): Plan {
	const moves = relocations(given.campaigns, given.snapshot);
	if (moves.length === 0) return planLasting(given);
	return {
		...planLasting({ ...given, snapshot: { ...given.snapshot, ...moved(given.snapshot, moves) } }),
		moves,
	};
}

/** That posts need results which are gone is known only once the posts have their times. */
function planLasting(world: World): Plan {
	const made = planOnce(world);
	const found = expiredVideos(made.changes, world);
	return found.size === 0
		? made
		: planLasting({ ...world, expired: new Map([...(world.expired ?? []), ...found]) });
}

function planOnce(world: World): Plan {
	const { snapshot } = world;
	const resources = desired(world);
	const decided = decideAll(resources, world);
	const none = unchosen(resources, world);
	const about = [...decided.changes, ...orphans(resources, world)];
	const left = unasked(resources, world);
	const wanted = [...about, ...left, ...none.changes];
	const changes = wanted.map((change) => unlessRefused(change, world));
	const notes = [
		...decided.notes,
		...none.notes,
		...postedMoments(resources, world),
		...sharedContent(resources, world),
		...foreseen(resources, { changes, world }),
	];
	const slots = slotChanges(resources, decided.times, world);
	return {
		changes: inOrder(changes),
		...defined({ slots, notes: notes.length > 0 ? notes : undefined }),
		unchanged: resources.length - about.filter((change) => change.place !== undefined).length,
		// A refused post is sent again once its account is another one.
		needsAccounts:
			wanted.some((change) => change.action === "publish" && change.account === undefined) ||
			needsIds(wanted, world),
		lineage: snapshot.lineage,
		serial: snapshot.serial,
	};
}

/** Whether a post goes to its account is known only by the account's id. */
function needsIds(changes: readonly Change[], { observed: { accounts } }: World): boolean {
	return accounts === undefined && changes.some(isOfAccount);
}

interface Decided {
	readonly changes: readonly Change[];
	/** When the posts are to be made that nothing but time keeps back. */
	readonly times: ReadonlyMap<AddressText, Timing>;
	readonly notes: readonly PlanNote[];
}

/**
 * What needs no time is decided first, because it takes no slot; then the rest get their times, all together.
 */
function decideAll(resources: readonly Resource[], world: World): Decided {
	const open = new Map(
		Object.values(world.snapshot.operations).map((operation) => [operation.address, operation]),
	);
	const posted = momentsOf(world.snapshot.ledger, world.observed.elsewhere);
	const sharedBy = sharedMoments(world);
	const comparison = comparisonAt(world.observed.now, world.observed.accounts);
	const known = { ...world, open, posted, comparison };
	const untimed = resources.map((resource) => {
		const decided = decide(resource, known);
		if (decided === undefined && resource.kind === "post")
			for (const claim of claimsOf(resource, sharedBy)) posted.add(claim);
		return { resource, decided };
	});
	const toMake = untimed.flatMap(({ resource, decided }) =>
		decided === undefined && resource.kind === "post" ? [resource] : [],
	);
	// A plan that makes no post needs no times, however many were made before.
	if (toMake.length === 0)
		return { changes: untimed.flatMap(({ decided }) => decided?.change ?? []), times: new Map(), notes: [] };
	const loaded = new Set(world.campaigns.map(({ name }) => name));
	const times = timesOf(toMake, { snapshot: world.snapshot, now: world.observed.now, loaded });
	const review = reviewer(world, (wanted) => postedNear(posted, wanted));
	const reviewed = untimed.map(({ resource, decided }) => {
		const timing = resource.kind === "post" ? times.get(resource.address) : undefined;
		if (resource.kind !== "post" || timing === undefined) return { change: decided?.change, notes: [] };
		return review(resource, decideTimed(resource, timing, world.observed));
	});
	return {
		changes: reviewed.flatMap(({ change }) => change ?? []),
		times,
		notes: reviewed.flatMap(({ notes }) => notes),
	};
}

/** Undefined: a post that is to be made at a time of its own. */
function decide(
	resource: Resource,
	world: World & { open: ReadonlyMap<AddressText, Operation>; posted: Moments; comparison: Comparison },
): { readonly change?: Change | undefined } | undefined {
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

/**
 * State whose declaration is gone, and attempts without an outcome whose declaration is gone: those stay
 * until resolved. Posts of clips that are merely not chosen any more belong to a post that still stands: they
 * are kept, and the plan does not list them.
 * Campaigns that were not loaded are left alone; only an attempt of theirs that nobody knows the outcome of
 * is shown, because its file may be gone for good.
 */
function orphans(
	resources: readonly Resource[],
	{ campaigns, snapshot, observed, options }: World,
): Change[] {
	const declared = new Set([
		...resources.flatMap(({ address }) => [address, withoutMoment(address)]),
		...campaigns.flatMap(declaredAddresses),
	]);
	const loaded = new Set(campaigns.map((campaign) => campaign.name));
	const isLoaded = (address: AddressText) => loaded.has(campaignOf(address));
	const gone = (address: AddressText) => isLoaded(address) && !declared.has(address);
	const open = Object.values(snapshot.operations).filter(
		({ address }) => gone(address) || (!isLoaded(address) && !options.idempotency),
	);
	const forgotten = keysOf(snapshot.resources).filter(
		(address) => gone(address) && !declared.has(withoutMoment(address)),
	);
	return [
		...open.map((operation) => openOrphan(operation, { ...options, now: observed.now })),
		...forgotten.map(
			(address): Change => ({
				address,
				action: "forget",
				reason: "undeclared",
				...defined({
					at: heldUntil(snapshot.resources[address], observed.now),
					withdrawn: isWithdrawn(snapshot.resources[address]) ? true : undefined,
				}),
			}),
		),
	];
}

/**
 * A post that nobody wants any more, or somebody refused, is never sent again: what became of it is for a
 * person to say.
 */
function openOrphan(operation: Operation, options: Parameters<typeof openOperation>[2]): Change {
	const idempotency = options.idempotency && operation.kind !== "publish";
	return openOperation(operation, { address: operation.address }, { ...options, idempotency });
}

const ORDER: readonly Action[] = [
	"unknown",
	"attention",
	"repeat",
	"publish",
	"submit",
	"resubmit",
	"render",
	"rerender",
	"read",
	"publish-bounded",
	"wait",
	"forget",
];

/** By what people must see first; within a verb in the order of the campaign. */
function inOrder(changes: readonly Change[]): Change[] {
	return [...changes].sort((a, b) => ORDER.indexOf(a.action) - ORDER.indexOf(b.action));
}
