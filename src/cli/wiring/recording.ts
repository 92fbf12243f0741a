import { hostname } from "node:os";
import type { Account } from "../../model/account.ts";
import { type AddressText, parseAddress } from "../../model/address.ts";
import type { Campaign } from "../../model/campaign.ts";
import { defined } from "../../model/defined.ts";
import type { Settings } from "../../model/settings.ts";
import type { RunContext } from "../../reconcile/context.ts";
import type { Clock } from "../../system/clock.ts";
import { readSuspension } from "../../system/suspension.ts";
import { credentialsOf } from "./credentials.ts";
import { elsewhereOf } from "./elsewhere.ts";
import { engineOf } from "./engine-facts.ts";
import { connectService } from "./service.ts";

/**
 * Bounds of the time between two looks at a running task, in milliseconds: the shorter ones at home, the
 * longer ones where only 15 requests a minute are allowed.
 */
const FIRST = { least: 250, most: 10_000 };
const MOST = { least: 1_000, most: 30_000 };
/**
 * Of the requests a minute allows, looks may use up to this share in the beginning: one of two and a half.
 */
const SHARE = 0.4;

/** What differs between the commands that write. */
export interface RecordingParts
	extends Pick<
		RunContext,
		"service" | "writer" | "signal" | "emit" | "confirmPosts" | "options" | "parallelism" | "allowSkew"
	> {
	readonly settings: Settings;
	readonly campaigns: readonly Campaign[];
	readonly clock: Clock;
}

/** Everything a run needs, from the settings and this process. */
export function recordingOf({ settings, ...parts }: RecordingParts): RunContext {
	return {
		...parts,
		...defined({ policy: settings.policy, engine: engineOf(settings, parts.signal) }),
		looksAhead: true,
		...(settings.service.url === undefined && { accountsAhead: (signal) => accountsIn(settings, signal) }),
		credentials: credentialsOf(settings),
		elsewhere: elsewhereOf(settings, parts.writer.snapshot().lineage, (posts) =>
			parts.writer.counts?.({ posts, windowMs: (post) => windowOf(parts.campaigns, post) }),
		),
		limits: settings.service.limits,
		resolutions: parts.campaigns.flatMap((campaign) => campaign.resolutions ?? []),
		poll: pollOf(settings),
		suspension: () => readSuspension(settings.root, parts.clock.now()),
		host: hostname(),
		pid: process.pid,
	};
}

/** Posts of a day of any zone count, and those within the gap. Milliseconds. */
const DAY_MS = 26 * 3_600_000;

function windowOf(campaigns: readonly Campaign[], post: AddressText): number | undefined {
	const address = parseAddress(post);
	if (address?.kind !== "post") return undefined;
	const { maxPerDay, minGapMs } =
		campaigns.find(({ name }) => name === address.campaign)?.accounts[address.account] ?? {};
	return maxPerDay === undefined && minGapMs === undefined ? undefined : Math.max(DAY_MS, minGapMs ?? 0);
}

/**
 * The embedded service is started by the first request and writes from then on, which nothing may before a
 * yes.
 */
async function accountsIn(settings: Settings, signal: AbortSignal): Promise<readonly Account[]> {
	const { service, close } = await connectService(settings, "read", { cache: false });
	try {
		return await service.accounts(signal);
	} finally {
		await close();
	}
}

/** How soon the service of the settings is asked again, as its request limit allows. */
export function pollOf({ service }: Settings): RunContext["poll"] {
	const pause = 60_000 / (service.limits.requestsPerMinute * SHARE);
	return {
		firstMs: Math.min(FIRST.most, Math.max(FIRST.least, pause)),
		mostMs: Math.min(MOST.most, Math.max(MOST.least, 3 * pause)),
	};
}
