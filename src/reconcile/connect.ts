import type { Service } from "../api/port.ts";
import { type Account, accountKey, type Platform } from "../model/account.ts";
import type { ConnectEvent } from "../model/connect.ts";
import { Fault, StopFault } from "../model/fault.ts";
import type { Clock } from "../system/clock.ts";

/**
 * How long a URL is taken to be good, in milliseconds: the interface gives no time, the embedded service this
 * one.
 */
const URL_MS = 15 * 60_000;

/** What connecting an account needs. */
export interface Connecting {
	readonly service: Pick<Service, "accounts" | "connectUrl">;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	readonly platform: Platform;
	/** How long to wait, from the last URL a person asked for. */
	readonly timeoutMs: number;
	/** Bounds of the pause between two looks at the accounts, in milliseconds. */
	readonly poll: { readonly firstMs: number; readonly mostMs: number };
	readonly emit: (event: ConnectEvent) => void;
	/** Resolves when a person wants another URL; never, where nobody can say so. Gives up with the signal. */
	readonly wish: (signal: AbortSignal) => Promise<void>;
}

/**
 * Asks for a page on which a person allows the connection (interface 4.1) and waits until an account of the
 * platform is new, or its token has become good.
 * An expired URL is asked for again, once by itself. Throws `StopFault` when the time is over, the service's
 * faults, or the signal's reason.
 */
export async function connectAccount(connecting: Connecting): Promise<readonly Account[]> {
	const { service, clock, signal, emit } = connecting;
	const before = await service.accounts(signal);
	const waiting = await begin(connecting, "first");
	for (let looks = 0; ; looks++) {
		if ((await pause(connecting, waiting, looks)) === "wish") {
			Object.assign(waiting, await begin(connecting, "asked"));
			looks = -1;
			continue;
		}
		const connected = (await look(connecting)).filter(
			(account) => account.platform === connecting.platform && isNew(account, before),
		);
		for (const account of connected) emit({ type: "connected", account });
		if (connected.length > 0) return connected;
		if (clock.monotonic() >= waiting.until) throw timedOut(connecting);
		if (clock.monotonic() >= waiting.expires)
			Object.assign(waiting, { expires: Number.POSITIVE_INFINITY }, await offer(connecting, "expired"));
	}
}

interface Waiting {
	/** When the URL expires and when waiting ends, monotonic. `Infinity`: it was renewed already. */
	expires: number;
	until: number;
}

async function begin(connecting: Connecting, why: "first" | "asked"): Promise<Waiting> {
	await offer(connecting, why);
	const now = connecting.clock.monotonic();
	return { expires: now + URL_MS, until: now + connecting.timeoutMs };
}

async function offer(
	{ service, platform, signal, emit }: Connecting,
	why: "first" | "asked" | "expired",
): Promise<void> {
	emit({ type: "connect-url", platform, url: await service.connectUrl(platform, signal), why });
}

/** Waits until the accounts may be looked at again, or a person wants another URL. */
async function pause(
	{ clock, signal, poll, wish }: Connecting,
	{ expires, until }: Waiting,
	looks: number,
): Promise<"look" | "wish"> {
	const pace = Math.min(poll.mostMs, poll.firstMs * 1.3 ** looks);
	const ms = Math.max(0, Math.min(pace, until - clock.monotonic(), expires - clock.monotonic()));
	const over = new AbortController();
	const either = AbortSignal.any([signal, over.signal]);
	try {
		return await Promise.race([
			clock.sleep(ms, either).then(() => "look" as const),
			wish(either).then(() => "wish" as const),
		]);
	} finally {
		over.abort();
	}
}

/** A service that cannot answer for now may do so at the next look: the person is still on its page. */
async function look({ service, signal, emit }: Connecting): Promise<readonly Account[]> {
	try {
		return await service.accounts(signal);
	} catch (error) {
		if (!(error instanceof Fault) || error.next !== "retry") throw error;
		emit({ type: "unanswered", message: error.message });
		return [];
	}
}

/** Not there before under its id, or with a token that is good now and was not. */
function isNew(account: Account, before: readonly Account[]): boolean {
	const earlier = before.find(({ id }) => id === account.id);
	if (earlier === undefined || accountKey(earlier) !== accountKey(account)) return true;
	return (
		account.tokenValid && (!earlier.tokenValid || (earlier.tokenExpiringSoon && !account.tokenExpiringSoon))
	);
}

function timedOut({ timeoutMs, platform }: Connecting): StopFault {
	const time = timeoutMs < 60_000 ? `${timeoutMs / 1000} s` : `${Math.round(timeoutMs / 6_000) / 10} min`;
	return new StopFault(`No ${platform} account was connected within ${time}. Nothing is charged for that.`, {
		remedy:
			"Run the command again for a new page. An account that was valid before looks the same afterwards: " +
			"see showrun accounts list",
	});
}
