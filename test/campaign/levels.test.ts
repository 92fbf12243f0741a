import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadCampaigns } from "../../src/campaign/load.ts";
import type { Levels } from "../../src/model/rules/level.ts";
import { RULE_IDS, RULES } from "../../src/model/rules.ts";
import { short, withFiles } from "./files.ts";

interface Given {
	readonly rules?: string;
	readonly levels?: Levels;
	readonly strict?: boolean;
}

/**
 * A campaign with one warning (thumbnail-ignored, line 7); a case gives levels in the file (line 8), in the
 * settings, or strictness.
 */
async function load({ rules, levels = {}, strict = false }: Given) {
	const lines = [
		"campaign: c",
		"videos: { talk: { source: talk.mp4, export: { resolution: 1080p } } }",
		"accounts: { x: { platform: twitter, username: a } }",
		"posts:",
		"  p:",
		"    from: talk",
		'    to: { x: { description: t, thumbnail_url: "https://a.b/c.jpg" } }',
		...(rules === undefined ? [] : [`rules: ${rules}`]),
	];
	return withFiles({ "a.campaign.yaml": `${lines.join("\n")}\n`, "talk.mp4": "video" }, (cwd) =>
		loadCampaigns([], { cwd, signal: AbortSignal.timeout(300_000), levels, strict }),
	);
}

const cases: Record<string, [given: Given, expected: string[]]> = {
	"a warning is a warning": [{}, ["!thumbnail-ignored 7:32"]],
	"a file turns a rule off": [{ rules: "{ thumbnail-ignored: off }" }, []],
	"a file makes a warning an error": [{ rules: "{ thumbnail-ignored: error }" }, ["thumbnail-ignored 7:32"]],
	"a file turns a rule off by the id it had in 0.1.0": [{ rules: "{ SVC-13: off }" }, []],
	"the settings turn a rule off": [{ levels: { "thumbnail-ignored": "off" } }, []],
	"a file wins over the settings": [
		{ rules: "{ thumbnail-ignored: warning }", levels: { "thumbnail-ignored": "off" } },
		["!thumbnail-ignored 7:32"],
	],
	"strict makes warnings errors": [{ strict: true }, ["thumbnail-ignored 7:32"]],
	"strict makes what the file calls a warning an error too": [
		{ rules: "{ thumbnail-ignored: warning }", strict: true },
		["thumbnail-ignored 7:32"],
	],
	"strict leaves off what is off": [{ rules: "{ thumbnail-ignored: off }", strict: true }, []],
	"an unknown rule is an error": [
		{ rules: "{ SVC-31: off }" },
		["!thumbnail-ignored 7:32", "unknown-rule 8:10"],
	],
	"a rule that would be refused cannot be turned off": [
		{ rules: "{ youtube-title-length: off }" },
		["!thumbnail-ignored 7:32", "locked-rule 8:10"],
	],
	"nor made a warning": [
		{ rules: "{ missing-post-text: warning }" },
		["!thumbnail-ignored 7:32", "locked-rule 8:10"],
	],
	"to call it an error is no mistake": [
		{ rules: "{ missing-post-text: error }" },
		["!thumbnail-ignored 7:32"],
	],
	"information has no level": [
		{ rules: "{ x-cost: error }" },
		["!thumbnail-ignored 7:32", "locked-rule 8:10"],
	],
	"the words of the prototype are no rules": [
		{ rules: "{ constructor: off }" },
		["!thumbnail-ignored 7:32", "unknown-rule 8:10"],
	],
};
const levels = suite("levels of rules");
for (const [title, [given, expected]] of Object.entries(cases))
	levels(title, async () => assert.equal(short((await load(given)).diagnostics), expected));

levels("a misspelt rule gets a suggestion", async () => {
	const { diagnostics } = await load({ rules: "{ youtube-titel-length: error }" });
	assert.match(
		diagnostics.find(({ rule }) => rule === "unknown-rule")?.hint ?? "",
		"Did you mean `youtube-title-length`?",
	);
});
levels("a campaign whose only error is turned off can be used, and knows its levels", async () => {
	const { campaigns } = await load({
		rules: "{ thumbnail-ignored: off }",
		levels: { "unusual-ratio": "error" },
	});
	assert.equal(campaigns[0]?.rules, { "thumbnail-ignored": "off", "unusual-ratio": "error" });
});
levels("a campaign with a warning made an error cannot", async () =>
	assert.is((await load({ strict: true })).campaigns.length, 0),
);

levels("no rule of the language, and none that is refused, can be lowered", async () => {
	const locked = RULE_IDS.filter((id) => RULES[id].locked === "all");
	assert.ok(locked.length > 60);
	const { diagnostics } = await load({ rules: `{ ${locked.map((id) => `${id}: off`).join(", ")} }` });
	assert.is(diagnostics.filter(({ rule }) => rule === "locked-rule").length, locked.length);
});
levels.run();
