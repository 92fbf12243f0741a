import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compose } from "../../src/compose/body.ts";
import { checkTexts } from "../../src/compose/check.ts";
import type { Platform } from "../../src/model/account.ts";
import type { Campaign, PostTemplate } from "../../src/model/campaign.ts";
import { RULE_IDS, RULES } from "../../src/model/rules.ts";
import { campaign, clip, post, video } from "../builders/world.ts";

const place = { file: "k", line: 9, column: 3 };
const field = { file: "k", line: 10, column: 5 };
const target = (body: PostTemplate) => ({
	account: "it",
	place,
	body,
	places: { title: field, description: field, tags: field },
});

interface To {
	readonly platform: Platform;
	readonly premium?: boolean;
	readonly over?: Partial<Campaign>;
}

function campaignTo({ platform, premium = false, over = {} }: To, body: PostTemplate): Campaign {
	const accounts = { it: { platform, username: "Acme", place, timezone: "UTC", premium } };
	return campaign({ accounts, posts: [post({ targets: [target(body)] })], ...over });
}

function inFile(to: To, body: PostTemplate): string[] {
	return checkTexts(campaignTo(to, body)).map(
		({ severity, rule, place: at }) => `${severity} ${rule} ${at?.line}`,
	);
}

function filled(to: To, body: PostTemplate, about = clip(0)): string[] {
	const whole = campaignTo(to, body);
	const account = whole.accounts.it;
	if (account === undefined) throw new Error("no account");
	const { findings, problem } = compose(target(body), {
		campaign: whole,
		video: video(),
		clip: about,
		account,
	});
	return problem === undefined ? findings.map(({ severity, rule }) => `${severity} ${rule}`) : [problem];
}

const long = (count: number, char = "x") => char.repeat(count);
const limits: Record<string, [to: To, body: PostTemplate, rule: string | undefined]> = {
	"a YouTube title of 100 characters fits": [{ platform: "youtube" }, { title: long(100) }, undefined],
	"a YouTube title of 101 characters does not": [
		{ platform: "youtube" },
		{ title: long(101) },
		"error youtube-title-length",
	],
	"a YouTube title counts emoji once": [{ platform: "youtube" }, { title: long(100, "👍") }, undefined],
	"a YouTube title has no <": [{ platform: "youtube" }, { title: "a < b" }, "error youtube-title-brackets"],
	"a YouTube description has no >": [
		{ platform: "youtube" },
		{ title: "t", description: "a > b" },
		"error youtube-description-brackets",
	],
	"a YouTube description of 5000 bytes fits": [
		{ platform: "youtube" },
		{ title: "t", description: long(2500, "é") },
		undefined,
	],
	"a YouTube description of 5001 bytes does not": [
		{ platform: "youtube" },
		{ title: "t", description: `${long(2500, "é")}x` },
		"error youtube-description-length",
	],
	"YouTube tags of 500 with commas and quotes fit": [
		{ platform: "youtube" },
		{ title: "t", tags: [long(247), `a ${long(247)}`] },
		undefined,
	],
	"YouTube tags of 501 do not": [
		{ platform: "youtube" },
		{ title: "t", tags: [long(248), `a ${long(248)}`] },
		"error youtube-tags-length",
	],
	"a TikTok caption of 2000 is fine": [{ platform: "tiktok" }, { description: long(2000) }, undefined],
	"a TikTok caption of 2001 is long": [
		{ platform: "tiktok" },
		{ description: long(2001) },
		"warning tiktok-caption-long",
	],
	"a TikTok caption of 2201 is refused, and said once": [
		{ platform: "tiktok" },
		{ description: long(2201) },
		"error tiktok-caption-length",
	],
	"a TikTok caption counts emoji twice": [
		{ platform: "tiktok" },
		{ description: long(1101, "👍") },
		"error tiktok-caption-length",
	],
	"a post on X of 280 fits": [{ platform: "twitter" }, { description: long(280) }, undefined],
	"a post on X counts Chinese twice": [
		{ platform: "twitter" },
		{ description: long(141, "中") },
		"error x-text-length",
	],
	"a post on X counts a long link 23": [
		{ platform: "twitter" },
		{ description: `https://acme.com/${long(400)}` },
		undefined,
	],
	"Premium may write more": [
		{ platform: "twitter", premium: true },
		{ description: long(20_000) },
		undefined,
	],
	"Premium may not write without end": [
		{ platform: "twitter", premium: true },
		{ description: long(25_001) },
		"error x-premium-text-length",
	],
	"one cashtag is enough on X": [
		{ platform: "twitter" },
		{ description: "$ACME and $XYZ, not $5" },
		"warning x-cashtags",
	],
	"an Instagram caption has 2200": [
		{ platform: "instagram" },
		{ description: long(2201) },
		"error instagram-caption-length",
	],
	"Instagram uses five hashtags": [
		{ platform: "instagram" },
		{ description: "#a #b #c #A", tags: ["d", "e", "f"] },
		"warning instagram-hashtags-shown",
	],
	"the same five again are five": [
		{ platform: "instagram" },
		{ description: "#a #b #c #d #e", tags: ["a", "b"] },
		undefined,
	],
	"Instagram refuses 31 hashtags, and says it once": [
		{ platform: "instagram" },
		{ description: Array.from({ length: 31 }, (_, n) => `#t${n}`).join(" ") },
		"error instagram-hashtags",
	],
	"Instagram refuses 21 mentions": [
		{ platform: "instagram" },
		{ description: long(21, "@acme ") },
		"error instagram-mentions",
	],
	"an address is no mention": [
		{ platform: "instagram" },
		{ description: long(21, "me@acme.com ") },
		undefined,
	],
	"a Facebook text of 5001 is long": [
		{ platform: "facebook" },
		{ description: long(5001) },
		"warning facebook-text-length",
	],
	"a LinkedIn text counts brackets twice": [
		{ platform: "linkedin" },
		{ description: `${long(2999)}(` },
		"error linkedin-text-length",
	],
};
const texts = suite("limits of texts");
for (const [title, [to, body, rule]] of Object.entries(limits)) {
	texts(`${title}: in the file`, () =>
		assert.equal(inFile(to, body), rule === undefined ? [] : [`${rule} 10`]),
	);
	const errors = rule?.startsWith("error") ? [rule] : [];
	texts(`${title}: when filled in, warnings of the file are not repeated`, () =>
		assert.equal(filled(to, body), errors),
	);
}

