import { CHECKED, type TextRule } from "./rule.ts";

const YOUTUBE = "developers.google.com/youtube/v3/docs/videos";
const REELS = "Meta's ig-user/media reference";

/**
 * Limits of the texts of a post, checked in the file where a text is known there, and again when it was
 * filled in.
 */
export const TEXT_RULES = {
	"youtube-title-length": {
		...text("youtube", "title", { unit: "characters", most: 100 }),
		title: "A YouTube title is too long",
		why: "YouTube refuses titles of more than 100 characters.",
		fix: "Shorten it, for example with {{ clip.title | fit: 100 }}.",
		source: YOUTUBE,
		locked: "all",
	},
	"youtube-title-brackets": {
		...text("youtube", "title"),
		without: "<>",
		title: "A YouTube title holds < or >",
		why: "YouTube refuses these two characters.",
		fix: 'Remove them, for example with {{ clip.title | remove: "<" | remove: ">" }}.',
		source: YOUTUBE,
		locked: "all",
	},
	"youtube-description-length": {
		...text("youtube", "description", { unit: "bytes", most: 5000 }),
		title: "A YouTube description is too long",
		why:
			"YouTube refuses descriptions of more than 5000 bytes: letters beyond plain Latin take two to four. " +
			"Some tools count characters, wrongly.",
		fix: "Shorten it, for example with {{ clip.description | fit: 5000 }}.",
		source: YOUTUBE,
		locked: "all",
	},
	"youtube-description-brackets": {
		...text("youtube", "description"),
		without: "<>",
		title: "A YouTube description holds < or >",
		why: "YouTube refuses these two characters.",
		fix: 'Remove them, for example with {{ clip.description | remove: "<" | remove: ">" }}.',
		source: YOUTUBE,
		locked: "all",
	},
	"youtube-tags-length": {
		...text("youtube", "tags", { unit: "tag-sum", most: 500 }),
		title: "The tags of a YouTube video are too long together",
		why: "YouTube refuses more than 500 characters of tags, commas and quotes counted.",
		fix: "Use fewer tags, for example with {{ clip.tags | slice: 0, 10 }}.",
		source: YOUTUBE,
		locked: "all",
	},
	"tiktok-caption-length": {
		...text("tiktok", "description", { unit: "utf16", most: 2200 }),
		title: "A TikTok caption is too long",
		why: "TikTok refuses captions of more than 2200 UTF-16 units, hashtags and mentions included.",
		fix: "Shorten it, for example with {{ clip.description | fit: 2200 }}.",
		source: "developers.tiktok.com, direct post (2026-08)",
		locked: "all",
	},
	"tiktok-caption-long": {
		...text("tiktok", "description", { unit: "utf16", most: 2000 }),
		severity: "warning",
		title: "A TikTok caption is long",
		why: "Some tools refuse captions of more than 2000 characters, though TikTok's own pages allow 2200.",
		fix: "Shorten it, for example with {{ clip.description | fit: 2000 }}.",
		source: "Postiz (2026)",
	},
	"x-text-length": {
		...text("twitter", "description", { unit: "weighted", most: 280 }),
		premium: false,
		title: "A post on X is too long",
		why: "X refuses more than 280 weighted characters from accounts without Premium.",
		fix:
			"Shorten it, for example with {{ clip.title | fit: 250 }}, " +
			"or set `premium: true` on the account if it has Premium.",
		source: "docs.x.com, counting characters (2024-08-20)",
		locked: "all",
	},
	"x-premium-text-length": {
		...text("twitter", "description", { unit: "weighted", most: 25_000 }),
		premium: true,
		title: "A post on X is too long even for Premium",
		why: "X refuses more than 25,000 weighted characters.",
		fix: "Shorten it, for example with {{ clip.description | fit: 25000 }}.",
		source: "docs.x.com (2024-08-20)",
		locked: "all",
	},
	"x-cashtags": {
		...text("twitter", "description", { unit: "cashtags", most: 1 }),
		severity: "warning",
		title: "A post on X has more than one cashtag",
		why: "X allows one cashtag such as $ACME in a post.",
		fix: "Keep one of them.",
		source: "docs.x.com",
	},
	"instagram-caption-length": {
		...text("instagram", "description", { unit: "characters", most: 2200 }),
		title: "An Instagram caption is too long",
		why: "Instagram refuses captions of more than 2200 characters.",
		fix: "Shorten it, for example with {{ clip.description | fit: 2200 }}.",
		source: REELS,
		locked: "all",
	},
	"instagram-hashtags": {
		...text("instagram", "description", { unit: "hashtags", most: 30 }),
		title: "An Instagram caption has too many hashtags",
		why: "Instagram refuses more than 30 hashtags; tags count with those of the caption.",
		fix: "Use fewer, for example with {{ clip.tags | slice: 0, 5 | hashtags }}.",
		source: REELS,
		locked: "all",
	},
	"instagram-hashtags-shown": {
		...text("instagram", "description", { unit: "hashtags", most: 5 }),
		severity: "warning",
		title: "An Instagram caption has more hashtags than are used",
		why: "Since December 2025 Instagram uses 5 hashtags of a post; the reference still says 30.",
		fix: "Use fewer, for example with {{ clip.tags | slice: 0, 5 | hashtags }}.",
		source: "socialmediatoday.com (2025-12-18)",
	},
	"instagram-mentions": {
		...text("instagram", "description", { unit: "mentions", most: 20 }),
		title: "An Instagram caption has too many mentions",
		why: "Instagram refuses more than 20 mentions.",
		fix: "Mention fewer accounts.",
		source: REELS,
		locked: "all",
	},
	"facebook-text-length": {
		...text("facebook", "description", { unit: "characters", most: 5000 }),
		severity: "warning",
		title: "A Facebook text is long",
		why: "Facebook documents no number; tools stop at 5000, 55,000 or 63,206 characters.",
		fix: "Shorten it, for example with {{ clip.description | fit: 5000 }}.",
		source: "Mixpost, Adobe, Postiz (2026)",
	},
	"linkedin-text-length": {
		...text("linkedin", "description", { unit: "escaped", most: 3000 }),
		title: "A LinkedIn text is too long",
		why:
			"LinkedIn refuses more than 3000 characters. Reserved ones, such as brackets, # and _, " +
			"are sent escaped and count twice.",
		fix: "Shorten it, for example with {{ clip.description | fit: 3000 }}.",
		source: "LinkedIn help a528176",
		locked: "all",
	},
} as const satisfies Readonly<Record<string, TextRule>>;

function text<Platform extends TextRule["platform"], Field extends TextRule["field"]>(
	platform: Platform,
	field: Field,
	...limits: NonNullable<TextRule["limits"]>
) {
	return { severity: "error" as TextRule["severity"], platform, field, limits, checked: CHECKED };
}
