import { type AccountRef, accountKey } from "../model/account.ts";
import type { EpochMs } from "../model/brand.ts";
import type { Campaign } from "../model/campaign.ts";
import { differencesOf } from "../model/difference.ts";
import type { Observed, PlanOptions } from "../model/observed.ts";
import type { Change, PublishChange } from "../model/plan.ts";
import type { PostRequest } from "../model/post.ts";
import { same } from "../model/same.ts";
import type { LedgerEntry, Operation, PostState } from "../model/snapshot.ts";
import { composedOf } from "./composed.ts";
import type { WantedPost } from "./desired/wanted.ts";
import { refusal } from "./refusal.ts";
import { alreadyPosted } from "./repeated.ts";
import type { Timing } from "./times.ts";
import { openOperation } from "./video.ts";
import { handoverOf, windowOf } from "./window.ts";

export interface PostKnown {
	readonly state: PostState | undefined;
	readonly open: Operation | undefined;
	/** Every moment of this source posted to this account, or planned earlier in this plan. */
	readonly posted: () => readonly LedgerEntry[];
}

interface PostWorld {
	readonly campaigns: readonly Campaign[];
	readonly observed: Observed;
	readonly options: PlanOptions;
}

/** What one known clip to one account needs whatever the time: `change` absent means nothing. Undefined: it is to be made, at a time that `timesOf` gives it. */
export function decideUntimed(
	wanted: WantedPost,
	known: PostKnown,
	world: PostWorld,
): { readonly change?: Change } | undefined {
	const about = { address: wanted.address, place: wanted.place };
	if (known.open) return { change: openOperation(known.open, about, world.options) };
	if (known.state) {
		const change = decidePosted(wanted, known.state, world);
		return change ? { change } : {};
	}
	const change =
		alreadyPosted(wanted, known.posted(), world) ??
		unapproved(wanted, world.observed) ??
		badText(wanted) ??
		tooLate(wanted, world.observed);
	return change && { change };
}

/** What a post that is to be made needs at its time. */
export function decideTimed(wanted: WantedPost, timing: Timing, observed: Observed): Change {
	const about = { address: wanted.address, place: wanted.place };
	if (timing.kind === "now") return withAccount(wanted, undefined, observed);
	if (timing.kind === "held")
		return { ...about, action: "wait", reason: timing.reason, until: timing.until, at: timing.until };
	if (timing.kind === "stuck") return stuck(wanted, timing);
	const { at } = timing;
	const until = handoverOf(at, wanted.handoverMs);
	if (until <= observed.now) return withAccount(wanted, at, observed);
	return {
		...about,
		action: "wait",
		reason: windowOf(at, observed.now).kind === "too-early" ? "too-early" : "handover-later",
		until,
		at,
	};
}

function decidePosted(
	wanted: WantedPost,
	state: PostState,
	{ observed, options }: { observed: Observed; options: PlanOptions },
): Change | undefined {
	const about = { address: wanted.address, place: wanted.place };
	if (state.status === "ERROR" || state.status === "CANCELLED" || state.status === "PARTIAL_DONE") {
		const remedy =
			"showrun never sends the same moment to an account twice: look on the platform, and post it by hand if it is not there.";
		return {
			...about,
			action: "attention",
			reason: "post-failed",
			detail: state.error ?? state.status,
			remedy,
		};
	}
	const body = state.request.recipe === wanted.recipe ? undefined : composedOf(wanted).body;
	if (body && !same(state.request.body, body)) {
		const remedy = "Change the post on the platform by hand, or put the old text back in the campaign.";
		const differences = differencesOf(state.request.body, body);
		return {
			...about,
			action: "attention",
			reason: "text-changed",
			detail: differences.map(({ field }) => field).join(", "),
			remedy,
			differences,
		};
	}
	if (underway(state, observed, options) && state.taskId !== undefined)
		return { ...about, action: "read", reason: "post-underway", taskId: state.taskId };
	return undefined;
}

/** Whether reading the publishing task would tell something new: it is not final, and not merely waiting for its minute. */
export function underway(
	state: PostState,
	observed: Pick<Observed, "now">,
	options: Pick<PlanOptions, "publishStatus">,
): boolean {
	if (!options.publishStatus || state.taskId === undefined) return false;
	const { scheduledAt } = state.request;
	return (
		["PENDING", "PROCESSING", "SCHEDULED"].includes(state.status) &&
		(scheduledAt === undefined || scheduledAt <= observed.now)
	);
}

