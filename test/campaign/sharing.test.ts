import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { LoadOptions } from "../../src/campaign/load-options.ts";
import { NO_INPUTS } from "../../src/campaign/read-inputs.ts";
import type { Campaign } from "../../src/model/campaign.ts";
import { png } from "../builders/png.ts";
import { type Files, withFiles } from "./files.ts";
import { BRAND, load, NO_BRAND, problems, TALK, uses, VIDEO } from "./shared-files.ts";

const LOGO = png({ width: 40, height: 20 });

async function only(files: Files, options: (cwd: string) => Partial<LoadOptions> = () => ({})) {
	return withFiles({ "talk.mp4": "video", ...files }, async (cwd) => {
		const { campaigns, diagnostics } = await load(cwd, options(cwd));
		const [campaign, ...others] = campaigns;
		const wrong = diagnostics.filter(({ severity }) => severity === "error");
		assert.equal([wrong, others], [[], []]);
		if (campaign === undefined) throw new Error("nothing was loaded");
		return { campaign, cwd };
	});
}

const merging = suite("what a campaign gets from shared files");

merging("every part of a shared file counts as if it stood in the campaign, but for its places", async () => {
	const { campaign, cwd } = await only({
		"a.campaign.yaml": uses("./shared/brand.yaml"),
		"shared/brand.yaml": BRAND,
		"shared/logo.png": LOGO,
	});
	const whole = await only({ "a.campaign.yaml": `campaign: a\n${BRAND}${TALK}`, "logo.png": LOGO });
	assert.equal(meaning(campaign, cwd), meaning(whole.campaign, whole.cwd));
	assert.equal(campaign.brand?.logo, join(cwd, "shared", "logo.png"));
	assert.equal(campaign.uses, ["shared/brand.yaml"]);
	assert.is(whole.campaign.uses, undefined);
});

/** Without places, folders and what is about the files themselves. */
function meaning({ digest, uses: _, ...campaign }: Campaign, cwd: string): unknown {
	const text = JSON.stringify(campaign, (key, value) =>
		key === "places" || key === "place" ? undefined : value,
	);
	return JSON.parse(
		text
			.replaceAll(`${cwd}/shared/logo.png`, "logo")
			.replaceAll(`${cwd}/logo.png`, "logo")
			.replaceAll(cwd, ""),
	);
}

merging("each part has the place it was written at", async () => {
	const { campaign } = await only({
		"a.campaign.yaml": uses("./shared/brand.yaml"),
		"shared/brand.yaml": NO_BRAND,
	});
	const [post] = campaign.posts;
	const [target] = post?.targets ?? [];
	const at = (place: { file: string; line: number } | undefined) => `${place?.file}:${place?.line}`;
	assert.equal(
		[
			campaign.accounts.yt?.place,
			campaign.schedules.weekdays?.place,
			target?.places.title,
			post?.place,
			target?.place,
		].map(at),
		[
			"shared/brand.yaml:4",
			"shared/brand.yaml:6",
			"shared/brand.yaml:13",
			"a.campaign.yaml:4",
			"a.campaign.yaml:4",
		],
	);
});

const OWN = `accounts: { yt: { platform: youtube, username: Own } }
hashtags: { own: [mine] }
defaults: { clipping: { limit: 9 }, text: { title: Mine } }
inputs: { link: { default: "https://example.com/own" } }
brand: { opacity: 1, colours: { text: "#000000" } }
`;

merging("the campaign wins: entries as a whole, defaults and brand field by field", async () => {
	const { campaign } = await only({
		"a.campaign.yaml": uses("brand.yaml", OWN),
		"brand.yaml": BRAND.replace("logo: ./logo.png, ", ""),
	});
	const { accounts, hashtags, brand, inputs, videos, posts } = campaign;
	assert.equal(
		[accounts.yt?.username, accounts.yt?.maxPerDay, hashtags, inputs.link],
		["Own", undefined, { own: ["#mine"], brand: ["#acme"] }, "https://example.com/own"],
	);
	assert.equal(brand, { opacity: 1, colours: { text: "#000000", highlight: "#FFD60A" } });
	assert.equal([videos[0]?.clipping.limit, videos[0]?.clipping.language], [9, "en"]);
	const body = posts[0]?.targets[0]?.body;
	assert.equal([body?.title, body?.description], ["Mine", "See {{ inputs.link }}"]);
	assert.equal(posts[0]?.targets[0]?.places.title?.file, "a.campaign.yaml");
});

merging("null in the campaign takes away what is shared", async () => {
	const { campaign } = await only({
		"a.campaign.yaml": uses("brand.yaml", "brand: { colours: null, logo: null }\n"),
		"brand.yaml": BRAND,
	});
	assert.equal(campaign.brand, { opacity: 0.5 });
});

const SETTINGS_FILE = `accounts:
  yt: { platform: youtube, username: Everybody }
  tt: { platform: tiktok, username: everybody }
brand: { opacity: 0.2, place: top-left }
`;

