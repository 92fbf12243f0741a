import { accountKey } from "../model/account.ts";
import type { Address } from "../model/address.ts";
import { epochMs } from "../model/brand.ts";
import type { Campaign } from "../model/campaign.ts";
import { moved } from "../model/moved.ts";
import type { Observed, PlanOptions } from "../model/observed.ts";
import type { Action, Change, Plan, PublishChange } from "../model/plan.ts";
import type { LedgerEntry, Operation, Snapshot } from "../model/snapshot.ts";
import { desired, type Resource, type UnknownPosts } from "./desired.ts";
import { type Moments, momentsOf } from "./moments.ts";
import { relocations } from "./moves.ts";
import { decidePost } from "./post.ts";
import { decideRendition } from "./rendition.ts";
import { decideVideo, openOperation } from "./video.ts";

/** Everything a plan is a function of. */
export interface World {
	readonly campaigns: readonly Campaign[];
	readonly snapshot: Snapshot;
	readonly observed: Observed;
	readonly options: PlanOptions;
}

/** Says what has to change to make the campaigns true, and why. Touches nothing. */
export function plan(given: World): Plan {
	const moves = relocations(given.campaigns, given.snapshot);
	const snapshot = moves.length === 0 ? given.snapshot : { ...given.snapshot, ...moved(given.snapshot, moves) };
	const world = { ...given, snapshot };
	const resources = desired(world);
	const changes = [...decideAll(resources, world), ...orphans(resources, world)];
	return {
		changes: inOrder(changes),
		...(moves.length > 0 && { moves }),
		unchanged: resources.length - changes.filter((change) => change.place !== undefined).length,
		needsAccounts: changes.some((change) => change.action === "publish" && change.account === undefined),
		lineage: snapshot.lineage,
		serial: snapshot.serial,
	};
}

function decideAll(resources: readonly Resource[], world: World): Change[] {
	const open = new Map(Object.values(world.snapshot.operations).map((operation) => [operation.address, operation]));
	const posted = momentsOf(world.snapshot.ledger);
	return resources.flatMap((resource) => {
		const change = decide(resource, { ...world, open, posted });
		if (change?.action === "publish") posted.add(claimOf(change));
		return change ? [change] : [];
	});
}

function decide(resource: Resource, world: World & { open: ReadonlyMap<Address, Operation>; posted: Moments }): Change | undefined {
	const state = world.snapshot.resources[resource.address];
	const open = world.open.get(resource.address);
	if (resource.kind === "video") return decideVideo(resource, { state: state?.kind === "video" ? state : undefined, open }, world);
	if (resource.kind === "rendition") return decideRendition(resource, { state: state?.kind === "rendition" ? state : undefined, open }, world.options);
	if (resource.kind === "posts") return decideUnknown(resource);
	const posted = world.posted.near({ source: resource.source, account: accountKey(resource.account) }, resource.clip.moment);
	return decidePost(resource, { state: state?.kind === "post" ? state : undefined, open, posted }, world);
}

function decideUnknown({ address, place, video, atMost, failed }: UnknownPosts): Change {
	if (failed) return { address, place, action: "wait", reason: "video-failed", detail: video };
	return { address, place, action: "publish-bounded", reason: "clips-unknown", detail: video, ...(atMost !== undefined && { atMost }) };
}

/** Two posts of one plan must not take the same moment either. */
function claimOf({ address, request }: PublishChange): LedgerEntry {
	return {
		source: request.source,
		moment: request.moment,
		account: accountKey(request.account),
		address,
		operation: "",
		at: request.scheduledAt ?? epochMs(0),
	};
}

/**
 * State whose declaration is gone, and attempts without an outcome whose declaration is gone: those stay until resolved. Posts of clips that are merely not chosen any more belong to a post that still stands: they are kept without a word.
 * Campaigns that were not loaded are left alone.
 */
function orphans(resources: readonly Resource[], { campaigns, snapshot, options }: World): Change[] {
	const declared = new Set(resources.flatMap(({ address }) => [address, stem(address)]));
	const loaded = new Set(campaigns.map((campaign) => campaign.name));
	const gone = (address: Address) => loaded.has(address.slice(0, address.indexOf("."))) && !declared.has(address);
	const open = Object.values(snapshot.operations).filter(({ address }) => gone(address));
	const forgotten = (Object.keys(snapshot.resources) as Address[]).filter((address) => gone(address) && !declared.has(stem(address)));
	return [
		...open.map((operation) => openOperation(operation, { address: operation.address }, options)),
		...forgotten.map((address): Change => ({ address, action: "forget", reason: "undeclared" })),
	];
}

/** A post's address without its moment: what stays the same when the clips change. */
export function stem(address: string): string {
	return address.replace(/\["([^"@]*)@[^"]*"\]/, '["$1@"]');
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
