import { accountKey } from "../model/account.ts";
import type { EpochMs } from "../model/brand.ts";
import type { Campaign, CampaignAccount, Post, Schedule } from "../model/campaign.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { RULES } from "../model/rules.ts";
import { fixedTime, found, slotsOfYear } from "./check-times.ts";
import type { Slot } from "./slots.ts";

const MINUTE_MS = 60_000;

/** Finds accounts that are asked to post too often in a day, and posts that are too close together. */
export function checkCrowding(campaign: Campaign): Diagnostic[] {
	const users = usersOf(campaign);
	const schedules = [...users.values()].flatMap((user) => [...closeSlots(user), ...busyDays(user)]);
	return [
		...schedules,
		...fixedTimes(campaign),
		...campaign.posts.flatMap((post) => manyAtOnce(post, campaign)),
		...limitsAbovePlatform(campaign),
	];
}

/** A schedule with the accounts whose posts take its slots. */
interface User {
	readonly schedule: Schedule;
	readonly year: readonly Slot[];
	readonly accounts: Map<string, CampaignAccount>;
	/** Most posts that each of them may get in its slots. */
	readonly posts: Map<string, number>;
}

function usersOf({ videos, posts, schedules, accounts }: Campaign): ReadonlyMap<string, User> {
	const users = new Map<string, User>();
	for (const post of posts) {
		const schedule = post.schedule === undefined ? undefined : schedules[post.schedule];
		if (schedule === undefined) continue;
		const user = users.get(schedule.name) ?? {
			schedule,
			year: slotsOfYear(schedule),
			accounts: new Map(),
			posts: new Map(),
		};
		users.set(schedule.name, user);
		for (const { account } of post.targets) {
			const known = accounts[account];
			if (known === undefined) continue;
			user.accounts.set(account, known);
			user.posts.set(account, (user.posts.get(account) ?? 0) + mostClips(post, { videos }) * post.repeat);
		}
	}
	return users;
}

/** Most clips that an entry chooses. */
function mostClips({ clips: { top, ranks }, from }: Post, { videos }: Pick<Campaign, "videos">): number {
	const clipping = videos.find(({ name }) => name === from)?.clipping;
	const isBounded = clipping?.limit !== undefined && !clipping.moreResults;
	const found = isBounded ? clipping.limit + (clipping.added?.length ?? 0) : undefined;
	return Math.min(...[top, ranks?.length, found].map((most) => most ?? Number.POSITIVE_INFINITY));
}

/** Slots that follow each other faster than an account wants. One post alone is close to none. */
function closeSlots({ schedule, year, accounts, posts }: User): Diagnostic[] {
	// `clock-change` reports what a clock change pushes together.
	const usual = year.filter(({ kind }) => kind === "exact");
	const gaps = usual
		.slice(1)
		.map(({ at, wall }, index) => ({ ms: at - (usual[index]?.at ?? at), walls: [usual[index]?.wall, wall] }));
	const closest = gaps.reduce((least, each) => (each.ms < least.ms ? each : least), {
		ms: Number.POSITIVE_INFINITY,
		walls: [],
	});
	const asked = [...accounts]
		.filter(([name, account]) => (posts.get(name) ?? 0) > 1 && closest.ms < gapOf(account))
		.map(([name]) => `\`${name}\``);
	if (asked.length === 0) return [];
	const walls = closest.walls.map((wall) => wall?.replace("T", " ")).join(" and ");
	const own = [...accounts.values()].some(({ minGapMs }) => minGapMs !== undefined && closest.ms < minGapMs);
	const used = own ? " Where the account says `min_gap`, slots that are too close stay empty." : "";
	return [
		found(
			"posts-too-close",
			`The slots ${walls} of \`${schedule.name}\` are ${closest.ms / MINUTE_MS} ${closest.ms === MINUTE_MS ? "minute" : "minutes"} apart, ` +
				`for ${asked.join(", ")}.${used}`,
			schedule.place,
		),
	];
}

