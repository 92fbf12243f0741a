import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load, short } from "./files.ts";

/**
 * A campaign with an account on every platform; what a case says about the video stands in line 2, its post
 * from line 9 on.
 */
function campaignOf({
	video = "",
	to,
	post = "",
}: {
	readonly video?: string;
	readonly to?: string;
	readonly post?: string;
}): string {
	return `campaign: c
videos: { talk: { source: talk.mp4, export: { resolution: 1080p }${video} } }
accounts:
  yt: { platform: youtube, username: a }
  tt: { platform: tiktok, username: a }
  x: { platform: twitter, username: a }
  ig: { platform: instagram, username: a }
  fb: { platform: facebook, username: a }
${to === undefined ? "" : `posts:\n  p:\n    from: talk${post}\n    to:\n      ${to}\n`}`;
}

const clipping = (words: string) => `, clipping: { ${words} }`;
const cases: Record<string, [text: string, expected: string[]]> = {
	"a known language says nothing": [
		campaignOf({ video: clipping("language: zh-cn, target_language: jw") }),
		[],
	],
	"bare Chinese is not known": [campaignOf({ video: clipping("language: zh") }), ["!unknown-language 2:90"]],
	"a language to translate to is looked at too": [
		campaignOf({ video: clipping("target_language: klingon") }),
		["!unknown-language 2:97"],
	],
	"and that of a rendition": [
		campaignOf({ video: ", renditions: { r: { target_language: fil } }" }),
		["!unknown-language 2:104"],
	],
	"a known caption style says nothing": [
		"campaign: c\nvideos: { a: { source: talk.mp4, export: { caption: { style: game-streamer-7 } } } }\n",
		[],
	],
	"an unknown caption style is a warning": [
		"campaign: c\nvideos: { a: { source: talk.mp4, export: { caption: { style: temp-18 } } } }\n",
		["!unknown-caption-style 2:62"],
	],
	"a translation needs a language": [
		"campaign: c\nvideos: { a: { source: talk.mp4, export: { caption: { display: translation } } } }\n",
		["!export-ignored 2:64"],
	],
	"a category has a name": [campaignOf({ to: "yt: { title: t, category: education }" }), []],
	"or an id": [campaignOf({ to: 'yt: { title: t, category: "27" }' }), []],
	"an unknown category is an error": [
		campaignOf({ to: "yt: { title: t, category: Eduction }" }),
		["unknown-category 13:33"],
	],
	"an id that cannot be chosen everywhere is a warning": [
		campaignOf({ to: 'yt: { title: t, category: "18" }' }),
		["!unknown-category 13:33"],
	],
	"a promotion on TikTok is public": [
		campaignOf({ to: "tt: { description: d, disclose_content: true, visibility: private }" }),
		["tiktok-brand-private 13:65"],
	],
	"90 to 180 seconds may be too long for X": [
		campaignOf({ video: clipping("duration: 90-180s"), to: "x: {}" }),
		["!clip-length 13:7"],
	],
	"60 to 90 seconds may be too long for Facebook": [
		campaignOf({ video: clipping("duration: 60-90s"), to: "fb: {}" }),
		["!clip-length 13:7"],
	],
	"180 to 300 seconds are no Shorts": [
		campaignOf({ video: clipping("duration: 180-300s"), to: "yt: { title: t }" }),
		["!clip-length 13:7"],
	],
	"the usual lengths say nothing": [campaignOf({ to: "fb: {}" }), []],
	"a post that takes only short clips says nothing": [
		campaignOf({
			video: clipping("duration: 90-180s"),
			to: "x: {}",
			post: "\n    clips: { duration: ..120s }",
		}),
		[],
	],
	"a post in another resolution than its video": [
		campaignOf({ to: "yt: { title: t }", post: "\n    resolution: 720p" }),
		["!post-resolution 12:17"],
	],
	"Facebook refuses 480p": [
		"campaign: c\nvideos: { a: { source: talk.mp4, export: { resolution: 480p } } }\naccounts: { fb: { platform: facebook, username: a } }\nposts: { p: { from: a, to: [fb] } }\n",
		["low-resolution 2:56"],
	],
};
const advice = suite("advice about a campaign");
for (const [title, [text, expected]] of Object.entries(cases))
	advice(title, async () => assert.equal(short((await load(text)).diagnostics), expected));

const hints: Record<string, [given: string, hint: RegExp]> = {
	zh: ["zh", /`zh-cn` or `zh-tw`/],
	jv: ["jv", /`jw`/],
	iw: ["iw", /`he`/],
	fil: ["fil", /`tl`/],
	"en-US": ["en-US", /`en`/],
	pt_BR: ["pt_BR", /`pt`/],
	EN: ["EN", /`en`/],
};
for (const [title, [given, hint]] of Object.entries(hints))
	advice(`of the language ${title} the code that is meant is said`, async () => {
		const { diagnostics } = await load(campaignOf({ video: clipping(`language: ${given}`) }));
		assert.match(diagnostics[0]?.hint ?? "", hint);
	});
advice("of a misspelt category the right one is said", async () => {
	const { diagnostics } = await load(campaignOf({ to: "yt: { title: t, category: Eduction }" }));
	assert.match(diagnostics[0]?.hint ?? "", "Did you mean `Education`?");
});
advice.run();