texts("every text rule is tried here", () => {
	const tried = new Set(Object.values(limits).map(([, , rule]) => rule?.split(" ")[1]));
	const known = RULE_IDS.filter((id) => "field" in RULES[id]);
	assert.equal(
		known.filter((id) => !tried.has(id)),
		[],
	);
});

const over = { inputs: { link: long(90) }, hashtags: { brand: ["#acme", "#Keynote"] } };
texts("inputs and hashtags are known in the file", () => {
	assert.equal(inFile({ platform: "youtube", over }, { title: "{{ inputs.link }} {{ hashtags.brand }}" }), [
		"error youtube-title-length 10",
	]);
});
texts("what follows from the clip is found when it is known", () => {
	const about = clip(0, { title: long(120), tags: ["a", "b", "c", "d", "e", "f"] });
	const body = { title: "{{ clip.title }}", description: "{{ clip.tags | hashtags }}" };
	assert.equal(inFile({ platform: "youtube" }, body), []);
	assert.equal(filled({ platform: "youtube" }, body, about), ["error youtube-title-length"]);
	assert.equal(filled({ platform: "instagram" }, body, about), ["warning instagram-hashtags-shown"]);
});
texts("fit makes it fit", () => {
	const about = clip(0, { title: long(300, "中 "), description: long(9000, "é (x) ") });
	const body = { title: "{{ clip.title | fit }}", description: "{{ clip.description | fit }}", tags: [] };
	for (const platform of ["youtube", "tiktok", "twitter", "instagram", "linkedin"] as const) {
		const errors = filled({ platform }, body, about).filter((each) => each.startsWith("error"));
		assert.equal(errors, [], platform);
	}
});
texts("a set of hashtags alone gives tags without signs", () => {
	const whole = campaignTo({ platform: "youtube", over }, {});
	const account = { platform: "youtube", username: "Acme" } as const;
	const { body } = compose(
		target({ title: "{{ hashtags.brand }}", tags: "{{ hashtags.brand | concat: clip.tags }}" }),
		{
			campaign: whole,
			video: video(),
			clip: clip(0, { tags: ["ACME", "x"] }),
			account,
		},
	);
	assert.equal(body, { title: "#acme #Keynote", tags: ["acme", "Keynote", "x"] });
});
texts("an unknown set of hashtags is an error with a suggestion", () => {
	const [found] = checkTexts(campaignTo({ platform: "youtube", over }, { title: "{{ hashtags.brend }}" }));
	assert.is(found?.rule, "unknown-variable");
	assert.match(found?.hint ?? "", 'Did you mean "hashtags.brand"?');
});
texts("the name of a category is sent as its id", () => {
	const account = { platform: "youtube", username: "Acme" } as const;
	const subject = { campaign: campaign(), video: video(), clip: clip(0), account };
	for (const [given, sent] of [
		["Science & Technology", "28"],
		["howto and style", "26"],
		["27", "27"],
	] as const)
		assert.is(compose(target({ title: "t", category: given }), subject).body?.category, sent);
});

const seconds = (length: number) => clip(0, { moment: { from: 0, to: length * 1000 } });
const lengths: Record<string, [platform: Platform, length: number, expected: string[]]> = {
	"a Short has 180 seconds": ["youtube", 180, []],
	"a longer video is no Short": ["youtube", 181, ["warning clip-length"]],
	"Facebook refuses reels over 90 seconds, and says it once": ["facebook", 91, ["error clip-length"]],
	"one source says 60 seconds for Facebook": ["facebook", 61, ["warning clip-length"]],
	"X may refuse more than 140 seconds": ["twitter", 141, ["warning clip-length"]],
	"Instagram refuses less than 3 seconds": ["instagram", 2, ["error clip-length"]],
	"TikTok refuses more than 10 minutes": ["tiktok", 601, ["error clip-length"]],
	"LinkedIn takes half an hour": ["linkedin", 1800, []],
};
const clips = suite("lengths of clips");
const said = { title: "t", description: "d" };
for (const [title, [platform, length, expected]] of Object.entries(lengths))
	clips(title, () => assert.equal(filled({ platform }, said, seconds(length)), expected));
clips("a level of the campaign turns a warning off or makes it an error", () => {
	const to = (rules: Campaign["rules"]): To => ({ platform: "youtube", over: { rules } });
	assert.equal(filled(to({ "clip-length": "off" }), said, seconds(200)), []);
	assert.equal(filled(to({ "clip-length": "error" }), said, seconds(200)), ["error clip-length"]);
});
clips("a level cannot lower what is refused", () =>
	assert.equal(
		filled({ platform: "youtube", over: { rules: { "youtube-title-length": "off" } } }, { title: long(101) }),
		["error youtube-title-length"],
	),
);
texts.run();
clips.run();
