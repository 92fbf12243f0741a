import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadCampaigns } from "../../src/campaign/load.ts";
import { NO_INPUTS } from "../../src/campaign/read-inputs.ts";
import type { Campaign } from "../../src/model/campaign.ts";
import { type Files, withFiles } from "./files.ts";

const signal = AbortSignal.timeout(300_000);

const campaign = `campaign: c
inputs:
  link: { default: "https://example.com/talk", pattern: "https://.*" }
  file: { description: Which talk it is }
  most: { type: number, default: 2, enum: [2, 3] }
  captions-on: { type: boolean, default: false }
videos:
  talk: { source: "./{{ inputs.file }}.mp4", clipping: { limit: "{{ inputs.most }}", express: "{{inputs.captions-on}}" }, export: { resolution: 720p } }
accounts: { a: { platform: linkedin, username: A } }
posts:
  p: { from: talk, text: { title: "{{ inputs.link }}", visibility: public }, to: [a] }
`;

async function loaded(given: Partial<typeof NO_INPUTS> & { environment?: string }, files: Files = {}) {
	return withFiles(
		{ "shows/c.campaign.yaml": campaign, "shows/talk.mp4": "v", "shows/other.mp4": "v", ...files },
		(cwd) => loadCampaigns(["."], { cwd, signal, inputs: { ...NO_INPUTS, ...given } }),
	);
}

function shown({ inputs, videos, posts }: Campaign) {
	const source = videos[0]?.source;
	return {
		inputs,
		source: source?.kind === "file" ? source.shown : "",
		clipping: videos[0]?.clipping,
		title: posts[0]?.targets[0]?.body.title,
	};
}

const inputs = suite("inputs");

inputs(
	"stand for their values, texts as texts and values as values; templates keep them for later",
	async () => {
		const { campaigns, diagnostics } = await loaded({
			vars: { file: "talk", most: "3", "captions-on": "true" },
		});
		assert.equal(diagnostics, []);
		assert.equal(campaigns.map(shown), [
			{
				inputs: { link: "https://example.com/talk", file: "talk", most: 3, "captions-on": true },
				source: "./talk.mp4",
				clipping: { duration: "0-90s", limit: 3, moreResults: false, express: true },
				title: "{{ inputs.link }}",
			},
		]);
	},
);

const sources: Record<string, [Parameters<typeof loaded>[0], Files, unknown]> = {
	"a file gives values": [{ files: ["values.yaml"] }, { "values.yaml": "file: talk\n" }, "talk"],
	"a later file wins": [
		{ files: ["a.yaml", "b.json"] },
		{ "a.yaml": "file: talk\n", "b.json": '{"file": "other"}' },
		"other",
	],
	"--var wins over a file": [
		{ vars: { file: "other" }, files: ["a.yaml"] },
		{ "a.yaml": "file: talk\n" },
		"other",
	],
	"the environment gives values by name": [{ env: { SHOWRUN_VAR_file: "talk" } }, {}, "talk"],
	"the environment gives values in capitals": [{ env: { SHOWRUN_VAR_FILE: "talk" } }, {}, "talk"],
	"a file wins over the environment": [
		{ env: { SHOWRUN_VAR_FILE: "talk" }, files: ["a.yaml"] },
		{ "a.yaml": "file: other\n" },
		"other",
	],
	"an environment's file is beside the campaign": [
		{ environment: "staging" },
		{ "shows/envs/staging.yaml": "file: talk\n" },
		"talk",
	],
	"or in the workspace": [{ environment: "staging" }, { "envs/staging.yaml": "file: talk\n" }, "talk"],
	"the environment wins over an environment's file": [
		{ environment: "staging", env: { SHOWRUN_VAR_FILE: "other" } },
		{ "envs/staging.yaml": "file: talk\n" },
		"other",
	],
};
for (const [title, [given, files, expected]] of Object.entries(sources))
	inputs(title, async () => {
		const { campaigns, diagnostics } = await loaded(given, files);
		assert.equal(diagnostics, []);
		assert.is(campaigns[0]?.inputs.file, expected);
	});

