import type { CallKind, Outcome } from "../api/port.ts";
import type { Address } from "../model/address.ts";
import type { Action } from "../model/plan.ts";
import type { Running } from "./context.ts";

/** How often a call that provably was not executed is made again in one run. Refusals for the moment (429) do not count. */
const TRIES = 5;
/** Longest pause between two tries, in milliseconds. */
const LONGEST_MS = 60_000;
/** How long "too many requests" is waited out in one run, in milliseconds. */
const PATIENCE_MS = 15 * 60_000;

/** Makes a call again while its outcome proves that nothing was executed and says `retry`. Every try is an attempt of its own in the journal. */
export async function persist<Kind extends CallKind>(
	running: Running,
	what: { readonly address: Address; readonly action: Action },
	attempt: () => Promise<Outcome<Kind>>,
): Promise<Outcome<Kind>> {
	const started = running.clock.monotonic();
	for (let tries = 1; ; tries++) {
		running.emit({ type: "sending", ...what });
		const outcome = await attempt();
		running.emit({ type: "sent", ...what, outcome: outcome.class, message: outcome.message });
		if (!again(outcome, { tries, waitedMs: running.clock.monotonic() - started }) || running.signal.aborted) return outcome;
		const forMs = outcome.retryAfterMs ?? Math.min(LONGEST_MS, 1000 * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);
		running.emit({ type: "waiting", address: what.address, forMs, why: outcome.message });
		await running.clock.sleep(forMs, running.signal).catch(() => running.signal.throwIfAborted());
	}
}

function again<Kind extends CallKind>(outcome: Outcome<Kind>, so: { readonly tries: number; readonly waitedMs: number }): boolean {
	if (outcome.next !== "retry") return false;
	if (outcome.class === "refused") return so.waitedMs < PATIENCE_MS;
	return outcome.class === "not-sent" && so.tries < TRIES;
}
