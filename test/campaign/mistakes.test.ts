import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load, short } from "./files.ts";

/** A campaign without a mistake; a case adds lines to it, from line 5 on. */
const video = `campaign: c
videos:
  talk:
    source: talk.mp4
`;
/**
 * The same with an export and an account on every platform; a case's post starts at line 11, its `to` entries
 * at 14.
 */
const posting = `campaign: c
videos: { talk: { source: talk.mp4, export: { resolution: 1080p } } }
accounts:
  yt: { platform: youtube, username: a }
  tt: { platform: tiktok, username: a }
  x: { platform: twitter, username: a }
  ig: { platform: instagram, username: a }
  fb: { platform: facebook, username: a }
  li: { platform: linkedin, username: a }
posts:
  p:
    from: talk
    to:
`;

const shape: Record<string, [text: string, expected: string[]]> = {
	"an unknown key at the top is named": [`${video}scedules: {}\n`, ["unknown-key 5:1"]],
	"every unknown key is named": [
		`${video}tags: {}\nmove: []\ninput: {}\n`,
		["unknown-key 5:1", "unknown-key 6:1", "unknown-key 7:1"],
	],
	"an unknown key of a video is named": [`${video}    rendition: {}\n`, ["unknown-key 5:5"]],
	"a preset, a schedule and zones must exist": [
		`${video}    preset: [tall]\naccounts: { a: { platform: youtube, username: A, timezone: Europe/Berln } }\nposts:\n  p: { from: talk, schedule: daily, to: [a] }\n`,
		[
			"unknown-preset 5:14",
			"unknown-timezone 6:60",
			"missing-export 8:14",
			"unknown-schedule 8:30",
			"missing-post-text 8:42",
		],
	],
	"patterns must be regular expressions, ranges must have something in them": [
		`${video}    renditions: { r: { clips: { exclude: "(a" } } }\naccounts: { a: { platform: twitter, username: A } }\nposts:\n  p: { from: talk, clips: { match: "(?=a)b", duration: 20..10, pin: [1:00-0:59], skip: [5-5] }, to: [a] }\n`,
		[
			"bad-pattern 5:42",
			"missing-export 8:14",
			"bad-pattern 8:36",
			"backwards-range 8:56",
			"backwards-range 8:70",
			"backwards-range 8:89",
		],
	],
	"a renaming goes from what is gone to what is there, and keeps its kind": [
		`${video}moved:\n- { from: video.talk, to: video.other }\n- { from: video.a, to: post.b }\n- { from: talk, to: video.b }\n- { from: video.c, to: video.tlk }\n- { from: video.c, to: video.talk }\n`,
		["bad-move 6:11", "bad-move 7:24", "bad-move 8:11", "!bad-move 9:24", "bad-move 10:11"],
	],
	"a post has one time": [
		`${video}schedules: { s: { slots: { daily: ["09:00"] } } }\naccounts: { a: { platform: youtube, username: A } }\nposts:\n  p: { from: talk, at: 2026-12-01T09:00, schedule: s, to: { a: { title: x } } }\n`,
		["missing-export 8:14", "two-times 8:42"],
	],
	"a campaign must have a name": ["videos: { talk: { source: talk.mp4 } }\n", ["missing-key 1:1"]],
	"a campaign must have videos": ["campaign: c\n", ["missing-key 1:1"]],
	"videos may not be empty": ["campaign: c\nvideos: {}\n", ["empty-map 2:9"]],
	"a list is not a map": ["campaign: c\nvideos: [talk]\n", ["wrong-type 2:9"]],
	"a text is not a campaign": ["hello\n", ["wrong-type 1:1"]],
	"a number is not a name": ["campaign: 2026\nvideos: { talk: { source: talk.mp4 } }\n", ["wrong-type 1:11"]],
	"a name has no dots": ["campaign: a.b\nvideos: { talk: { source: talk.mp4 } }\n", ["bad-name 1:11"]],
	"a video's name has no blanks": [
		'campaign: c\nvideos: { "my talk": { source: talk.mp4 } }\n',
		["bad-name 2:11"],
	],
	"a name cannot be __proto__": [
		"campaign: c\nvideos: { __proto__: { source: talk.mp4 } }\n",
		["bad-name 2:11"],
	],
	"a number in quotes is not a number": [`${video}    clipping: { limit: "8" }\n`, ["wrong-type 5:24"]],
	"a limit is a whole number": [`${video}    clipping: { limit: 2.5 }\n`, ["wrong-type 5:24"]],
	"a limit is at least 1": [`${video}    clipping: { limit: 0 }\n`, ["out-of-range 5:24"]],
	"infinity is no limit": [`${video}    clipping: { limit: .inf }\n`, ["wrong-type 5:24"]],
	"yes is not true": [`${video}    clipping: { express: yes }\n`, ["wrong-type 5:26"]],
	"an unknown duration is refused": [`${video}    clipping: { duration: 45s }\n`, ["unknown-value 5:27"]],
	"an unknown resolution is refused": [`${video}    export: { resolution: 1080 }\n`, ["unknown-value 5:27"]],
	"layouts are case-sensitive": [
		`${video}    export: { reframe: { ratio: "9:16", layout: auto } }\n`,
		["unknown-value 5:49"],
	],
	"an unknown hook style is refused": [
		`${video}    export: { hook: { style: funny } }\n`,
		["unknown-value 5:30"],
	],
	"an unknown platform is refused": [
		`${video}accounts: { a: { platform: vimeo, username: a } }\n`,
		["unknown-value 5:28"],
	],
	"an account needs a username": [`${video}accounts: { a: { platform: youtube } }\n`, ["missing-key 5:13"]],
	"a value that was left out is reported once": [`${video}    export:\n`, ["empty-value 5:5"]],
	"an empty list entry is reported": [
		`${posting}      yt:\n        title: t\n        tags:\n          -\n`,
		["empty-value 17:12"],
	],
	"times have no offset": [
		`${posting}      yt: { title: t }\n    at: 2026-12-01T09:00+01:00\n`,
		["bad-format 15:9"],
	],
	"times are not only dates": [`${posting}      yt: { title: t }\n    at: 2026-12-01\n`, ["bad-format 15:9"]],
	"visibility is one of three words": [
		`${posting}      yt: { title: t, visibility: hidden }\n`,
		["unknown-value 14:35"],
	],
	"an empty title is no title": [`${posting}      yt: { title: "" }\n`, ["too-short 14:20"]],
	"a category is text": [`${posting}      yt: { title: t, category: 28 }\n`, ["wrong-type 14:33"]],
	"a thumbnail has a web address": [
		`${posting}      yt: { title: t, thumbnail_url: "file:///etc/passwd" }\n`,
		["bad-format 14:38"],
	],
	"a post goes somewhere": [`${posting.replace("    to:\n", "    to: {}\n")}`, ["empty-map 13:9"]],
	"a post has a from": [
		posting.replace("    from: talk\n", "").concat("      yt: { title: t }\n"),
		["missing-key 11:3"],
	],
	"a rank is at least 0": [
		`${posting}      yt: { title: t }\n    clips: { ranks: [-1] }\n`,
		["out-of-range 15:22"],
	],
	"a score is at most 100": [
		`${posting}      yt: { title: t }\n    clips: { min_score: 101 }\n`,
		["out-of-range 15:25"],
	],
};