const mistakes: Record<string, [Parameters<typeof loaded>[0], Files, string[]]> = {
	"one without a default must be given": [{}, {}, ["missing-input shows/c.campaign.yaml:4:3"]],
	"a number must be one": [
		{ vars: { file: "talk", most: "two" } },
		{},
		["input-value shows/c.campaign.yaml:5:3"],
	],
	"only the allowed values are allowed": [
		{ vars: { file: "talk", most: "4" } },
		{},
		["input-value shows/c.campaign.yaml:5:3"],
	],
	"true or false it must be": [
		{ vars: { file: "talk", "captions-on": "yes" } },
		{},
		["input-value shows/c.campaign.yaml:6:3"],
	],
	"the whole text must match the pattern": [
		{ vars: { file: "talk", link: "x https://a" } },
		{},
		["input-value shows/c.campaign.yaml:3:3"],
	],
	"a misspelt --var is an error": [
		{ vars: { file: "talk", lnk: "x" } },
		{},
		["unknown-input undefined:undefined:undefined"],
	],
	"a file of values is a map": [
		{ files: ["a.yaml"], vars: { file: "talk" } },
		{ "a.yaml": "[x]" },
		["wrong-type a.yaml:1:1"],
	],
	"values are single": [
		{ files: ["a.yaml"], vars: { file: "talk" } },
		{ "a.yaml": "file: [x]" },
		["wrong-type a.yaml:1:7"],
	],
	"what an input brings must fit its place": [
		{ vars: { file: "nothing" } },
		{},
		["missing-file shows/c.campaign.yaml:8:19"],
	],
};
for (const [title, [given, files, expected]] of Object.entries(mistakes))
	inputs(title, async () => {
		const { diagnostics } = await loaded(given, files);
		assert.equal(
			diagnostics.map(({ rule, place }) => `${rule} ${place?.file}:${place?.line}:${place?.column}`),
			expected,
		);
	});

inputs("one that is not declared is named with a near one", async () => {
	const { diagnostics } = await loaded(
		{},
		{
			"shows/c.campaign.yaml":
				'campaign: c\ninputs: { file: { default: talk } }\nvideos: { talk: { source: "{{ inputs.fil }}.mp4" } }\n',
		},
	);
	assert.equal(
		diagnostics.filter(({ rule }) => rule === "unknown-input").map(({ detail, hint }) => [detail, hint]),
		[["There is no input `fil` in this campaign.", "Did you mean `file`? Inputs: file."]],
	);
});

inputs("an environment that is not there is named, and its name leads nowhere else", async () => {
	for (const environment of ["staging", "../../etc", "a/b"])
		await loaded({ environment }).then(
			() => assert.unreachable(),
			(error) => assert.match(error.message, /environment/),
		);
});

inputs("a file of values that is not there is a path to check", async () => {
	const { diagnostics } = await loaded({ files: ["nope.yaml"], vars: { file: "talk" } }, {});
	assert.equal(
		diagnostics.map(({ rule, place, hint }) => [rule, place?.file, hint]),
		[["unreadable-file", "nope.yaml", "Check the path; where it is a link, correct it or delete it."]],
	);
});

inputs("a misspelt environment is answered with the nearest one", async () => {
	await loaded(
		{ environment: "stagin" },
		{ "envs/staging.yaml": "file: talk\n", "envs/live.yml": "file: talk\n" },
	).then(
		() => assert.unreachable(),
		(error) =>
			assert.match(error.remedy, /^Did you mean `staging`\? Environments: live, staging\.\nLooked for /),
	);
});

inputs("other values make another digest", async () => {
	const digest = async (file: string) => (await loaded({ vars: { file } })).campaigns[0]?.digest;
	assert.is(await digest("talk"), await digest("talk"));
	assert.is.not(await digest("talk"), await digest("other"));
});

inputs.run();
