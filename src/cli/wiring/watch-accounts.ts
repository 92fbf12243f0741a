import type { Account } from "../../model/account.ts";
import { Fault } from "../../model/fault.ts";
import type { WatchSession } from "./watch-session.ts";

/** The accounts, as they were read last for those who are told of their tokens. */
export interface WatchedAccounts {
	/** Undefined: not read yet. */
	last(): readonly Account[] | undefined;
	/** Asks for them once in a while, and only where somebody wants to know. */
	read(signal: AbortSignal): Promise<readonly Account[] | undefined>;
}

/** The accounts are read this often. Milliseconds. */
const ACCOUNTS_MS = 6 * 3_600_000;

/** A token ends without anything being posted. */
export function watchedAccounts({
	settings: { notify, daemon },
	connected,
	clock,
}: Pick<WatchSession, "settings" | "connected" | "clock">): WatchedAccounts {
	let known: readonly Account[] | undefined;
	let readAt: number | undefined;
	const isTold = notify?.channels.some(({ events }) => events.includes("token")) === true;
	const isWanted = isTold || daemon.metrics !== undefined;
	return {
		last: () => known,
		async read(signal) {
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
