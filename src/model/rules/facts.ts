import { CHECKED, type Limit, type Rule } from "./rule.ts";

const SERVICE = "the service's interface document";
const RATE = "docs.x.com (2026-08)";

/**
 * Numbers and habits of the service and the platforms that no file can break, or that showrun keeps to by
 * itself.
 */
export const FACTS = {
	"service-publish-again": {
		...fact("Publishing a clip again posts it again", `${SERVICE}, 4.3, rule 3`),
		why:
			"The service makes a new post each time. showrun remembers every moment posted and never sends one " +
			"twice unless the post says `repeat`.",
	},
	"service-account-keys": {
		...fact("Accounts are named by the service's ids", `${SERVICE}, 4.3`),
		why: "Platform names as keys are refused. showrun looks the id up by platform and user name.",
	},
	"service-connection-cost": {
		...fact("Connecting an account costs 10 API units", `${SERVICE}, 8`),
		why: "They are charged once it is connected.",
	},
	"service-link-lifetime": {
		...fact("Download links end", `${SERVICE}, 2.2`, { unit: "hours", most: 24 }),
		why: "Every read gives new ones; showrun never stores them.",
	},
	"service-uploads": {
		...fact("Uploads have a size", "published clients of the service (2026-07)", {
			unit: "megabytes",
			most: 5000,
		}),
		why: "Sources with an address are not limited.",
	},
	"service-plans": {
		...fact("Some settings need a plan", `${SERVICE}, 8`),
		why: "`more_results` and `express` need an Enterprise subscription, uploading needs Starter or above.",
	},
	"youtube-file-size": {
		platform: "youtube",
		...fact("YouTube has a largest file", "support.google.com/youtube", { unit: "megabytes", most: 256_000 }),
		why: "Clips are far smaller.",
	},
	"youtube-thumbnail-size": {
		platform: "youtube",
		...fact("A YouTube thumbnail has a largest size", "YouTube revision history (2026-09-14)", {
			unit: "megabytes",
			most: 50,
			note: "2 before 2026-09-14",
		}),
		why: "JPEG or PNG, and the channel must be verified. Shorts take one since 2026-11-03.",
	},
	"youtube-unverified-project": {
		platform: "youtube",
		...fact("Uploads of unverified API projects are public again", "YouTube revision history (2026-11-02)"),
		why: "From 2020-07-28 to 2026-11-02 they were forced to be private.",
	},
	"youtube-short-texts": {
		platform: "youtube",
		...fact(
			"Some tools ask more of YouTube's texts",
			"Postiz, Zernio (2026)",
			{ unit: "characters", least: 2, note: "a title" },
			{ unit: "characters", most: 100, note: "each tag" },
		),
		why: "YouTube's own pages do not say so.",
	},
	"youtube-token": {
		platform: "youtube",
		...fact("YouTube authorizations end", "Google OAuth documentation", { unit: "days", most: 7 }),
		why: "After 7 days in testing mode, else after 6 months without use.",
	},
	"youtube-not-settable": {
		platform: "youtube",
		...fact("Not every setting of YouTube can be given", "developers.google.com/youtube/v3/docs/videos"),
		why:
			"Made for kids, synthetic media and notifying subscribers are not in the service's settings; " +
			"subscribers are notified.",
	},
	"tiktok-file": {
		platform: "tiktok",
		...fact(
			"TikTok takes certain files",
			"developers.tiktok.com (2026-08)",
			{ unit: "fps", least: 23, most: 60 },
			{ unit: "pixels", least: 360, most: 4096 },
			{ unit: "megabytes", most: 4000 },
		),
		why: "MP4, WebM or MOV with H.264, H.265, VP8 or VP9.",
	},
	"tiktok-hashtags": {
		platform: "tiktok",
		...fact("TikTok may use few hashtags", "businesstoday.in (2025-12)", { unit: "hashtags", most: 5 }),
		why: "A report, not in the documentation.",
	},
	"tiktok-overlays": {
		platform: "tiktok",
		...fact("TikTok wants no logo in the picture", "developers.tiktok.com, guidelines"),
		why: "A hook text is fine, a watermark or a brand's logo is not.",
	},
	"tiktok-creator-settings": {
		platform: "tiktok",
		...fact("A TikTok creator's own settings win", "developers.tiktok.com, creator_info"),
		why: "Duets, stitches, visibilities and lengths that the creator turned off are not available.",
	},
	"tiktok-unaudited-app": {
		platform: "tiktok",
		...fact("Apps that TikTok did not audit post privately", "developers.tiktok.com, guidelines"),
		why: "For 5 users a day, to the creator alone.",
	},
	"tiktok-token": {
		platform: "tiktok",
		...fact(
			"TikTok authorizations are refreshed",
			"developers.tiktok.com",
			{ unit: "hours", most: 24 },
			{ unit: "days", most: 365 },
		),
		why: "Access lasts a day, its refresh a year.",
	},
	"x-file": {
		platform: "twitter",
		...fact(
			"X takes certain files",
			"docs.x.com (2026-08-22)",
			{ unit: "megabytes", most: 512 },
			{ unit: "fps", most: 60 },
		),
		why: "H.264 High and AAC LC, ratio 1:3 to 3:1. 1080 x 1920 is more than the older pages say, and is accepted.",
	},
	"x-rate": {
		platform: "twitter",
		...fact("X limits requests", RATE, {
			unit: "per-15-minutes",
			most: 100,
			note: "for each user; 10,000 a day for each app",
		}),
		why: "The service waits.",
	},
	"x-cost": {
		platform: "twitter",
		...fact(
			"Posting on X costs",
			"docs.x.com, pricing",
			{ unit: "dollars", most: 0.015 },
			{ unit: "dollars", most: 0.2, note: "with a link" },
		),
		why: "It falls on whoever owns the app.",
	},
	"instagram-file": {
		platform: "instagram",
		...fact(
			"Instagram takes certain files",
			"Meta's ig-user/media reference",
			{ unit: "megabytes", most: 300 },
			{ unit: "fps", least: 23, most: 60 },
		),
		why: "MOV or MP4 with H.264 or HEVC, at most 1920 wide and 25 Mbit/s, AAC up to 48 kHz.",
	},
	"instagram-cover": {
		platform: "instagram",
		...fact("An Instagram cover has a largest size", "Meta's ig-user/media reference", {
			unit: "megabytes",
			most: 8,
		}),
		why: "A JPEG, or a moment of the video.",
	},
	"instagram-account": {
		platform: "instagram",
		...fact("Instagram posts need a professional account", "Meta's publishing guide"),
		why: "Others cannot be posted to.",
	},
	"instagram-delete": {
		platform: "instagram",
		...fact("An Instagram post can only be deleted by hand", "Ayrshare's documentation"),
		why: "A second post of the same stays until then.",
	},
	"instagram-token": {
		platform: "instagram",
		...fact("Instagram authorizations end", "Meta's documentation", { unit: "days", most: 60 }),
		why: "The service refreshes them before.",
	},
	"facebook-file": {
		platform: "facebook",
		...fact("Facebook takes certain files", "developers.facebook.com, Reels publishing (2026-07-30)", {
			unit: "fps",
			least: 24,
			most: 60,
		}),
		why: "9:16, H.264, H.265, VP9 or AV1, AAC 48 kHz stereo.",
	},
	"facebook-thumbnail-size": {
		platform: "facebook",
		...fact("A Facebook thumbnail has a largest size", "Zernio's documentation", {
			unit: "megabytes",
			most: 10,
		}),
		why: "An image.",
	},
	"linkedin-file": {
		platform: "linkedin",
		...fact("LinkedIn takes certain files", "LinkedIn Videos API", {
			unit: "megabytes",
			least: 0.075,
			most: 500,
			note: "the same page also says 5000",
		}),
		why: "MP4, one a post.",
	},
	"linkedin-rate": {
		platform: "linkedin",
		...fact("LinkedIn limits requests", "Share on LinkedIn", {
			unit: "posts-per-day",
			most: 150,
			note: "requests for each member; 100,000 for each app",
		}),
		why: "Other limits are not published.",
	},
} as const satisfies Readonly<Record<string, Rule>>;

function fact(title: string, source: string, ...limits: readonly Limit[]) {
	return {
		title,
		severity: "information",
		fix: "Nothing has to be done.",
		source,
		limits,
		checked: CHECKED,
	} as const;
}
