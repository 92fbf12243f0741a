import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { CheckedFile } from "../../src/campaign/check.ts";
import { NO_INPUTS } from "../../src/campaign/read-inputs.ts";
import { checkTexts } from "../../src/compose/check.ts";
import { type Files, withFiles } from "./files.ts";
import { load, NO_BRAND, problems, uses, VIDEO } from "./shared-files.ts";

const mistakes = suite("mistakes in shared files");
const ten = (text: string) =>
	Object.fromEntries(
		Array.from({ length: 10 }, (_, index) => [
			`c${index}.campaign.yaml`,
			text.replace("campaign: a", `campaign: c${index}`),
		]),
	);

const once: Record<string, [shared: string, expected: string[]]> = {
	"a misspelt key": [
		"accounts: { yt: { platform: youtube, username: A, timezon: UTC } }\n",
		["unknown-key s.yaml:1:51"],
	],
	"a missing key": ["accounts: { yt: { username: A } }\n", ["missing-key s.yaml:1:13"]],
	"a wrong value": ["defaults: { clipping: { limit: many } }\n", ["wrong-type s.yaml:1:32"]],
	"nothing where a value should be": ["accounts:\n", ["empty-value s.yaml:1:1"]],
	"a time zone that is none": [
		"accounts: { yt: { platform: youtube, username: A, timezone: Mars } }\n",
		["unknown-timezone s.yaml:1:61"],
	],
	"what stands nowhere in shared files": ["timezone: UTC\n", ["unknown-key s.yaml:1:1"]],
	"broken YAML": ["accounts: {\n", ["yaml-syntax s.yaml:1:11"]],
	"a list": ["- a\n", ["wrong-type s.yaml:1:1"]],
	"nothing at all": ["# later\n", ["empty-file s.yaml:1:1"]],
	"an input nobody declares": [
		"defaults: { clipping: { limit: '{{ inputs.n }}' } }\n",
		["unknown-input s.yaml:1:32"],
	],
};
for (const [title, [shared, expected]] of Object.entries(once))
	mistakes(`${title} is told once at its own place, and ten campaigns are broken`, async () => {
		const { said, campaigns, broken } = await problems({
			...ten(`campaign: a\nuse: [s.yaml]\n${VIDEO}`),
			"s.yaml": shared,
		});
		assert.equal([said, campaigns.length, broken.length], [expected, 0, 10]);
	});

mistakes("a template is told once, though the campaigns have other inputs", async () => {
	const post = "videos: { talk: { source: talk.mp4, export: {} } }\nposts: { p: { from: talk, to: [yt] } }\n";
	const of = (name: string) =>
		`campaign: ${name}\nuse: [s.yaml]\ninputs: { ${name}: { default: x } }\n${post}`;
	const shared =
		"accounts: { yt: { platform: youtube, username: A } }\ndefaults: { text: { title: '{{ clip.titel }}' } }\n";
	const { said, broken } = await problems(
		{ "a.campaign.yaml": of("a"), "b.campaign.yaml": of("b"), "s.yaml": shared },
		() => ({ checkTexts }),
	);
	assert.equal([said, broken.length], [["unknown-variable s.yaml:2:28"], 2]);
});

mistakes("a missing file is told once, where it is named first", async () => {
	const { said, diagnostics, campaigns, broken } = await problems({
		...ten(`campaign: a\nuse: [brand.shard.yaml]\n${VIDEO}`),
		"brand.shared.yaml": NO_BRAND,
		"good.campaign.yaml": `campaign: good\n${VIDEO}`,
	});
	assert.equal([said, broken.length], [["missing-file c0.campaign.yaml:2:7"], 10]);
	assert.match(diagnostics[0]?.hint ?? "", "Did you mean `brand.shared.yaml`?");
	assert.equal(
		campaigns.map(({ name }) => name),
		["good"],
	);
});

const escapes: Record<string, Files> = {
	"a path": { "w/a.campaign.yaml": `campaign: a\nuse: [../out.yaml]\n${VIDEO}` },
	"a link": { "w/a.campaign.yaml": `campaign: a\nuse: [in.yaml]\n${VIDEO}`, "w/in.yaml": "->../out.yaml" },
	"a linked folder": { "w/a.campaign.yaml": `campaign: a\nuse: [up/out.yaml]\n${VIDEO}`, "w/up": "->.." },
};
for (const [title, files] of Object.entries(escapes))
	mistakes(`${title} does not lead out of the workspace`, () =>
		withFiles({ ...files, "w/talk.mp4": "video", "out.yaml": "secret: [" }, async (folder) => {
			const cwd = join(folder, "w");
			const { campaigns, diagnostics } = await load(cwd, { root: cwd });
			assert.equal([campaigns, diagnostics.map(({ rule }) => rule)], [[], ["outside-workspace"]]);
			assert.not.match(JSON.stringify(diagnostics), "secret");
		}),
	);

