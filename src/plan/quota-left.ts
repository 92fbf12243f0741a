import { type Account, accountKey, type Platform } from "../model/account.ts";
import { type EpochMs, epochMs } from "../model/brand.ts";
import type { Observed } from "../model/observed.ts";
import type { Change } from "../model/plan.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { calendarOf } from "./calendar.ts";
import type { UnknownPosts } from "./desired/wanted.ts";
import type { GradedFinding } from "./refusal.ts";
import { soonest } from "./window.ts";

interface Looked {
	readonly changes: readonly Change[];
	/** Those whose clips are not known. */
	readonly unknown: readonly UnknownPosts[];
	readonly snapshot: Snapshot;
	readonly observed: Observed;
}

type Quota = NonNullable<Account["quota"]>;

interface Use {
	/** What the first of them is of. */
	readonly about: Change | UnknownPosts;
	readonly platform: Platform;
	readonly quota: Quota;
	readonly posts: number;
}

/** Platforms that take fewer posts until their quota begins anew than go there until then. */
export function ofQuotas(looked: Looked): readonly (readonly [Change | UnknownPosts, GradedFinding])[] {
	return [...usesOf(looked).values()].flatMap(({ about, platform, quota: { left, until }, posts }) => {
		const all = posts + handedOver(looked, platform, until);
		if (all <= left) return [];
		const finding = { code: "quota-short", platform, posts: all, left, until } as const;
		return [[about, { rule: "quota-short", severity: "warning", finding }] as const];
	});
}

/** What this plan would use of the quotas, by platform. */
function usesOf({ changes, unknown, observed }: Looked): ReadonlyMap<Platform, Use> {
	const quotas = new Map(
		[...(observed.connected ?? []), ...(observed.accounts ?? [])].flatMap((each) =>
			each.quota === undefined ? [] : [[accountKey(each), each.quota] as const],
		),
	);
	const uses = new Map<Platform, Use>();
	const add = (about: Use["about"], account: Account | UnknownPosts["account"], count: Counted) => {
		const quota = quotas.get(accountKey(account));
		const posts = quota === undefined ? 0 : count(quota.until);
		if (quota === undefined || posts === 0) return;
		const { platform } = account;
		const before = uses.get(platform) ?? { about, platform, quota, posts: 0 };
		uses.set(platform, { ...before, posts: before.posts + posts });
	};
	for (const change of changes)
		if (change.action === "publish" || change.action === "replace")
			add(change, change.request.account, (until) => Number(!isLater(change.request.scheduledAt, until)));
	for (const posts of unknown) add(posts, posts.account, (until) => mostBefore(posts, observed.now, until));
	return uses;
}

type Counted = (until: EpochMs) => number;

function isLater(at: EpochMs | undefined, until: EpochMs): boolean {
	return at !== undefined && at >= until;
}

/** Posts that take no slot go out once their clips are there. */
function mostBefore({ atMost = 0, at, schedule }: UnknownPosts, now: EpochMs, until: EpochMs): number {
	if (schedule === undefined) return isLater(at, until) ? 0 : atMost;
	const calendar = calendarOf(schedule, soonest(now));
	let count = 0;
	while (count < atMost && (calendar.slot(count) ?? until) < until) count++;
	return count;
}

/** Posts that the service holds until a time before that. */
function handedOver({ snapshot, observed: { now } }: Looked, platform: Platform, until: EpochMs): number {
	return Object.values(snapshot.resources).filter((state) => {
		if (state.kind !== "post" || state.request.account.platform !== platform) return false;
		const { scheduledAt = epochMs(0) } = state.request;
		return state.status === "SCHEDULED" && scheduledAt > now && scheduledAt < until;
	}).length;
}