const rules: Record<string, [text: string, expected: string[]]> = {
	"an unknown time zone is refused": [`${video}timezone: Europe/Berln\n`, ["unknown-timezone 5:11"]],
	"an offset is not a time zone": [`${video}timezone: "+01:00"\n`, ["unknown-timezone 5:11"]],
	"two names for one account are refused": [
		`${video}accounts:\n  a: { platform: tiktok, username: "@Acme" }\n  b: { platform: tiktok, username: acme }\n`,
		["duplicate-account 7:3"],
	],
	"like names a video": [`${video}  other: { like: tolk }\n`, ["unknown-video 5:18"]],
	"a video is not like itself": ["campaign: c\nvideos: { a: { like: a } }\n", ["like-cycle 2:22"]],
	"a circle of three is reported once": [
		"campaign: c\nvideos:\n  a: { like: b }\n  b: { like: c }\n  c: { like: a }\n",
		["like-cycle 3:14"],
	],
	"what is like a member of a circle is not blamed": [
		"campaign: c\nvideos:\n  d: { like: a }\n  a: { like: b }\n  b: { like: a }\n",
		["like-cycle 4:14"],
	],
	"likes do not go on without end": [
		`campaign: c\nvideos:\n${Array.from({ length: 51 }, (_, n) => `  v${n}: { like: v${n + 1} }\n`).join("")}  v51: { source: talk.mp4 }\n`,
		["like-depth 3:15", "like-depth 4:15", "like-depth 5:15"],
	],
	"from names a video": [
		`${posting.replace("from: talk", "from: tolk")}      yt: { title: t }\n`,
		["unknown-video 12:11"],
	],
	"to names accounts": [`${posting}      yd: { title: t }\n`, ["unknown-account 14:7"]],
	"constructor is not an account unless it is declared": [
		`${posting}      constructor: { title: t }\n`,
		["unknown-account 14:7"],
	],
	"a rank stands in the list once": [
		`${posting}      yt: { title: t }\n    clips: { ranks: [0, 2, 0] }\n`,
		["duplicate-rank 15:28"],
	],
	"top and ranks exclude each other": [
		`${posting}      yt: { title: t }\n    clips: { ranks: [0], top: 1 }\n`,
		["clip-choice 15:26"],
	],
	"a video has a source": ["campaign: c\nvideos: { a: { clipping: { limit: 1 } } }\n", ["missing-key 2:11"]],
	"the source exists": ["campaign: c\nvideos: { a: { source: tolk.mp4 } }\n", ["missing-file 2:24"]],
	"the source has bytes": ["campaign: c\nvideos: { a: { source: none.mp4 } }\n", ["empty-media 2:24"]],
	"the source starts like a video": [
		"campaign: c\nvideos: { a: { source: text.mp4 } }\n",
		["not-a-video 2:24"],
	],
	"the source is not a folder": ["campaign: c\nvideos: { a: { source: folder.mp4 } }\n", ["not-a-file 2:24"]],
	"the source is a video": ["campaign: c\nvideos: { a: { source: talk.txt } }\n", ["unsupported-file 2:24"]],
	"the source stays in the workspace": [
		"campaign: c\nvideos: { a: { source: ../talk.mp4 } }\n",
		["outside-workspace 2:24"],
	],
	"an absolute source stays in the workspace too": [
		"campaign: c\nvideos: { a: { source: /etc/talk.mp4 } }\n",
		["outside-workspace 2:24"],
	],
	"a source address is http or https": [
		"campaign: c\nvideos: { a: { source: ftp://example.com/a } }\n",
		["bad-url 2:24"],
	],
	"a source address holds no password": [
		"campaign: c\nvideos: { a: { source: https://me:secret@example.com/a } }\n",
		["bad-url 2:24"],
	],
	"a source address can be parsed": ["campaign: c\nvideos: { a: { source: https:// } }\n", ["bad-url 2:24"]],
	"a transcript exists": [`${video}    transcript: talk.srt\n`, ["missing-file 5:17"]],
	"a transcript is a .srt, .vtt or .json": [`${video}    transcript: talk.txt\n`, ["unsupported-file 5:17"]],
	"a transcript belongs to a file": [
		"campaign: c\nvideos: { a: { source: https://example.com/a, transcript: a.srt } }\n",
		["transcript-for-url 2:59"],
	],
	"reframing needs a ratio": [`${video}    export: { reframe: {} }\n`, ["layout-and-ratio 5:15"]],
	"a layout needs a ratio": [`${video}    export: { reframe: { layout: Fit } }\n`, ["layout-and-ratio 5:15"]],
	"a ratio has its own layouts": [
		`${video}    export: { reframe: { ratio: RATIO_1_1, layout: PiP } }\n`,
		["layout-and-ratio 5:52"],
	],
	"a layout may clash through like": [
		`${video}    export: { reframe: { ratio: "16:9", layout: OTS } }\n  tall: { like: talk, export: { reframe: { ratio: "9:16" } } }\n`,
		["layout-and-ratio 5:49"],
	],
	"both languages need a static style": [
		`${video}    export: { caption: { display: both } }\n`,
		["caption-both 5:35"],
	],
	"a mistake in defaults is reported once": [
		`${video}  more: { source: talk.mp4 }\ndefaults: { export: { caption: { display: both } } }\n`,
		["caption-both 6:43"],
	],
	"posting needs export": [
		`${posting.replace(", export: { resolution: 1080p }", "")}      yt: { title: t }\n`,
		["missing-export 12:11"],
	],
	"posting needs export, and null removes it": [
		`${posting.replace("{ resolution: 1080p }", "null")}      yt: { title: t }\ndefaults: { export: {} }\n`,
		["missing-export 12:11"],
	],
	"YouTube needs a title": [`${posting}      yt: { description: d }\n`, ["missing-post-text 14:7"]],
	"TikTok needs a description": [`${posting}      tt: { title: t }\n`, ["missing-post-text 14:7"]],
	"TikTok has no unlisted": [
		`${posting}      tt: { description: d, visibility: unlisted }\n`,
		["unsupported-visibility 14:41"],
	],
	"X, Instagram and Facebook are public": [
		`${posting}      x: { visibility: private }\n      ig: { visibility: unlisted }\n      fb: { visibility: private }\n`,
		["unsupported-visibility 14:24", "unsupported-visibility 15:25", "unsupported-visibility 16:25"],
	],
	"private on LinkedIn is doubtful, unlisted is not": [
		`${posting}      li: { visibility: private }\n`,
		["!unsupported-visibility 14:25"],
	],
	"TikTok's flags do nothing elsewhere": [
		`${posting}      yt: { title: t, allow_duet: false, disclose_content: true }\n`,
		["!tiktok-flag-ignored 14:23", "!tiktok-flag-ignored 14:42"],
	],
	"a category does nothing outside of YouTube": [
		`${posting}      li: { category: "28" }\n`,
		["!category-ignored 14:13"],
	],
	"X takes no thumbnail": [
		`${posting}      x: { thumbnail_url: "https://example.com/a.jpg" }\n`,
		["!thumbnail-ignored 14:12"],
	],
	"480p is low for posting": [
		`${posting.replace("1080p", "SD_480")}      yt: { title: t }\n`,
		["!low-resolution 2:59"],
	],
	"the default of 480p is low too": [
		`${posting.replace("{ resolution: 1080p }", "{}")}      yt: { title: t }\n`,
		["!low-resolution 2:37"],
	],
	"480p of the post is low": [
		`${posting}      yt: { title: t }\n    resolution: 480p\n`,
		["!low-resolution 15:17"],
	],
	"short videos are upright": [
		`${posting.replace("resolution: 1080p", 'resolution: 1080p, reframe: { ratio: "1:1" }')}      yt: { title: t }\n      li: {}\n`,
		["!unusual-ratio 2:84"],
	],
};

