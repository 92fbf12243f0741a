import { type Account, accountKey, type Platform } from "../model/account.ts";
import { StopFault } from "../model/fault.ts";
import type { Reading } from "./context.ts";

/** How long one authorization URL is waited on before a new one is asked for, and how often that is done. */
const URL_MS = 15 * 60_000;
const URLS = 2;

/** What connecting needs. */
export interface Connecting extends Pick<Reading, "service" | "clock" | "signal"> {
	readonly platform: Platform;
	/** Pause between two looks at the accounts, in milliseconds. */
	readonly lookMs: number;
	/** Shows a URL to the person who opens it. Called again when the first one ran out. */
	readonly show: (url: string) => void;
}

/** Asks for an authorization URL and waits until a person has connected an account with it: one that is new, or whose token became valid. Throws `StopFault`. */
export async function connectAccount(connecting: Connecting): Promise<Account> {
	const { service, platform, signal, show } = connecting;
	const before = valid(await service.accounts(signal), platform);
	for (let urls = 1; urls <= URLS; urls++) {
		show(await service.connectUrl(platform, signal));
		const account = await appeared(connecting, new Set(before.map(nameOf)));
		if (account) return account;
	}
	throw new StopFault(`No ${platform} account was connected within ${(URLS * URL_MS) / 60_000} minutes. Nothing was charged.`, {
		remedy: "Run the command again when somebody can open the page.",
	});
}

async function appeared({ service, clock, signal, platform, lookMs }: Connecting, before: ReadonlySet<string>): Promise<Account | undefined> {
	for (const end = clock.monotonic() + URL_MS; clock.monotonic() < end; ) {
		await clock.sleep(lookMs, signal);
		const account = valid(await service.accounts(signal), platform).find((each) => !before.has(nameOf(each)));
		if (account) return account;
	}
	return undefined;
}

function valid(accounts: readonly Account[], platform: Platform): readonly Account[] {
	return accounts.filter((account) => account.platform === platform && account.tokenValid);
}

/** A reconnect may give a known account a new id, and a second account another name. */
function nameOf(account: Account): string {
	return `${account.id} ${accountKey(account)} ${account.tokenExpiringSoon ? "expiring" : "fresh"}`;
}