function gapOf({ minGapMs }: CampaignAccount): number {
	return minGapMs ?? (RULES["posts-too-close"].limits?.[0]?.least ?? 0) * MINUTE_MS;
}

/** Days with more slots than a platform takes posts. */
function busyDays({ schedule, accounts }: User): Diagnostic[] {
	const most = Math.max(0, ...Object.values(schedule.slots).map((times) => times.length));
	return [...accounts].flatMap(([name, { platform, maxPerDay = Number.POSITIVE_INFINITY }]) => {
		const limit = dailyLimit(platform);
		if (Math.min(most, maxPerDay) <= limit || maxPerDay < most) return [];
		return [
			found(
				"too-many-posts",
				`\`${schedule.name}\` has ${most} slots on a day, and \`${name}\` may take ${limit} posts.`,
				schedule.place,
			),
		];
	});
}

/** A limit of its own that is above the platform's. */
function limitsAbovePlatform({ accounts }: Campaign): Diagnostic[] {
	return Object.entries(accounts).flatMap(([name, { platform, maxPerDay, place }]) => {
		const limit = dailyLimit(platform);
		return maxPerDay === undefined || maxPerDay <= limit
			? []
			: [
					found(
						"too-many-posts",
						`\`${name}\` says \`max_per_day: ${maxPerDay}\`, and may take ${limit} posts.`,
						place,
					),
				];
	});
}

function dailyLimit(platform: CampaignAccount["platform"]): number {
	const limit = RULES["too-many-posts"].limits?.find(
		(each) => each.platform === platform && each.unit === "posts-per-day",
	);
	return limit?.most ?? Number.POSITIVE_INFINITY;
}

/** Entries that post many clips at one minute, or all at once. */
function manyAtOnce(post: Post, { accounts, videos }: Campaign): Diagnostic[] {
	if (post.schedule !== undefined) return [];
	const most = mostClips(post, { videos });
	const busy = post.targets.flatMap(({ account: name }) => {
		const account = accounts[name];
		if (
			account === undefined ||
			account.maxPerDay !== undefined ||
			!Number.isFinite(most) ||
			most <= dailyLimit(account.platform)
		)
			return [];
		return [
			found(
				"too-many-posts",
				`\`${post.name}\` posts up to ${most} clips at once, and \`${name}\` may take ` +
					`${dailyLimit(account.platform)} a day.`,
				post.place,
			),
		];
	});
	const together =
		post.at !== undefined && most > 1
			? [
					found(
						"posts-too-close",
						`All clips of \`${post.name}\` go out at the same minute; a schedule spreads them.`,
						post.at.place,
					),
				]
			: [];
	return [...busy, ...together];
}

/** Entries whose fixed times on one account are too close. */
function fixedTimes(campaign: Campaign): Diagnostic[] {
	const byAccount = new Map<
		string,
		{ readonly post: Post; readonly account: CampaignAccount; readonly at: EpochMs }[]
	>();
	for (const post of campaign.posts) {
		const at = fixedTime(post, campaign);
		if (at === undefined) continue;
		for (const target of post.targets) {
			const account = campaign.accounts[target.account];
			if (account === undefined) continue;
			const key = accountKey(account);
			byAccount.set(key, [...(byAccount.get(key) ?? []), { post, account, at }]);
		}
	}
	return [...byAccount.values()].flatMap((all) => {
		const sorted = all.sort((a, b) => a.at - b.at);
		return sorted.slice(1).flatMap(({ post, account, at }, index) => {
			const before = sorted[index];
			if (before === undefined || at - before.at >= gapOf(account) || before.post === post) return [];
			const minutes = Math.round((at - before.at) / MINUTE_MS);
			return [
				found(
					"posts-too-close",
					`\`${post.name}\` follows \`${before.post.name}\` on ${account.platform} ${account.username} ` +
						`after ${minutes} minutes.`,
					post.at?.place ?? post.place,
				),
			];
		});
	});
}