const mistakes = suite("mistakes in a campaign");
for (const [title, [text, expected]] of Object.entries({ ...shape, ...rules }))
	mistakes(title, async () => {
		const { diagnostics, campaigns } = await load(text);
		assert.equal(short(diagnostics), expected);
		assert.is(campaigns.length, expected.every((each) => each.startsWith("!")) ? 1 : 0);
	});

mistakes("all mistakes are reported at once, in the order of the lines", async () => {
	const { diagnostics } = await load(
		`campaign: 7\nvideos:\n  a: { source: tolk.mp4, clip: {} }\n  b: { like: x }\nposts:\n  p: { from: c, to: { d: {} } }\n`,
	);
	assert.equal(short(diagnostics), [
		"wrong-type 1:11",
		"missing-file 3:16",
		"unknown-key 3:26",
		"unknown-video 4:14",
		"unknown-video 6:14",
		"unknown-account 6:23",
	]);
});

mistakes("a file with a hundred thousand mistakes ends after two hundred", async () => {
	const { diagnostics } = await load(Array.from({ length: 60_000 }, (_, n) => `k${n}: 1\n`).join(""));
	assert.is(diagnostics.length, 201);
	assert.ok(diagnostics.some((each) => each.rule === "too-many-problems"));
});

mistakes("a part that does not fit causes no second complaint", async () => {
	const { diagnostics } = await load(
		`campaign: c\nvideos:\n  a: { source: 5, export: { reframe: { ratio: 3:2, layout: Fit } } }\n`,
	);
	assert.equal(short(diagnostics), ["wrong-type 3:16", "unknown-value 3:47"]);
});
mistakes.run();

