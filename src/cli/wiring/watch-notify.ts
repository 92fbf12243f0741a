import type { PassOutcome } from "../../daemon/daemon.ts";
import { defined } from "../../model/defined.ts";
import { holdNotifier } from "./notifier.ts";
import { factsAfter } from "./notify-facts.ts";
import type { WatchedAccounts } from "./watch-accounts.ts";
import type { WatchSession } from "./watch-session.ts";

/** Who hears of the passes of a watch. */
export interface WatchNotifier {
	/** Returns at once. */
	heard(outcome: PassOutcome): void;
	close(): Promise<void>;
}

/** An apply that ends may still send. Milliseconds. */
const LOCK_MS = 30_000;

/** Tells people what passes find, beside the loop. Undefined: the settings have no channel. */
export async function openWatchNotifier(
	session: WatchSession,
	accounts: WatchedAccounts,
): Promise<WatchNotifier | undefined> {
	const { settings, log, signal, clock, command } = session;
	const end = new AbortController();
	const until = AbortSignal.any([signal, end.signal]);
	const notifier = await holdNotifier(settings, { command, signal: until, clock, log, waitMs: LOCK_MS });
	if (notifier === undefined) return undefined;
	const tell = async (outcome: PassOutcome) => {
		const now = clock.now();
		if ("trouble" in outcome)
			notifier.tell({ now, trouble: outcome.trouble, ...defined({ accounts: accounts.last() }) });
		else notifier.tell(await factsAfter(outcome, { settings, now, accounts: await accounts.read(until) }));
	};
	let telling: Promise<void> = Promise.resolve();
	const running = notifier.run();
	return {
		heard: (outcome) => {
			telling = telling.then(() => tell(outcome));
		},
		async close() {
			end.abort();
			await Promise.all([telling, running]).finally(() => notifier.close());
		},
	};
}
