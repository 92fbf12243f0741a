import { accountKey } from "../model/account.ts";
import { defined } from "../model/defined.ts";
import type { Observed, PlanOptions } from "../model/observed.ts";
import type { Change } from "../model/plan.ts";
import type { Because } from "../model/reason.ts";
import type { Remedy } from "../model/remedy.ts";
import type { PostState } from "../model/snapshot.ts";
import type { Decision } from "./decision.ts";
import type { WantedPost } from "./desired/wanted.ts";
import {
	type Comparison,
	comparisonAt,
	heldUntil,
	isByHand,
	type PostDifference,
	postDifferences,
} from "./handed-over.ts";
import { decideHeld } from "./held-changes.ts";

interface Held {
	readonly state: PostState;
	readonly comparison: Comparison;
	/** What it would need if the service did not hold it. */
	readonly anew: () => Decision;
}

/** A post that waits no longer than this is looked at until it is out. Milliseconds. */
const WAITED_MS = 5 * 60_000;

/** What a post needs that was handed over. */
export function decidePosted(
	wanted: WantedPost,
	{ state, comparison, anew }: Held,
	{ observed, options }: { observed: Observed; options: PlanOptions },
): Decision {
	const about = { address: wanted.address, place: wanted.place };
	const { status, error: message, withdrawn } = state;
	if (withdrawn !== undefined) {
		const remedy = { code: "change-or-remove" } as const;
		return { change: { ...about, action: "attention", reason: "withdrawn", reasonData: withdrawn, remedy } };
	}
	if (state.tooLate !== undefined) return { change: tooLateChange(wanted, state) };
	if (status === "ERROR" || status === "CANCELLED" || status === "PARTIAL_DONE") {
		const reasonData = { status, ...defined({ message }) };
		const remedy: Remedy =
			status === "CANCELLED"
				? { code: "cancelled-at-service", address: wanted.address }
				: { code: options.publishCancel && state.taskId !== undefined ? "see-posts" : "post-by-hand" };
		return { change: { ...about, action: "attention", reason: "post-failed", reasonData, remedy } };
	}
	if (state.needsAccount && underway(state, observed, options))
		return { change: awaitingAccount(wanted, state) };
	const differences = postDifferences(wanted, state, comparison);
	if (differences.length > 0) {
		const { now } = observed;
		const at = heldUntil(state, now);
		return at === undefined
			? { change: differing(wanted, state, differences) }
			: decideHeld({ wanted, state, differences, at }, { now, options, anew });
	}
	const { waitsUntil: until, taskId } = state;
	const isFar = until !== undefined && until - observed.now > WAITED_MS;
	if (isFar && message !== undefined && underway(state, observed, options))
		return { change: { ...about, action: "wait", reason: "post-waits", reasonData: { message }, until } };
	if (underway(state, observed, options) && taskId !== undefined)
		return { change: { ...about, action: "read", ...whyUnderway(state), taskId } };
	return {};
}

function whyUnderway({ error: message }: PostState): Because<"post-underway" | "post-waits"> {
	return message === undefined
		? { reason: "post-underway" }
		: { reason: "post-waits", reasonData: { message } };
}

function awaitingAccount({ address, place }: WantedPost, { request, error: message }: PostState): Change {
	const { platform, username } = request.account;
	return {
		...{ address, place, action: "attention", reason: "post-needs-account" },
		reasonData: { platform, username, message: message ?? `${platform} ${username}` },
		remedy: { code: "connect-account", platform },
	};
}

/** What its rule held waits for a person; what it skipped is over, as it was asked for. */
function tooLateChange(
	{ address, place }: WantedPost,
	{ tooLate, taskId = "", request: { scheduledAt: at } }: PostState,
): Change | undefined {
	if (tooLate !== "held") return undefined;
	const remedy = { code: "retry-held", taskId } as const;
	return { address, place, action: "attention", reason: "held-late", remedy, ...defined({ at }) };
}

/** What is out can only be edited, or left as it is. */
function differing(
	{ address, place, repeat }: WantedPost,
	state: PostState,
	differences: readonly PostDifference[],
): Change {
	const about = { address, place, action: "attention", differences } as const;
	const byHand = { code: "edit-on-platform", address } as const;
	if (differences.every(({ code }) => code === "text"))
		return { ...about, reason: "text-changed", remedy: byHand };
	const { account } = state.request;
	if (differences.some(({ code }) => code === "account"))
		return {
			...{ ...about, reason: "posted-differs" },
			remedy: { code: "name-other-account", account: accountKey(account) },
		};
	const remedy: Remedy = differences.every(isByHand)
		? byHand
		: { code: "restore-or-repeat", repeat: repeat + 1 };
	return { ...about, reason: "posted-differs", remedy };
}

/**
 * Whether reading the publishing task would tell something new: it is not final, and not merely waiting for
 * its minute.
 */
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

/** How long a post that failed is read again, in milliseconds: a person may have it tried once more. */
const RETRIED_MS = 30 * 24 * 3_600_000;

/** Whether a post that failed, or was too late, may be on its way again by somebody's word. */
export function mayBeRetried(
	{ status, taskId, tooLate, acceptedAt, request: { scheduledAt = acceptedAt } }: PostState,
	observed: Pick<Observed, "now">,
	options: Pick<PlanOptions, "publishStatus">,
): boolean {
	if (!options.publishStatus || taskId === undefined || status !== "ERROR") return false;
	return tooLate === "held" || observed.now - scheduledAt < RETRIED_MS;
}

/**
 * Whether a post is made anew: it was cancelled before it went out, by a plan that did not get any further or
 * by somebody who asks for something else now.
 */
export function isReplaced(wanted: WantedPost, state: PostState): boolean {
	const { withdrawn } = state;
	if (withdrawn?.cause !== undefined) return true;
	return withdrawn !== undefined && postDifferences(wanted, state, comparisonAt(withdrawn.at)).length > 0;
}
