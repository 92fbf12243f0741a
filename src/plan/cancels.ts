import { defined } from "../model/defined.ts";
import type { PlanOptions } from "../model/observed.ts";
import type { Change } from "../model/plan.ts";
import type { Remedy } from "../model/remedy.ts";

/** Whether a change cancels what the service holds. */
export function cancels({ action }: Pick<Change, "action">): boolean {
	return action === "replace" || action === "cancel";
}

/** The changes, where what waits for a cancel says whether that is among them. */
export function withFollowing(changes: readonly Change[]): readonly Change[] {
	if (!changes.some(({ reason }) => reason === "old-post-held")) return changes;
	const cancelled = new Set(changes.flatMap(({ action, address }) => (action === "cancel" ? [address] : [])));
	return changes.map((change) => {
		if (change.action !== "wait" || change.reason !== "old-post-held") return change;
		const { reasonData } = change;
		if (!("address" in reasonData)) return change;
		const { address, at } = reasonData;
		const isCancelled = cancelled.has(address) || undefined;
		return { ...change, reasonData: defined({ address, at, isCancelled }) };
	});
}

/**
 * The changes with as many cancels as may be, all of them or none: an edit that cancels more than anybody
 * expected is looked at as a whole.
 */
export function withinCancels(
	changes: readonly Change[],
	{ maxCancels = Number.POSITIVE_INFINITY }: Pick<PlanOptions, "maxCancels">,
): readonly Change[] {
	const count = changes.filter(cancels).length;
	if (count <= maxCancels) return changes;
	const remedy = { code: "allow-cancels", cancels: count, limit: maxCancels } as const;
	return changes.map((change) => held(change, remedy));
}

function held(change: Change, remedy: Remedy): Change {
	if (change.action === "replace") {
		const { request: _, account: __, title: ___, taskId: ____, ...about } = change;
		return { ...about, action: "attention", remedy };
	}
	if (change.action !== "cancel") return change;
	const { taskId: _, ...about } = change;
	return { ...about, action: "attention", remedy };
}
