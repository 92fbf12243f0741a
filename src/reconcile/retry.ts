import { untilAllowed } from "../api/backoff.ts";
import type { CallKind, CallOutcome } from "../api/port.ts";
import type { AddressText } from "../model/address.ts";
import { epochMs } from "../model/brand.ts";
import { defined } from "../model/defined.ts";
import { Fault } from "../model/fault.ts";
import type { Action } from "../model/plan.ts";
import type { RunContext } from "./context.ts";

/**
 * How often a call that provably was not executed is made again in one run. Refusals for the moment (429) do
 * not count.
 */
const TRIES = 5;
/** How often a repetition under its own key is tried in one run while its answers get lost. */
const REPETITIONS = 3;
/** Longest pause between two tries, in milliseconds. */
const LONGEST_MS = 60_000;

interface Target {
	readonly address: AddressText;
	readonly action: Action;
}

/**
 * Makes a call again while its outcome proves that nothing was executed and says `retry`, or where repeating
 * it does nothing twice.
 * Every other try is an attempt of its own in the journal.
 */
export async function retry<Kind extends CallKind>(
	context: RunContext,
	target: Target,
	attempt: () => Promise<CallOutcome<Kind>>,
): Promise<CallOutcome<Kind>> {
	for (let [tries, tooMany] = [1, 0]; ; ) {
		context.emit({ type: "sending", ...target });
		const outcome = await attempt().catch((error: unknown) => notSentYet<Kind>(error));
		const { class: result, message: why } = outcome;
		context.emit({ type: "sent", ...target, outcome: result, message: why });
		if (!mayTryAgain(outcome, target, tries) || context.signal.aborted) return outcome;
		if (result === "refused") tooMany++;
		const forMs = result === "refused" ? pauseAfter(outcome, tooMany) : pauseBefore(++tries);
		const until = epochMs(context.clock.now() + forMs);
		context.emit({ type: "waiting", address: target.address, forMs, until, why });
		await context.clock.sleep(forMs, context.signal).catch(() => context.signal.throwIfAborted());
	}
}

/**
 * A fault that passes and proves that nothing left (another run holds the ledger) is one more thing to try
 * again.
 */
function notSentYet<Kind extends CallKind>(error: unknown): CallOutcome<Kind> {
	if (!(error instanceof Fault) || error.next !== "retry" || error.fatal) throw error;
	const { message, remedy } = error;
	return { class: "not-sent", next: "retry", message, evidence: { error: message }, ...defined({ remedy }) };
}

function pauseBefore(tries: number): number {
	return Math.round(Math.min(LONGEST_MS, 1000 * 2 ** (tries - 2)) * (0.5 + Math.random() / 2));
}

/** How long a refusal for the moment ("too many") is waited out, in milliseconds, after so many in a row. */
export function pauseAfter(
	{ retryAfterMs }: Pick<CallOutcome<CallKind>, "retryAfterMs">,
	times: number,
): number {
	return untilAllowed(retryAfterMs, { times, chance: Math.random() });
}

/**
 * What is refused for the moment is waited out however long it takes, except that a task may wait for others
 * to end while the run goes on.
 */
function mayTryAgain(outcome: CallOutcome<CallKind>, { action }: Target, tries: number): boolean {
	if (outcome.class === "unknown") return action === "repeat" && tries < REPETITIONS;
	if (outcome.next !== "retry") return false;
	if (outcome.class === "refused") return action === "publish" || action === "replace" || action === "repeat";
	return outcome.class === "not-sent" && tries < TRIES;
}