mistakes("a file of the settings that is missing is told where the campaign is", async () => {
	const { said } = await problems({ "a.campaign.yaml": `campaign: a\n${VIDEO}` }, (cwd) => ({
		use: [join(cwd, "gone.yaml")],
	}));
	assert.equal(said, ["missing-file a.campaign.yaml:1:11"]);
});

mistakes("shared files that nobody uses are checked when that is asked for, and only then", async () => {
	const files = {
		"a.campaign.yaml": `campaign: a\n${VIDEO}`,
		"deep/b.shared.yml":
			"accounts: { yt: { platform: youtube, username: A, timezone: Mars } }\nuse: [x.yaml]\n",
		"deep/open.shared.yaml": "defaults: { clipping: { limit: '{{ inputs.n }}' } }\ninputs: { k: {} }\n",
	};
	assert.equal((await problems(files)).said, []);
	const { said, shared } = await problems(files, () => ({ unused: "checked" }));
	assert.equal(
		[said, shared.length],
		[["unknown-timezone deep/b.shared.yml:1:61", "unknown-key deep/b.shared.yml:2:1"], 2],
	);
});
mistakes("a shared link that leads out of the workspace is not read, used or not", () =>
	withFiles({ "w/x.shared.yaml": "->../out.yaml", "out.yaml": "secret: [" }, async (folder) => {
		const { diagnostics } = await load(join(folder, "w"), { unused: "checked" });
		assert.equal(
			diagnostics.map(({ rule, place }) => [rule, place?.file]),
			[["outside-workspace", "x.shared.yaml"]],
		);
		assert.not.match(JSON.stringify(diagnostics), "secret");
	}),
);

mistakes("a default counts only where no other value is given", async () => {
	const files = {
		"a.campaign.yaml": `campaign: a\nuse: [s.shared.yaml]\n${VIDEO}`,
		"s.shared.yaml":
			"inputs: { n: { type: number, default: many } }\ndefaults: { clipping: { limit: '{{ inputs.n }}' } }\n",
	};
	assert.equal((await problems(files)).said, ["input-value s.shared.yaml:1:39"]);
	const given = await problems(files, () => ({ inputs: { ...NO_INPUTS, vars: { n: "4" } } }));
	assert.equal([given.said, given.campaigns[0]?.videos[0]?.clipping.limit], [[], 4]);
	const { "s.shared.yaml": shared } = files;
	const alone = await problems({ "s.shared.yaml": shared }, () => ({ unused: "checked" }));
	assert.equal(alone.said, ["input-value s.shared.yaml:1:39"]);
});
mistakes.run();

const keeping = suite("campaigns that use shared files, kept");

keeping("a changed shared file changes the digest, and is parsed again though the campaign is kept", () =>
	withFiles(
		{ "a.campaign.yaml": uses("brand.yaml"), "brand.yaml": NO_BRAND, "talk.mp4": "video" },
		async (cwd) => {
			const kept = new Map<string, CheckedFile>();
			let parsed = 0;
			const cache = {
				get: async (name: string) => kept.get(name),
				put: async (name: string, checked: CheckedFile) => {
					parsed++;
					kept.set(name, checked);
				},
			};
			const first = await load(cwd, { cache });
			const again = await load(cwd, { cache });
			assert.equal([parsed, again], [1, first]);
			await writeFile(join(cwd, "brand.yaml"), `# a word\n${NO_BRAND}`);
			const changed = await load(cwd, { cache });
			assert.is(parsed, 2);
			assert.is.not(changed.campaigns[0]?.digest, first.campaigns[0]?.digest);
			assert.is(changed.campaigns[0]?.accounts.yt?.place.line, 5);
			await writeFile(join(cwd, "brand.yaml"), "accounts: [\n");
			const torn = await load(cwd, { cache });
			assert.equal([torn.campaigns, torn.broken], [[], ["a.campaign.yaml"]]);
		},
	),
);
keeping.run();
