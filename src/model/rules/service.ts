import { KNOWN_VALUE_RULES } from "./known-values.ts";
import { CLIP_LENGTHS, POSTS_PER_DAY } from "./platform-limits.ts";
import { CHECKED, type Rule } from "./rule.ts";

const SERVICE = "the service's interface document";

/** Rules of the service, and those that come from putting it together with the platforms. */
export const SERVICE_RULES = {
	"missing-post-text": {
		title: "YouTube needs a title, TikTok a description",
		severity: "error",
		why: "The service refuses a post to YouTube without a title, and one to TikTok without a description.",
		fix:
			'Add `title: "{{ clip.title }}"` or `description: "{{ clip.description }}"`, ' +
			"with a fallback where it may come out empty.",
		source: `${SERVICE}, 2.7`,
		checked: CHECKED,
		locked: "all",
	},
	"time-window": {
		title: "A time must lie within the service's window",
		severity: "error",
		why:
			"The service takes times 5 minutes to 30 days ahead; showrun keeps 2.5 minutes more for the way there. " +
			"Close to either end a platform's own window may refuse what the service accepted.",
		fix: "Choose another time, or leave it out to post as soon as possible.",
		limits: [
			{ unit: "minutes", least: 5, note: "the service refuses less" },
			{
				unit: "days",
				most: 30,
				note: "the service refuses more; showrun waits until the time is near enough",
			},
			{
				platform: "facebook",
				unit: "minutes",
				least: 10,
				severity: "warning",
				note: "its own window, behind the service's",
			},
			{
				platform: "facebook",
				unit: "days",
				most: 29,
				severity: "warning",
				note: "its own window, behind the service's",
			},
		],
		source: `${SERVICE}, 4.3 and 8; developers.facebook.com, Reels publishing (2026-07-30)`,
		checked: CHECKED,
		locked: "errors",
	},
	"unsupported-visibility": {
		title: "A platform does not have a visibility",
		severity: "error",
		why:
			"Only YouTube has public, private and unlisted. TikTok has public and private; " +
			"X, Instagram and Facebook public only; LinkedIn public, and private perhaps.",
		fix: "Use `visibility: public`, or delete the line.",
		source: `${SERVICE}, 2.7; the platforms' reference pages`,
		checked: CHECKED,
		locked: "errors",
	},
	"tiktok-flag-ignored": {
		title: "A flag of TikTok is set on another platform",
		severity: "warning",
		why: "`allow_duet`, `allow_stitch` and `disclose_content` are ignored everywhere else.",
		fix: "Delete the line, or move it under `tiktok`.",
		source: `${SERVICE}, 2.7`,
		checked: CHECKED,
	},
	"clip-length": {
		title: "A clip's length does not fit a platform",
		severity: "error",
		why: "Platforms refuse videos that are too short or too long, or take them for something else than a short video.",
		fix: "Choose clips by `duration`, or ask for another `clipping.duration`.",
		limits: CLIP_LENGTHS,
		source: "the platforms' reference pages, see each limit",
		checked: CHECKED,
	},
	"low-resolution": {
		title: "480p is a low resolution for posting",
		severity: "warning",
		why:
			"480p is the service's default and under what platforms recommend; " +
			"Facebook refuses reels under 540 x 960.",
		fix: "Use `export: { resolution: 1080p }`.",
		limits: [{ platform: "facebook", unit: "pixels", least: 540, severity: "error", note: "1080 advised" }],
		source: `${SERVICE}, 4.4; developers.facebook.com, Reels publishing (2026-07-30)`,
		checked: CHECKED,
		locked: "errors",
	},
	"unusual-ratio": {
		title: "A shape does not fit a platform",
		severity: "warning",
		why:
			"Short videos on YouTube, TikTok, Instagram and Facebook are 9:16; " +
			"others are shown small or not as short videos.",
		fix: 'Post from a video with `reframe: { ratio: "9:16" }`.',
		source: "the platforms' reference pages",
		checked: CHECKED,
	},
	"missing-export": {
		title: "Posting needs export",
		severity: "error",
		why: "Only clips of a task that was submitted with export can be published.",
		fix: "Add `export: {}` to the video, or to `defaults`.",
		source: `${SERVICE}, 4.3, rule 1`,
		checked: CHECKED,
		locked: "all",
	},
	"too-many-posts": {
		title: "More posts a day than a platform takes",
		severity: "warning",
		why: "Platforms refuse or hide what is above their daily number, counted over all programs that post.",
		fix: "Spread the posts with a schedule, or set `max_per_day` on the account.",
		limits: POSTS_PER_DAY,
		source: "the platforms' reference pages, see each limit",
		checked: CHECKED,
	},
	"repeated-text": {
		title: "The same text is posted again",
		severity: "warning",
		why:
			"X refuses a text that it just had and forbids the same content on several accounts; " +
			"other platforms show repeated texts to fewer people.",
		fix: "Name the clip in the text: {{ clip.title }}.",
		limits: [{ unit: "days", least: 3, note: "between two posts of the same text on one account" }],
		source: "docs.x.com; X's rules on platform manipulation",
		checked: CHECKED,
	},
	"expiring-authorization": {
		title: "An account's authorization does not last",
		severity: "error",
		why:
			"The service refuses posts to an account whose token is not valid; " +
			"one that expires soon may not be valid any more at the post's time.",
		fix: "Connect it again: showrun accounts connect PLATFORM",
		source: `${SERVICE}, 2.3 and 4.3, rule 4`,
		checked: CHECKED,
		locked: "errors",
	},
	"category-ignored": {
		title: "A category is set on a platform other than YouTube",
		severity: "warning",
		why: "Categories are YouTube's; elsewhere the value does nothing.",
		fix: "Delete the line, or say it under `youtube`.",
		source: `${SERVICE}, 2.7`,
		checked: CHECKED,
	},
	"thumbnail-ignored": {
		title: "A thumbnail is set on TikTok or X",
		severity: "warning",
		why: "TikTok takes a frame of the video, X nothing; the address does nothing.",
		fix: "Delete the line.",
		source: "developers.tiktok.com (2026-08); docs.x.com",
		checked: CHECKED,
	},
	"expiring-results": {
		title: "Results expire before the post's time",
		severity: "error",
		why:
			"After its results expired, a clip can no longer be handed over; " +
			"what was handed over may fail at its time.",
		fix: "Choose an earlier time, or submit the video again with --replace.",
		source: `${SERVICE}, 2.1`,
		checked: CHECKED,
		locked: "errors",
	},
	"layout-and-ratio": {
		title: "Ratio and layout do not go together",
		severity: "error",
		why: "Reframing needs a ratio, and not every layout exists in every ratio.",
		fix: "Add a ratio, or choose one of its layouts.",
		source: `${SERVICE}, 4.4`,
		checked: CHECKED,
		locked: "all",
	},
	"export-ignored": {
		title: "A part of export has no effect",
		severity: "warning",
		why:
			"Captions, hook and reframing are used only with export, and a translation is shown only where there " +
			"is a language to translate to.",
		fix: "Delete the setting, or turn on what it belongs to.",
		source: `${SERVICE}, 4.4`,
		checked: CHECKED,
	},
	"posts-too-close": {
		title: "Two posts on one account are close together",
		severity: "warning",
		why: "They take viewers from each other, and the account asks for a gap.",
		fix: "Use other slots, or set `min_gap` on the account.",
		limits: [{ unit: "minutes", least: 60, note: "unless the account says `min_gap`" }],
		source: "this program",
		checked: CHECKED,
	},
	"clock-change": {
		title: "A time falls into a clock change",
		severity: "warning",
		why: "A time that is skipped moves forward by the gap; of a time that occurs twice the first is taken.",
		fix: "Choose another time, if that is not meant.",
		source: "the campaign language",
		checked: CHECKED,
	},
	"tiktok-brand-private": {
		title: "A promotion on TikTok cannot be private",
		severity: "error",
		why: "TikTok refuses branded content that only its author can see.",
		fix: "Use `visibility: public`, or delete `disclose_content`.",
		platform: "tiktok",
		source: "developers.tiktok.com, content sharing guidelines (2026-08)",
		checked: CHECKED,
		locked: "all",
	},
	...KNOWN_VALUE_RULES,
	"post-resolution": {
		title: "A post names another resolution than its video's export",
		severity: "warning",
		why:
			"The clip is rendered in the export's resolution; " +
			"what the service does with another one is not documented.",
		fix: "Delete `resolution` from the post.",
		source: `${SERVICE}, 4.3`,
		checked: CHECKED,
	},
} as const satisfies Readonly<Record<string, Rule>>;
