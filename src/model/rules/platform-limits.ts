import type { Limit } from "./rule.ts";

/** How long a video may be on each platform. */
export const CLIP_LENGTHS = [
	{
		platform: "youtube",
		unit: "seconds",
		most: 180,
		severity: "warning",
		note: "longer videos are not Shorts; support.google.com/youtube/answer/15424877",
	},
	{
		platform: "youtube",
		unit: "seconds",
		most: 43_200,
		note: "15 minutes while the channel is not verified",
	},
	{
		platform: "tiktok",
		unit: "seconds",
		least: 3,
		most: 600,
		note: "each creator has a maximum of their own",
	},
	{ platform: "twitter", unit: "seconds", least: 0.5, note: "docs.x.com (2026-08-22)" },
	{
		platform: "twitter",
		unit: "seconds",
		most: 140,
		severity: "warning",
		note: "more by entitlement since 2026-09-01",
	},
	{ platform: "instagram", unit: "seconds", least: 3, most: 900, note: "ig-user/media reference" },
	{ platform: "facebook", unit: "seconds", least: 3, most: 90, note: "Reels; one source says 60" },
	{ platform: "facebook", unit: "seconds", most: 60, severity: "warning", note: "in one source" },
	{ platform: "linkedin", unit: "seconds", least: 3, most: 1800, note: "Videos API" },
] as const satisfies readonly Limit[];

/** How many posts a day each platform takes. */
export const POSTS_PER_DAY = [
	{
		platform: "youtube",
		unit: "posts-per-day",
		most: 100,
		note: "uploads per project, reset at midnight Pacific; determine_quota_cost (2026-09-15)",
	},
	{
		platform: "tiktok",
		unit: "posts-per-day",
		most: 15,
		note: "typical, unpublished, over all apps; content-sharing-guidelines (2026-08)",
	},
	{
		platform: "twitter",
		unit: "posts-per-day",
		most: 50,
		note: "unverified accounts; others 2400; help.x.com x-limits (2026-05)",
	},
	{
		platform: "instagram",
		unit: "posts-per-day",
		most: 50,
		note: "content_publishing_limit; older pages say 25 or 100",
	},
	{ platform: "facebook", unit: "posts-per-day", most: 30, note: "Reels per Page in 24 hours" },
] as const satisfies readonly Limit[];
