import { type Account, accountKey, parseAccountKey } from "../model/account.ts";
import { campaignOf, parseAddress } from "../model/address.ts";
import { AGENDA_STATUSES, type AgendaItem } from "../model/agenda.ts";
import type { EpochMs } from "../model/brand.ts";
import { clipsToApprove, isOverdue, LATE_MS } from "../notify/conditions.ts";
import type { STATUS_METRICS } from "./catalogue.ts";
import { openCounter } from "./collectors.ts";
import { type Sample, sampleOf } from "./exposition.ts";

/** What is known after a pass or an apply. */
export interface StatusFacts {
	readonly now: EpochMs;
	readonly build: { readonly version: string; readonly stateFormat: number };
	/** Absent: no pass succeeded yet. */
	readonly lastGoodPass?: EpochMs;
	/** Absent: nothing is known of them. */
	readonly items?: readonly AgendaItem[];
	/** As the service listed them last. Absent: it was not asked. */
	readonly accounts?: readonly Account[];
	readonly diskFreeBytes?: number;
}

/** How things stand, as samples. Pure. */
export function statusSamples(
	facts: StatusFacts,
): Readonly<Record<keyof typeof STATUS_METRICS, readonly Sample[]>> {
	const { now, build, lastGoodPass, items = [], accounts = [], diskFreeBytes } = facts;
	const posts = items.filter(({ address }) => parseAddress(address)?.kind === "post");
	const videos = items.filter(({ address }) => parseAddress(address)?.kind === "video");
	const campaigns = [...new Set(items.map(({ address }) => campaignOf(address)))].sort();
	const about = (value: (account: Account) => number | undefined) => ofAccounts(accounts, value);
	const count = (which: readonly AgendaItem[]) => byCampaign(campaigns, which);
	const overdue = (ms: number) => count(posts.filter((item) => isOverdue(item, now, ms)));
	return {
		showrun_build_info: [
			{ labels: { version: build.version, state_format: String(build.stateFormat) }, value: 1 },
		],
		showrun_last_successful_pass_timestamp_seconds: sampleOf(lastGoodPass && lastGoodPass / 1000),
		showrun_posts: byStatus(campaigns, posts),
		showrun_videos: byStatus(campaigns, videos),
		showrun_posts_due: overdue(0),
		showrun_posts_late: overdue(LATE_MS),
		showrun_clips_waiting_for_review: reviews(campaigns, items),
		showrun_unknown_outcomes: count(items.filter(({ standing }) => standing === "unknown")),
		showrun_account_token_valid: about(({ tokenValid }) => Number(tokenValid)),
		showrun_account_token_expiring_soon: about(({ tokenExpiringSoon }) => Number(tokenExpiringSoon)),
		showrun_account_posts_left: about(({ quota }) => quota?.left),
		showrun_disk_free_bytes: sampleOf(diskFreeBytes),
	};
}

/** Every status of every campaign is there, so that an alert sees what becomes 0. */
function byStatus(campaigns: readonly string[], items: readonly AgendaItem[]): readonly Sample[] {
	const all = campaigns.flatMap((campaign) =>
		Object.keys(AGENDA_STATUSES).map((status) => ({ campaign, status })),
	);
	const counter = openCounter(all);
	for (const { address, standing: status } of items) counter.add({ campaign: campaignOf(address), status });
	return counter.samples();
}

function byCampaign(campaigns: readonly string[], items: readonly AgendaItem[]): readonly Sample[] {
	const counter = openCounter(campaigns.map((campaign) => ({ campaign })));
	for (const { address } of items) counter.add({ campaign: campaignOf(address) });
	return counter.samples();
}

function reviews(campaigns: readonly string[], items: readonly AgendaItem[]): readonly Sample[] {
	const counter = openCounter(campaigns.map((campaign) => ({ campaign })));
	for (const [video, { clips }] of clipsToApprove(items))
		counter.add({ campaign: campaignOf(video) }, clips.size);
	return counter.samples();
}

function ofAccounts(
	accounts: readonly Account[],
	value: (account: Account) => number | undefined,
): readonly Sample[] {
	return accounts.flatMap((account) =>
		sampleOf(value(account)).map((sample) => ({
			...sample,
			// However its name is written, it is one series.
			labels: {
				platform: account.platform,
				account: parseAccountKey(accountKey(account)).username,
			},
		})),
	);
}
