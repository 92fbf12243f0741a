import { isPostAddress } from "../model/address.ts";
import { defined } from "../model/defined.ts";
import type { Change, PublishChange, RenderChange, SubmitChange } from "../model/plan.ts";
import { same } from "../model/same.ts";
import type { Refusal } from "../model/snapshot.ts";
import type { World } from "./world.ts";

/** A change that sends a request. */
type Sending = SubmitChange | RenderChange | PublishChange;

/** No wait is longer: a later time was written by a clock that was wrong. Milliseconds. */
const LONGEST_MS = 24 * 3_600_000;

/**
 * A change as it is, unless the service refused just this before: then it needs a change, a person's word, or
 * time.
 */
export function unlessRefused(change: Change, { snapshot, observed, options }: World): Change {
	const refusal = snapshot.refusals?.[change.address];
	if (refusal === undefined || !isSending(change) || change.reason === "replaced") return change;
	if (options.retry?.(change.address) || hasChanged(change, refusal, observed.credentials)) return change;
	const { message, at, until, remedy: advice } = refusal;
	const { address, place } = change;
	const goesOut = change.action === "publish" ? change.request.scheduledAt : undefined;
	const about = { address, ...defined({ place, at: goesOut }), reasonData: { message, at } };
	if (until === undefined)
		return {
			...about,
			action: "attention",
			reason: "refused-before",
			remedy: { code: "retry", address, ...defined({ advice }) },
		};
	const { now } = observed;
	if (until <= now || until - now > LONGEST_MS) return change;
	return { ...about, action: "wait", reason: "told-to-wait", until };
}

/** Whether a change stands for a refused post, whose account may be another one since. */
export function isRefusedPost({ address, reason }: Change): boolean {
	return (reason === "refused-before" || reason === "told-to-wait") && isPostAddress(address);
}

function isSending(change: Change): change is Sending {
	return ["submit", "resubmit", "render", "rerender", "publish"].includes(change.action);
}

/** Whether what the refusal may have been about is another now. What is not known counts as unchanged. */
function hasChanged(change: Sending, refusal: Refusal, credentials: string | undefined): boolean {
	if (!same(effective(change.request), effective(refusal.wanted))) return true;
	if (credentials !== undefined && refusal.credentials !== undefined && credentials !== refusal.credentials)
		return true;
	const { account } = change.action === "publish" ? change : {};
	if (account === undefined || refusal.account === undefined) return false;
	const { id, expiring } = refusal.account;
	return account.id !== id || (expiring && !account.tokenExpiringSoon);
}

/** What is sent of a request: what people wrote is not, and a task's reference asks for nothing. */
function effective(request: Sending["request"] | Refusal["wanted"]): object {
	const isTask = "projectName" in request;
	return { ...request, recipe: undefined, asked: undefined, ...(isTask && { reference: undefined }) };
}