/** What can never be posted at its time any more needs another time before it needs a yes. */
function unapproved(wanted: WantedPost, observed: Observed): Change | undefined {
	const { address, place, unapproved: why } = wanted;
	return why && (tooLate(wanted, observed) ?? { address, place, action: "wait", ...why });
}

function badText(wanted: WantedPost): Change | undefined {
	const { problem, findings } = composedOf(wanted);
	if (problem === undefined) return refusal(wanted, findings);
	return {
		address: wanted.address,
		place: wanted.place,
		action: "attention",
		reason: "text-empty",
		detail: problem,
		remedy: 'Give the template words of its own, or a fallback: {{ clip.title | default: "…" }}',
	};
}

function tooLate({ address, place, at }: WantedPost, { now }: Observed): Change | undefined {
	if (at === undefined || windowOf(at, now).kind !== "too-late") return undefined;
	const remedy = "Give it a later time in `at:`, or remove `at:` to post as soon as possible.";
	return { address, place, action: "attention", reason: "too-late", at, remedy };
}

function stuck(
	{ address, place, schedule }: WantedPost,
	{ reason, at }: Extract<Timing, { readonly kind: "stuck" }>,
): Change {
	const name = schedule?.name ?? "";
	const remedies: Record<typeof reason, string> = {
		"slot-missed": `Say \`missed: next-slot\` in the schedule \`${name}\` to give it the next free slot, or leave its clip out of the post.`,
		"slot-none": `Give the schedule \`${name}\` a later \`until:\`, or more slots.`,
		"daily-cap": "Give it an `at:` on another day, or its account a higher `max_per_day`.",
		"min-gap":
			"Give it another `at:`, or its account a shorter `min_gap`; several clips at one time need a schedule.",
	};
	return {
		address,
		place,
		action: "attention",
		reason,
		remedy: remedies[reason],
		...(at !== undefined && { at }),
	};
}

function withAccount(wanted: WantedPost, at: EpochMs | undefined, observed: Observed): Change {
	if (observed.accounts === undefined) return publication(wanted, at);
	const account = observed.accounts.find((each) => accountKey(each) === accountKey(wanted.account));
	if (account?.tokenValid) return { ...publication(wanted, at), account };
	const remedy =
		account === undefined ? renameRemedy(wanted.account, observed.accounts) : connectRemedy(wanted.account);
	const about = {
		address: wanted.address,
		place: wanted.place,
		action: "attention",
		remedy,
		...(at !== undefined && { at }),
	} as const;
	const detail = `${wanted.account.platform} ${wanted.account.username}`;
	return account === undefined
		? { ...about, reason: "account-missing", detail }
		: { ...about, reason: "account-token", detail };
}

/** A platform lets its users change their names. */
function renameRemedy(wanted: AccountRef, accounts: readonly AccountRef[]): string {
	const there = accounts
		.filter(({ platform }) => platform === wanted.platform)
		.map(({ username }) => username);
	if (there.length === 0) return connectRemedy(wanted);
	const renamed = `If it was renamed (connected to ${wanted.platform}: ${there.slice(0, 3).join(", ")}${there.length > 3 ? ", …" : ""}), write its new name into the campaign's accounts.`;
	return `${renamed} Else connect it with \`showrun accounts connect ${wanted.platform}\`, then run the command again.`;
}

function connectRemedy(account: AccountRef): string {
	return `Connect it with \`showrun accounts connect ${account.platform}\`, then run the command again.`;
}

function publication(wanted: WantedPost, at: EpochMs | undefined): PublishChange {
	const { address, place, clip } = wanted;
	const request = requestOf(wanted, at);
	if (request === undefined) throw new Error(`${address} has no text.`);
	return {
		action: "publish",
		address,
		place,
		reason: "clip-chosen",
		request,
		title: request.body.title || clip.title,
	};
}

/** What would be sent. Undefined: it has no text. */
export function requestOf(wanted: WantedPost, at: EpochMs | undefined): PostRequest | undefined {
	const { body } = composedOf(wanted);
	if (body === undefined) return undefined;
	const { taskId, clip, source, account, recipe, resolution } = wanted;
	const about = { taskId, idx: clip.idx, moment: clip.moment, source, account, body, recipe };
	return {
		...about,
		...(resolution !== undefined && { resolution }),
		...(at !== undefined && { scheduledAt: at }),
	};
}