const words = suite("words of a mistake");
const said: Record<string, [text: string, expected: string]> = {
	"an unknown key suggests a near one": [
		`${video}acounts: {}\n`,
		"`acounts` is not a key that can stand at the top of the file. | Did you mean `accounts`? Keys here: campaign, timezone, use, inputs, accounts, schedules, hashtags, presets, defaults, feeds, videos, posts, brand, policy, rules, moved, resolutions.",
	],
	"a bad value suggests a near one and lists friendly values only": [
		`${video}    export: { resolution: 1080 }\n`,
		"`videos.talk.export.resolution` cannot be 1080. | Did you mean `1080p`? Allowed: 480p, 720p, 1080p, 2k, 4k.",
	],
	"a number that should be text is shown in quotes": [
		"campaign: 2026\nvideos: { talk: { source: talk.mp4 } }\n",
		'`campaign` must be text, not 2026. | Put it in quotes: "2026".',
	],
	"yes is explained": [
		`${video}    clipping: { express: yes }\n`,
		'`videos.talk.clipping.express` must be true or false, not the text "yes". | Write true: YAML 1.2 knows only true and false.',
	],
	"a missing key is shown with an example": [
		`${video}accounts: { a: { platform: youtube } }\n`,
		"`accounts.a` has no `username`. | Add `username:`, for example `username: Acme`.",
	],
	"an unknown account lists the known ones": [
		`${posting}      yd: { title: t }\n`,
		"There is no account `yd` in this campaign. | Did you mean `yt`? Accounts: yt, tt, x, ig, fb, li.",
	],
	"an unknown zone suggests a near one": [
		`${video}timezone: Europe/Berln\n`,
		"`Europe/Berln` is not the name of a time zone. | Did you mean `Europe/Berlin`?",
	],
};
for (const [title, [text, expected]] of Object.entries(said))
	words(title, async () => {
		const [first] = (await load(text)).diagnostics;
		assert.is(`${first?.detail} | ${first?.hint}`, expected);
	});

words("the source line and the length of the mark come along", async () => {
	const [first] = (await load(`${video}    clipping: { duration: 45s }\n`)).diagnostics;
	assert.equal(first?.excerpt, { text: "    clipping: { duration: 45s }", length: 3 });
});

words("a password is not repeated", async () => {
	const { diagnostics } = await load(
		"campaign: c\nvideos: { a: { source: https://me:secret@example.com/a } }\n",
	);
	assert.not.match(JSON.stringify(diagnostics), /secret/);
});
words.run();
