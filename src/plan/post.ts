import { type Account, type AccountRef, accountKey } from "../model/account.ts";
import { overlap } from "../model/clip.ts";
import { differencesOf } from "../model/difference.ts";
import type { Observed, PlanOptions } from "../model/observed.ts";
import type { Change, PublishChange } from "../model/plan.ts";
import type { PostRequest } from "../model/post.ts";
import { same } from "../model/same.ts";
import type { LedgerEntry, Operation, PostState } from "../model/snapshot.ts";
import type { WantedPost } from "./desired.ts";
import { openOperation } from "./video.ts";
import { windowOf } from "./window.ts";

/** From this share of the shorter moment on, two moments count as the same post (design, section 5). */
const SAME_MOMENT = 0.6;

export interface PostKnown {
	readonly state: PostState | undefined;
	readonly open: Operation | undefined;
	/** Every moment of this source posted to this account, or planned earlier in this plan. */
	readonly posted: readonly LedgerEntry[];
}

/** Decides what one known clip to one account needs. Undefined: nothing. */
export function decidePost(wanted: WantedPost, known: PostKnown, world: { observed: Observed; options: PlanOptions }): Change | undefined {
	const about = { address: wanted.address, place: wanted.place };
	if (known.open) return openOperation(known.open, about, world.options);
	if (known.state) return decidePosted(wanted, known.state, world);
	const blocked = alreadyPosted(wanted, known.posted) ?? badText(wanted) ?? outsideWindow(wanted, world.observed);
	return blocked ?? withAccount(wanted, world.observed);
}

function decidePosted(wanted: WantedPost, state: PostState, { observed, options }: { observed: Observed; options: PlanOptions }): Change | undefined {
	const about = { address: wanted.address, place: wanted.place };
	if (state.status === "ERROR" || state.status === "CANCELLED" || state.status === "PARTIAL_DONE") {
		const remedy = "showrun never sends the same moment to an account twice: look on the platform, and post it by hand if it is not there.";
		return { ...about, action: "attention", reason: "post-failed", detail: state.error ?? state.status, remedy };
	}
	if (wanted.composed.body && !same(state.request.body, wanted.composed.body)) {
		const remedy = "Change the post on the platform by hand, or put the old text back in the campaign.";
		const differences = differencesOf(state.request.body, wanted.composed.body);
		return { ...about, action: "attention", reason: "text-changed", detail: differences.map(({ field }) => field).join(", "), remedy, differences };
	}
	if (underway(state, observed, options) && state.taskId !== undefined) return { ...about, action: "read", reason: "post-underway", taskId: state.taskId };
	return undefined;
}

/** Whether reading the publishing task would tell something new: it is not final, and not merely waiting for its minute. */
export function underway(state: PostState, observed: Pick<Observed, "now">, options: Pick<PlanOptions, "publishStatus">): boolean {
	if (!options.publishStatus || state.taskId === undefined) return false;
	const { scheduledAt } = state.request;
	return ["PENDING", "PROCESSING", "SCHEDULED"].includes(state.status) && (scheduledAt === undefined || scheduledAt <= observed.now);
}

function alreadyPosted(wanted: WantedPost, posted: readonly LedgerEntry[]): Change | undefined {
	const before = posted.filter((entry) => overlap(entry.moment, wanted.clip.moment) >= SAME_MOMENT);
	const [earlier] = before;
	if (earlier === undefined || before.length < wanted.repeat) return undefined;
	const detail = `${earlier.address}, ${earlier.moment.from}-${earlier.moment.to} ms`;
	return {
		address: wanted.address,
		place: wanted.place,
		action: "attention",
		reason: "moment-posted",
		detail,
		remedy: `Choose other clips, remove this post, or say \`repeat: ${before.length + 1}\` in it to post the moment once more.`,
	};
}

function badText(wanted: WantedPost): Change | undefined {
	const { problem } = wanted.composed;
	if (problem === undefined) return undefined;
	return {
		address: wanted.address,
		place: wanted.place,
		action: "attention",
		reason: "text-empty",
		detail: problem,
		remedy: 'Give the template words of its own, or a fallback: {{ clip.title | default: "…" }}',
	};
}

function outsideWindow(wanted: WantedPost, observed: Observed): Change | undefined {
	if (wanted.at === undefined) return undefined;
	const window = windowOf(wanted.at, observed.now);
	const about = { address: wanted.address, place: wanted.place };
	if (window.kind === "too-early") return { ...about, action: "wait", reason: "too-early", until: window.opens };
	if (window.kind === "too-late")
		return { ...about, action: "attention", reason: "too-late", remedy: "Give it a later time in `at:`, or remove `at:` to post as soon as possible." };
	return undefined;
}

function withAccount(wanted: WantedPost, observed: Observed): Change {
	if (observed.accounts === undefined) return publication(wanted, undefined);
	const account = observed.accounts.find((each) => accountKey(each) === accountKey(wanted.account));
	if (account?.tokenValid) return publication(wanted, account);
	const about = { address: wanted.address, place: wanted.place, action: "attention", remedy: connectRemedy(wanted.account) } as const;
	const detail = `${wanted.account.platform} ${wanted.account.username}`;
	return account === undefined ? { ...about, reason: "account-missing", detail } : { ...about, reason: "account-token", detail };
}

function connectRemedy(account: AccountRef): string {
	return `Connect it with \`showrun accounts connect ${account.platform}\`, then run the command again.`;
}

function publication(wanted: WantedPost, account: Account | undefined): PublishChange {
	const { address, place, taskId, clip, source, composed, at, resolution } = wanted;
	if (composed.body === undefined) throw new Error(`${address} has no text.`);
	const request: PostRequest = {
		taskId,
		idx: clip.idx,
		moment: clip.moment,
		source,
		account: wanted.account,
		body: composed.body,
		...(resolution !== undefined && { resolution }),
		...(at !== undefined && { scheduledAt: at }),
	};
	return { action: "publish", address, place, reason: "clip-chosen", request, title: composed.body.title || clip.title, ...(account && { account }) };
}
