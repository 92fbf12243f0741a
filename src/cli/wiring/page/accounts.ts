import { PLATFORMS } from "../../../model/account.ts";
import { epochMs } from "../../../model/brand.ts";
import type { Settings } from "../../../model/settings.ts";
import type { Overview, PageAccounts } from "../../../page/port.ts";
import { accountHealth } from "../../../plan/account-health.ts";
import { systemClock } from "../../../system/clock.ts";
import type { Connected } from "../service.ts";
import { keptUntilChanged } from "./kept.ts";

/** A service elsewhere counts requests. Milliseconds. */
const ASK_AGAIN_MS = 5 * 60_000;
const OWN_MS = 5_000;

interface AccountParts {
	readonly settings: Settings;
	readonly connected: Connected;
	readonly signal: AbortSignal;
	readonly overview: () => Promise<Overview>;
}

/** The connected accounts, asked for once in some minutes, with the posts that they put at risk now. */
export function openAccounts({ settings, connected, signal, overview }: AccountParts) {
	const isElsewhere = settings.service.url !== undefined;
	const { now } = systemClock;
	const asked = keptUntilChanged(
		async () => ({ accounts: await connected.service.accounts(signal), askedAt: epochMs(now()) }),
		{ now, maxMs: isElsewhere ? ASK_AGAIN_MS : OWN_MS },
	);
	const withApp = PLATFORMS.filter((platform) => settings.embedded.apps[platform] !== undefined);
	return async (): Promise<PageAccounts> => {
		const { accounts, askedAt } = await asked.get();
		const { items, campaigns, snapshot, now: at } = await overview();
		const changes = items.flatMap(({ change }) => change ?? []);
		const health = accountHealth({ accounts, snapshot, campaigns, plan: { changes }, now: at });
		return { health, askedAt, withApp, isElsewhere };
	};
}
