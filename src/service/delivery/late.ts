import { timeSpan } from "../../model/time-span.ts";
import type { LateRule, PublishRecord, PublishTarget } from "../store/shapes.ts";

const LATE_AFTER_MS = 60_000;

/** Whether a post came later than anybody would call on time. */
export function isLate(scheduledAt: number | null, at: number): boolean {
	return scheduledAt !== null && at - scheduledAt > LATE_AFTER_MS;
}

/** A rule that keeps a post from going out, and how late the post is, in milliseconds. */
export interface TooLate {
	readonly action: "hold" | "skip";
	readonly maxMs: number;
	readonly byMs: number;
}

/**
 * Whether a post is too late to go out by its own rule, else by that of its account. What was sent before is
 * taken on: it may be out already. Undefined: it goes out.
 */
export function tooLate(
	{ scheduledAt, late }: Pick<PublishRecord, "scheduledAt" | "late">,
	{ armedAt, isAskedFor }: Pick<PublishTarget, "armedAt" | "isAskedFor">,
	{ now, accountRule }: { readonly now: number; readonly accountRule: LateRule | undefined },
): TooLate | undefined {
	const rule = late ?? accountRule;
	if (rule === undefined || rule.action === "deliver" || scheduledAt === null) return undefined;
	if (isAskedFor || armedAt !== undefined || now - scheduledAt <= rule.maxMs) return undefined;
	return { action: rule.action, maxMs: rule.maxMs, byMs: now - scheduledAt };
}

/** Why a post did not go out, and how it can. */
export function tooLateMessage({ action, maxMs, byMs }: TooLate, taskId: string): string {
	const why = `${timeSpan(byMs)} late, more than the ${timeSpan(maxMs)} that it may be`;
	return action === "hold"
		? `Held: ${why}. To deliver it now: showrun posts retry ${taskId}. Never: showrun posts cancel ${taskId}`
		: `Skipped: ${why}. To deliver it all the same: showrun posts retry ${taskId}`;
}
