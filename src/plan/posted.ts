import { accountKey } from "../model/account.ts";
import type { EpochMs } from "../model/brand.ts";
import { defined } from "../model/defined.ts";
import type { Observed, PlanOptions } from "../model/observed.ts";
import type { Change } from "../model/plan.ts";
import type { Remedy } from "../model/remedy.ts";
import type { PostState } from "../model/snapshot.ts";
import type { WantedPost } from "./desired/wanted.ts";
import {
	type Comparison,
	comparisonAt,
	heldUntil,
	type PostDifference,
	postDifferences,
} from "./handed-over.ts";

/** What a post needs that was handed over. Undefined: nothing. */
export function decidePosted(
	wanted: WantedPost,
	{ state, comparison }: { readonly state: PostState; readonly comparison: Comparison },
	{ observed, options }: { observed: Observed; options: PlanOptions },
): Change | undefined {
	const about = { address: wanted.address, place: wanted.place };
	const { status, error: message, withdrawn } = state;
	if (withdrawn !== undefined) {
		const remedy = { code: "change-or-remove" } as const;
		return { ...about, action: "attention", reason: "withdrawn", reasonData: withdrawn, remedy };
	}
	if (status === "ERROR" || status === "CANCELLED" || status === "PARTIAL_DONE") {
		const reasonData = { status, ...defined({ message }) };
		return {
			...about,
			action: "attention",
			reason: "post-failed",
			reasonData,
			remedy: { code: "post-by-hand" },
		};
	}
	const differences = postDifferences(wanted, state, comparison);
	if (differences.length > 0) return differing(wanted, state, { differences, now: observed.now });
	if (underway(state, observed, options) && state.taskId !== undefined)
		return { ...about, action: "read", reason: "post-underway", taskId: state.taskId };
	return undefined;
}

/** What the service holds can be cancelled by a person; what is out can only be edited, or left as it is. */
function differing(
	{ address, place }: WantedPost,
	state: PostState,
	{ differences, now }: { readonly differences: readonly PostDifference[]; readonly now: EpochMs },
): Change {
	const at = heldUntil(state, now);
	const about = { address, place, action: "attention", differences, ...defined({ at }) } as const;
	if (at !== undefined)
		return {
			...about,
			reason: "handed-over-differs",
			remedy: { code: "cancel-in-calendar", address, isAsked: true },
		};
	if (differences.every(({ code }) => code === "text"))
		return { ...about, reason: "text-changed", remedy: { code: "edit-on-platform" } };
	const { account } = state.request;
	const remedy: Remedy = differences.some(({ code }) => code === "account")
		? { code: "name-other-account", account: accountKey(account) }
		: { code: "edit-on-platform" };
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

/** Whether a post is made anew: somebody cancelled it before it went out, and asks for something else. */
export function isReplaced(wanted: WantedPost, state: PostState): boolean {
	const { withdrawn } = state;
	return withdrawn !== undefined && postDifferences(wanted, state, comparisonAt(withdrawn.at)).length > 0;
}
