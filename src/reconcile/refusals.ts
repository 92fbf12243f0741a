import type { CallKind, CallOutcome } from "../api/port.ts";
import type { Account } from "../model/account.ts";
import { type EpochMs, epochMs } from "../model/brand.ts";
import { defined } from "../model/defined.ts";
import type { RefusalNote } from "../model/refusal.ts";
import { same } from "../model/same.ts";
import type { Operation } from "../model/snapshot.ts";
import type { RunContext } from "./context.ts";
import { serviceNow } from "./service-time.ts";

/**
 * Pauses before a refusal that can heal by itself is tried again: the first, doubled each time, and the
 * longest.
 * Milliseconds.
 */
const PAUSES = {
	/** Units, quotas and authorizations need somebody, or another day. */
	wait: { firstMs: 15 * 60_000, mostMs: 6 * 3_600_000 },
	/** Too many requests or tasks; a run that goes on waits by itself. */
	retry: { firstMs: 30_000, mostMs: 15 * 60_000 },
} as const;

/** What keeps a later run from sending the same again. Undefined: the outcome is no refusal. */
export function refusalNote(
	context: RunContext,
	{ address, wanted }: Operation,
	{ outcome, account }: { readonly outcome: CallOutcome<CallKind>; readonly account: Account | undefined },
): RefusalNote | undefined {
	if (outcome.class !== "refused") return undefined;
	const { refusals, lineage } = context.writer.snapshot();
	const before = refusals?.[address];
	const times = before !== undefined && same(before.wanted, wanted) ? before.times + 1 : 1;
	const { message, remedy, next = "stop" } = outcome;
	return defined({
		message: message.slice(0, 500),
		remedy,
		until: next === "stop" ? undefined : untilOf(outcome, { next, times, now: serviceNow(context) }),
		times,
		account: account && { id: account.id, expiring: account.tokenExpiringSoon },
		credentials: context.credentials?.(lineage),
	});
}

function untilOf(
	{ retryAfterMs }: CallOutcome<CallKind>,
	{ next, times, now }: { readonly next: "wait" | "retry"; readonly times: number; readonly now: EpochMs },
): EpochMs {
	const { firstMs, mostMs } = PAUSES[next];
	return epochMs(now + (retryAfterMs ?? Math.min(mostMs, firstMs * 2 ** (times - 1))));
}
