import type { Account, AccountHealth } from "../../model/account.ts";
import type { Campaign } from "../../model/campaign.ts";
import type { Settings } from "../../model/settings.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { accountHealth } from "../../plan/account-health.ts";
import { plan } from "../../plan/plan.ts";
import type { Sources } from "../../reconcile/sources.ts";
import { systemClock } from "../../system/clock.ts";
import { renderAccounts } from "../../views/accounts.ts";
import { renderFault } from "../../views/fault.ts";
import type { InputFlags } from "../flags/inputs.ts";
import { NO_FLAGS } from "../flags/plan.ts";
import { err, inkOf, out, stopSignal } from "../terminal/terminal.ts";
import { withKnownItems } from "../wiring/items.ts";
import { planOptionsOf } from "../wiring/plan-options.ts";
import { connectService } from "../wiring/service.ts";
import { storeOf } from "../wiring/store.ts";
import { openSettings, readableCampaigns, readableSources } from "../wiring/workspace.ts";

interface ListFlags extends InputFlags {
	readonly json?: true;
}

/**
 * `showrun accounts list`: reads the connected accounts, and says which posts their tokens put at risk. Needs
 * no campaign.
 */
export async function listAccounts(paths: readonly string[], flags: ListFlags): Promise<void> {
	const signal = stopSignal();
	const settings = await openSettings({ paths });
	const snapshot = await storeOf(settings).read();
	const { campaigns, ...sources } = await wanted(paths, { settings, flags, signal, snapshot });
	const accounts = await readAccounts(settings, signal);
	const now = systemClock.now();
	const planned = plan({
		campaigns,
		snapshot,
		observed: { now, ...sources, accounts },
		options: planOptionsOf(settings, NO_FLAGS, { campaigns, snapshot }),
	});
	const health = accountHealth({ accounts, snapshot, campaigns, plan: planned, now });
	if (flags.json) for (const one of health) out(`${JSON.stringify(asEvent(one))}\n`);
	else out(renderAccounts(health, { ...inkOf(process.stdout), zone: campaigns[0]?.timezone ?? "UTC" }));
}

interface Wanting {
	readonly settings: Settings;
	readonly flags: ListFlags;
	readonly signal: AbortSignal;
	readonly snapshot: Snapshot;
}

/**
 * The campaigns that can be understood now; the others are complained about, and no reason to hide the
 * accounts.
 */
async function wanted(
	paths: readonly string[],
	{ settings, flags, signal, snapshot }: Wanting,
): Promise<Sources & { readonly campaigns: readonly Campaign[] }> {
	const readable = await readableCampaigns({ paths }, signal, flags);
	if (readable.length === 0) return { campaigns: readable, sources: {}, durations: {} };
	const campaigns = await withKnownItems({ campaigns: readable, settings, snapshot });
	const { unreadable, ...sources } = await readableSources({ settings, campaigns }, signal);
	for (const fault of unreadable.values()) err(renderFault(fault, inkOf(process.stderr)));
	return { ...sources, campaigns: campaigns.filter(({ name }) => !unreadable.has(name)) };
}

async function readAccounts(settings: Settings, signal: AbortSignal): Promise<readonly Account[]> {
	const connected = await connectService(settings, "read");
	try {
		return await connected.service.accounts(signal);
	} finally {
		await connected.close();
	}
}

function asEvent({ account, connected, atRisk }: AccountHealth): object {
	return { type: "account", ...account, ...connected, connected: connected !== undefined, atRisk };
}
