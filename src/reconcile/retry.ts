import { untilAllowed } from "../api/backoff.ts";
import type { CallKind, Outcome } from "../api/port.ts";
import type { AddressText } from "../model/address.ts";
import { epochMs } from "../model/brand.ts";
import type { Action } from "../model/plan.ts";
import type { Running } from "./context.ts";

/** How often a call that provably was not executed is made again in one run. Refusals for the moment (429) do not count. */
const TRIES = 5;
/** How often a repetition under its own key is tried in one run while its answers get lost. */
const REPETITIONS = 3;
/** Longest pause between two tries, in milliseconds. */
const LONGEST_MS = 60_000;

interface What {
	readonly address: AddressText;
	readonly action: Action;
}

/** Makes a call again while its outcome proves that nothing was executed and says `retry`, or where repeating it does nothing twice. Every other try is an attempt of its own in the journal. */
export async function persist<Kind extends CallKind>(
	running: Running,
	what: What,
	attempt: () => Promise<Outcome<Kind>>,
): Promise<Outcome<Kind>> {
	for (let [tries, tooMany] = [1, 0]; ; ) {
		running.emit({ type: "sending", ...what });
		const outcome = await attempt();
		running.emit({ type: "sent", ...what, outcome: outcome.class, message: outcome.message });
		if (!again(outcome, what, tries) || running.signal.aborted) return outcome;
		if (outcome.class === "refused") tooMany++;
		const forMs = outcome.class === "refused" ? pauseAfter(outcome, tooMany) : pauseBefore(++tries);
		running.emit({
			type: "waiting",
			address: what.address,
			forMs,
			until: epochMs(running.clock.now() + forMs),
			why: outcome.message,
		});
		await running.clock.sleep(forMs, running.signal).catch(() => running.signal.throwIfAborted());
	}
}

function pauseBefore(tries: number): number {
	return Math.round(Math.min(LONGEST_MS, 1000 * 2 ** (tries - 2)) * (0.5 + Math.random() / 2));
}

/** How long a refusal for the moment ("too many") is waited out, in milliseconds, after so many in a row. */
export function pauseAfter({ retryAfterMs }: Pick<Outcome<CallKind>, "retryAfterMs">, times: number): number {
	return untilAllowed(retryAfterMs, { times, chance: Math.random() });
}

/** What is refused for the moment is waited out however long it takes, except that a task may wait for others to end while the run goes on. */
function again(outcome: Outcome<CallKind>, { action }: What, tries: number): boolean {
	if (outcome.class === "unknown") return action === "repeat" && tries < REPETITIONS;
	if (outcome.next !== "retry") return false;
	if (outcome.class === "refused") return action === "publish" || action === "repeat";
	return outcome.class === "not-sent" && tries < TRIES;
}
