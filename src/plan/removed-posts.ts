import { accountKey } from "../model/account.ts";
import { type AddressText, parseAddress } from "../model/address.ts";
import type { EpochMs } from "../model/brand.ts";
import { defined } from "../model/defined.ts";
import { feedKey } from "../model/feed-state.ts";
import { partsOfVideo } from "../model/item-video.ts";
import { itemOfKey } from "../model/matrix.ts";
import type { AttentionChange, Change } from "../model/plan.ts";
import type { ReasonData } from "../model/reason.ts";
import type { PostState } from "../model/snapshot.ts";
import { nameWithoutAccount } from "./kept-accounts.ts";
import { windowOf } from "./window.ts";
import type { World } from "./world.ts";

type Cause = ReasonData["no-longer-asked"]["cause"];
type NotAsked = Extract<AttentionChange, { readonly reason: "no-longer-asked" }>;

/** What the service holds of a post that a person's edit took out of a campaign. */
interface Removed {
	readonly change: NotAsked;
	readonly at: EpochMs;
}

/**
 * Cancels what a person took out of a campaign while the service holds it, where it can. Another account of
 * the same post entry gets its clip only once the old post is cancelled or out. What may be a renaming is
 * left alone.
 */
export function withRemovals(changes: readonly Change[], world: World): readonly Change[] {
	const removed = changes.flatMap((change) => removedBy(change) ?? []);
	if (removed.length === 0) return changes;
	const others = new Map<string, Change[]>();
	for (const change of changes) addWanted(others, change, world);
	const claimed = new Set(changes.flatMap((change) => claimedBy(change) ?? []));
	const decided = new Map<Change, Change>();
	for (const each of removed) {
		const name = isGone(each.change) ? nameOf(each.change) : undefined;
		const heirs = name === undefined ? [] : (others.get(name) ?? []);
		decided.set(each.change, decide(each, { heirs, isClaimed: claimed.has(each.change.address) }, world));
		for (const heir of heirs) decided.set(heir, waiting(heir, each));
	}
	return changes.map((change) => decided.get(change) ?? change);
}

function removedBy(change: Change): Removed | undefined {
	if (change.action !== "attention" || change.reason !== "no-longer-asked") return undefined;
	if (isCause(change, "source")) return undefined;
	return change.at === undefined ? undefined : { change, at: change.at };
}

/** Whether the post entry, or the account in it, is gone. */
function isGone(change: NotAsked): boolean {
	return isCause(change, "removed") || isCause(change, "keep");
}

function isCause({ reasonData }: NotAsked, cause: Cause): boolean {
	return "cause" in reasonData && reasonData.cause === cause;
}

interface Found {
	/** The same clip of the same post entry to another account. */
	readonly heirs: readonly Change[];
	/** Something else asks for its moment. */
	readonly isClaimed: boolean;
}

function decide({ change, at }: Removed, { heirs, isClaimed }: Found, world: World): Change {
	const isMoved = heirs.length > 0;
	// What was to stay is not taken back because a word about it is gone.
	if (isCause(change, "keep")) return change;
	const state = world.snapshot.resources[change.address];
	const isRenamed = state?.kind === "post" && isAccountRenamed(change, state, world);
	const isSure = isMoved ? heirs.every(isAhead) : !(isClaimed || isRenamed) && isVideoSure(change, world);
	const canCancel = world.options.publishCancel && windowOf(at, world.observed.now).kind !== "too-late";
	const about: NotAsked = isMoved ? ofAccount(change) : change;
	if (!canCancel || !isSure || state?.kind !== "post" || state.taskId === undefined) return about;
	const { remedy: _, ...rest } = about;
	return { ...rest, action: "cancel", taskId: state.taskId, at };
}

function ofAccount(change: NotAsked): NotAsked {
	const { remedy } = change;
	const canKeep = remedy.code === "cancel-in-calendar" ? { ...remedy, canKeep: true as const } : remedy;
	return { ...change, reasonData: { cause: "account" }, remedy: canKeep };
}

/** A post that was not made yet may take the place of one that was. */
function addWanted(found: Map<string, Change[]>, change: Change, { snapshot }: World): void {
	if (!isAhead(change) && change.action !== "attention") return;
	const name = nameOf(change);
	if (name === undefined || snapshot.resources[change.address] !== undefined) return;
	found.set(name, [...(found.get(name) ?? []), change]);
}

/** The post that stands in the way of another. */
function claimedBy(change: Change): AddressText | undefined {
	if (change.reason !== "moment-posted" || "text" in change.reasonData) return undefined;
	return change.reasonData.address;
}

/** A post less its account. */
function nameOf({ address: text }: Change): string | undefined {
	const address = parseAddress(text);
	if (address?.kind !== "post" || address.moment === "*") return undefined;
	return nameWithoutAccount(address);
}

function isAhead({ action, reason }: Change): boolean {
	return action === "publish" || reason === "handover-later" || reason === "too-early";
}

/** A post whose video is gone too may have been renamed without `moved:`, unless its item was skipped. */
function isVideoSure({ address: text }: Change, { campaigns, snapshot }: World): boolean {
	const address = parseAddress(text);
	if (address?.kind !== "post") return false;
	const campaign = campaigns.find(({ name }) => name === address.campaign);
	if (campaign?.videos.some(({ name }) => name === address.video)) return true;
	const { entry, key } = partsOfVideo(address.video);
	const ofItems = campaign?.ofItems?.videos.find(({ name }) => partsOfVideo(name).entry === entry);
	if (ofItems === undefined || key === undefined) return false;
	const { items = {} } = snapshot.feeds?.[feedKey(address.campaign, ofItems.each)] ?? {};
	return items[itemOfKey(key)]?.status === "skipped";
}

/** Whether the very account has another name in the campaign now, perhaps without `moved:`. */
function isAccountRenamed({ address: text }: Change, { request }: PostState, { campaigns }: World): boolean {
	const address = parseAddress(text);
	if (address?.kind !== "post") return false;
	const { accounts = {} } = campaigns.find(({ name }) => name === address.campaign) ?? {};
	const key = accountKey(request.account);
	const named = Object.keys(accounts).filter((name) => accounts[name] && accountKey(accounts[name]) === key);
	return named.length > 0 && !named.includes(address.account);
}

function waiting(change: Change, { change: { address: before }, at }: Removed): Change {
	if (!isAhead(change)) return change;
	const { address, place } = change;
	const goesOut = change.action === "publish" ? change.request.scheduledAt : undefined;
	return {
		...{ address, action: "wait", reason: "old-post-held", reasonData: { address: before, at } },
		...defined({ place, at: goesOut }),
	};
}
