import { type AddressText, campaignOf, withoutMoment } from "../model/address.ts";
import { defined } from "../model/defined.ts";
import { keysOf } from "../model/keys.ts";
import type { Action, Change, Plan, PlanNote, PublishChange, ReplaceChange } from "../model/plan.ts";
import type { Operation } from "../model/snapshot.ts";
import { asDeclared } from "./as-declared.ts";
import { withFollowing, withinCancels } from "./cancels.ts";
import { decideAll } from "./decide.ts";
import { declaredAddresses } from "./declared.ts";
import { desired } from "./desired/desired.ts";
import type { Resource } from "./desired/wanted.ts";
import { expiredVideos } from "./expired.ts";
import { foreseen } from "./foreseen.ts";
import { withoutFutile } from "./futile-videos.ts";
import { heldUntil, isOfAccount, isWithdrawn } from "./handed-over.ts";
import { keptPlaces } from "./kept-places.ts";
import { newerModels } from "./newer-models.ts";
import { withPatterns } from "./patterns.ts";
import { postedMoments } from "./posted-moments.ts";
import { recognisedWords } from "./recognised-words.ts";
import { unlessRefused } from "./refused.ts";
import { refusedPosts } from "./refused-posts.ts";
import { withRemovals } from "./removed-posts.ts";
import { renamedVideos } from "./renamed-videos.ts";
import { sharedContent } from "./shared-content.ts";
import { slotChanges } from "./slots.ts";
import { withoutImpossible } from "./stopped-videos.ts";
import { unasked } from "./unasked.ts";
import { unchosen } from "./unchosen.ts";
import { openOperation } from "./video.ts";
import type { World } from "./world.ts";

/** Says what has to change to make the campaigns true, and why. Touches nothing. */
export function plan(given: World): Plan {
	const { world, moves } = asDeclared(given);
	const made = planLasting(world);
	return moves.length === 0 ? made : { ...made, moves };
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
	const wanted = withoutFutile([...about, ...left.changes, ...none.changes], resources);
	const removed = withRemovals(
		withoutImpossible(
			wanted.map((change) => unlessRefused(change, world)),
			world,
		),
		world,
	);
	const changes = withPatterns(withFollowing(withinCancels(removed, world.options)), world);
	const notes = [
		...decided.notes,
		...none.notes,
		...doneBefore(resources, changes, world),
		...sharedContent(resources, world),
		...foreseen(resources, { changes, world }),
		...keptPlaces(resources),
		...refusedPosts(world),
		...left.notes,
		...newerModels(changes, world),
		...recognisedWords(changes, world),
	];
	const slots = slotChanges(resources, decided.times, world);
	return {
		changes: inOrder(changes),
		...defined({ slots, notes: notes.length > 0 ? notes : undefined }),
		unchanged: resources.length - about.filter((change) => change.place !== undefined).length,
		// A refused post is sent again once its account is another one.
		needsAccounts:
			wanted.some((change) => sends(change) && change.account === undefined) || needsIds(wanted, world),
		lineage: snapshot.lineage,
		serial: snapshot.serial,
	};
}

/** What was posted, or paid for, under another name already. */
function doneBefore(
	resources: readonly Resource[],
	changes: readonly Change[],
	world: World,
): readonly PlanNote[] {
	const posted = postedMoments(resources, world);
	return [...posted, ...renamedVideos(changes, world, posted)];
}

/** Whether a post goes to its account is known only by the account's id. */
function needsIds(changes: readonly Change[], { observed: { accounts } }: World): boolean {
	return accounts === undefined && changes.some(isOfAccount);
}

/**
 * State whose declaration is gone, but for what the service holds of it, and attempts without an outcome
 * whose declaration is gone: those stay until resolved. Posts of clips that are merely not chosen any more
 * belong to a post that still stands: they are kept, and the plan does not list them.
 * Campaigns that were not loaded are left alone; only an attempt of theirs that nobody knows the outcome
 * of is shown, because its file may be gone for good.
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
		(address) =>
			gone(address) &&
			!declared.has(withoutMoment(address)) &&
			heldUntil(snapshot.resources[address], observed.now) === undefined,
	);
	return [
		...open.map((operation) => openOrphan(operation, { ...options, now: observed.now })),
		...forgotten.map(
			(address): Change => ({
				address,
				action: "forget",
				reason: "undeclared",
				...defined({ withdrawn: isWithdrawn(snapshot.resources[address]) ? true : undefined }),
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

/** Whether a post leaves. */
function sends(change: Change): change is PublishChange | ReplaceChange {
	return change.action === "publish" || change.action === "replace";
}

const ORDER: readonly Action[] = [
	"unknown",
	"attention",
	"repeat",
	"cancel",
	"replace",
	"update",
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