merging(
	"the settings' files are weaker than the campaign's, and stronger than the settings' brand",
	async () => {
		const { campaign } = await only(
			{
				"a.campaign.yaml": uses("shared/brand.yaml"),
				"shared/brand.yaml": BRAND.replace("logo: ./logo.png, ", ""),
				"all.shared.yaml": SETTINGS_FILE,
			},
			(cwd) => ({ use: [join(cwd, "all.shared.yaml")], brand: { opacity: 0.1, font: { family: "Inter" } } }),
		);
		assert.equal(
			[campaign.accounts.yt?.username, campaign.accounts.tt?.username, campaign.uses],
			["Acme", "everybody", ["shared/brand.yaml", "all.shared.yaml"]],
		);
		assert.equal(campaign.brand, {
			opacity: 0.5,
			place: ["top-left"],
			font: { family: "Inter" },
			colours: { text: "#FFFFFF", highlight: "#FFD60A" },
		});
	},
);

merging("a campaign without `use` gets what the settings name", async () => {
	const { campaign } = await only(
		{ "a.campaign.yaml": `campaign: a\n${TALK}`, "all.shared.yaml": NO_BRAND },
		(cwd) => ({ use: [join(cwd, "all.shared.yaml")] }),
	);
	assert.equal([campaign.accounts.yt?.username, campaign.uses], ["Acme", ["all.shared.yaml"]]);
});

merging("inputs have the value of each campaign, whoever declares them", async () => {
	const shared = `inputs: { n: { type: number, default: 3 } }
defaults: { clipping: { limit: "{{ inputs.n }}", language: "{{ inputs.language }}" } }
`;
	const video = "videos: { talk: { source: talk.mp4 } }\n";
	const { campaigns } = await problems(
		{
			"a.campaign.yaml": `campaign: a\nuse: [s.yaml]\ninputs: { language: { default: en } }\n${video}`,
			"b.campaign.yaml": `campaign: b\nuse: [s.yaml]\ninputs: { language: { default: de }, n: { type: number, default: 7 } }\n${video}`,
			"s.yaml": shared,
		},
		() => ({ inputs: { ...NO_INPUTS, env: {} } }),
	);
	assert.equal(
		campaigns.map(({ videos }) => [videos[0]?.clipping.limit, videos[0]?.clipping.language]),
		[
			[3, "en"],
			[7, "de"],
		],
	);
});

merging("--var gives a shared input its value", async () => {
	const { campaign } = await only({ "a.campaign.yaml": uses("brand.yaml"), "brand.yaml": NO_BRAND }, () => ({
		inputs: { ...NO_INPUTS, vars: { link: "https://example.com/var" } },
	}));
	assert.is(campaign.inputs.link, "https://example.com/var");
});
merging.run();

const conflicts = suite("two shared files");
const ONE = "accounts:\n  yt: { platform: youtube, username: One }\ndefaults: { clipping: { limit: 1 } }\n";
const SAME = "defaults: { clipping: { limit: 1 } }\naccounts:\n  yt: { username: One, platform: youtube }\n";
const TWO =
	"accounts:\n  yt: { platform: youtube, username: Two }\ndefaults: { clipping: { limit: 2, language: en } }\n";
const both = (rest = "") => `campaign: a\nuse: [one.yaml, two.yaml]\n${rest}${VIDEO}`;

conflicts("that say the same in another order do not differ", async () => {
	const { said } = await problems({ "a.campaign.yaml": both(), "one.yaml": ONE, "two.yaml": SAME });
	assert.equal(said, []);
});

conflicts("that differ are an error at the later one, with both places, once for all campaigns", async () => {
	const files = { "one.yaml": ONE, "two.yaml": TWO };
	const { said, diagnostics, campaigns, broken } = await problems({
		"a.campaign.yaml": both(),
		"b.campaign.yaml": both().replace("campaign: a", "campaign: b"),
		...files,
	});
	assert.equal(said, ["shared-conflict two.yaml:2:3", "shared-conflict two.yaml:3:25"]);
	assert.is(diagnostics[0]?.detail, "`accounts.yt` is one thing at one.yaml:2 and another at two.yaml:2.");
	assert.equal([campaigns, broken], [[], ["a.campaign.yaml", "b.campaign.yaml"]]);
});

conflicts("do not matter where the campaign says what counts", async () => {
	const own =
		"accounts: { yt: { platform: youtube, username: Own } }\ndefaults: { clipping: { limit: 3 } }\n";
	const { said, campaigns } = await problems({
		"a.campaign.yaml": both(own),
		"one.yaml": ONE,
		"two.yaml": TWO,
	});
	assert.equal([said, campaigns[0]?.accounts.yt?.username], [[], "Own"]);
});

conflicts("of which the settings name one do not differ: the campaign's wins", async () => {
	const { said, campaigns } = await problems(
		{ "a.campaign.yaml": `campaign: a\nuse: [one.yaml]\n${VIDEO}`, "one.yaml": ONE, "two.yaml": TWO },
		(cwd) => ({ use: [join(cwd, "two.yaml")] }),
	);
	const [video] = campaigns[0]?.videos ?? [];
	assert.equal([said, video?.clipping.limit, video?.clipping.language], [[], 1, "en"]);
});

conflicts("named twice are read once", async () => {
	const { said, campaigns } = await problems(
		{ "a.campaign.yaml": `campaign: a\nuse: [one.yaml, ./x/../one.yaml]\n${VIDEO}`, "one.yaml": ONE },
		(cwd) => ({ use: [join(cwd, "one.yaml")] }),
	);
	assert.equal([said, campaigns[0]?.uses], [[], ["one.yaml"]]);
});
conflicts.run();
