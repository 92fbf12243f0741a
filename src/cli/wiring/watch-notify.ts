import type { PassOutcome } from "../../daemon/daemon.ts";
import type { Account } from "../../model/account.ts";
import { defined } from "../../model/defined.ts";
import { Fault } from "../../model/fault.ts";
import { holdNotifier } from "./notifier.ts";
import { factsAfter } from "./notify-facts.ts";
import type { WatchSession } from "./watch-session.ts";

/** Who hears of the passes of a watch. */
export interface WatchNotifier {
	/** Returns at once. */
	heard(outcome: PassOutcome): void;
	close(): Promise<void>;
}

/** The accounts are read this often for those who are told of their tokens. Milliseconds. */
const ACCOUNTS_MS = 6 * 3_600_000;
/** An apply that ends may still send. Milliseconds. */
const LOCK_MS = 30_000;

/** Tells people what passes find, beside the loop. Undefined: the settings have no channel. */
export async function openWatchNotifier(session: WatchSession): Promise<WatchNotifier | undefined> {
	const { settings, log, signal, clock, paths } = session;
	const end = new AbortController();
	const until = AbortSignal.any([signal, end.signal]);
	const command = ["showrun watch", ...paths].join(" ");
	const notifier = await holdNotifier(settings, { command, signal: until, clock, log, waitMs: LOCK_MS });
	if (notifier === undefined) return undefined;
	const accounts = accountsFor(session);
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

/** Asks for the accounts once in a while: a token ends without anything being posted. */
function accountsFor({ settings, connected, clock }: WatchSession) {
	let [known, readAt]: [readonly Account[] | undefined, number | undefined] = [undefined, undefined];
	const isWanted = settings.notify?.channels.some(({ events }) => events.includes("token")) === true;
	return {
		last: () => known,
		async read(signal: AbortSignal): Promise<readonly Account[] | undefined> {
			const isRecent = readAt !== undefined && clock.monotonic() - readAt < ACCOUNTS_MS;
			if (!isWanted || isRecent) return known;
			readAt = clock.monotonic();
			try {
				known = await connected.service.accounts(signal);
			} catch (error) {
				// What only tells fails for itself.
				if (!(error instanceof Fault) && !signal.aborted) throw error;
			}
			return known;
		},
	};
}
