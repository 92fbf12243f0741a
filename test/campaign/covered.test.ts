import { readFile } from "node:fs/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { validateCampaign } from "../../src/campaign/validate.gen.ts";
import { RULE_IDS, RULES, type RuleId } from "../../src/model/rules.ts";
import { decodeText } from "../../src/yaml/decode.ts";
import { parseYaml } from "../../src/yaml/document.ts";
import { isMap } from "../../src/yaml/shape.ts";
import { type BrokenCampaign, brokenCampaigns } from "./cases.ts";

const CLIPS = "found in the reviewed-clips file beside a campaign: reviews.test.ts";
const SETTINGS = "about settings or the workspace: test/settings";
const PLAN = "needs the state, the accounts or the day: test/plan";
const LARGE = "too large to be kept: oversized.test.ts";

/** Rules that no campaign file alone can break, and where they are tested instead. */
const ELSEWHERE: Readonly<Partial<Record<RuleId, string>>> = {
	"time-window": PLAN,
	"repeated-text": PLAN,
	"expiring-authorization": PLAN,
	"expiring-results": PLAN,
	"post-no-clips": PLAN,
	"account-not-connected": PLAN,
	"account-not-authorized": PLAN,
	"too-few-slots": PLAN,
	"quota-short": PLAN,
	"refused-posted": PLAN,
	"title-file-name": PLAN,
	"no-transcript": PLAN,
	"export-limit-ignored": PLAN,
	"late-rule-ignored": PLAN,
	"no-ffmpeg": PLAN,
	"time-too-soon": PLAN,
	"not-checked": PLAN,
	"not-compared": PLAN,
	"moments-posted": PLAN,
	"renamed-video": PLAN,
	"same-content": PLAN,
	"forgotten-post": PLAN,
	"file-size": LARGE,
	"unreadable-file": "no bytes to keep: unreadable.test.ts",
	"too-many-problems": LARGE,
	"not-formatted": "found by `showrun fmt`: test/yaml",
	"too-many-keys": "only settings have keys that exclude each other: test/settings",
	"duplicate-campaign": "takes two files: load.test.ts",
	"bad-moment": CLIPS,
	"trim-elsewhere": CLIPS,
	"added-clips-refused": PLAN,
	"brand-refused": PLAN,
	"brand-font-missing": PLAN,
	"added-clip-beyond": PLAN,
	"stray-clips": CLIPS,
	"outdated-edits": CLIPS,
	"several-settings": SETTINGS,
	"several-workspaces": SETTINGS,
	"nested-workspace": SETTINGS,
	"no-such-path": SETTINGS,
	"missing-api-key": SETTINGS,
	"bad-api-key": SETTINGS,
	"bad-network": SETTINGS,
	"bad-state": SETTINGS,
	"pasted-key": SETTINGS,
	"program-in-workspace": SETTINGS,
	"plain-http": SETTINGS,
	"missing-endpoint-key": SETTINGS,
	"unusable-app": SETTINGS,
	"notify-target": SETTINGS,
	"unusable-webhook": SETTINGS,
	"no-language-model": "settings decide: test/cli/wiring/language-model-checks.test.ts",
	"hook-tone": "settings decide: test/cli/wiring/language-model-checks.test.ts",
};

/** What a schema can find wrong by itself; other keywords lead to parts, or are words for people. */
const FINDS = new Set(
	"type enum const pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems uniqueItems minProperties maxProperties required additionalProperties propertyNames oneOf anyOf not".split(
		" ",
	),
);

const campaigns = await brokenCampaigns();
const covered = suite("what the broken campaigns cover");

covered(
	"every rule that a campaign file can break is broken by one, and the exceptions are exceptions",
	() => {
		const found = new Set(
			campaigns.flatMap(({ printed = "" }) =>
				[...printed.matchAll(/^(?:error|warning): .* \[([\w-]+)\]$/gm)].map(([, rule]) => rule),
			),
		);
		// Findings are typed by the table, so that no rule can be emitted that is not in it.
		const breakable = RULE_IDS.filter((id) => RULES[id].severity !== "information");
		assert.equal(
			breakable.filter((id) => !found.has(id)),
			breakable.filter((id) => ELSEWHERE[id] !== undefined),
		);
	},
);

covered("every keyword of the schema that can find something wrong finds something", async () => {
	const schema: unknown = JSON.parse(
		await readFile(new URL("../../schemas/campaign.schema.json", import.meta.url), "utf8"),
	);
	const found = new Set(campaigns.flatMap(keywordsOf));
	const used = new Set([...keywordsIn(schema)].filter((keyword) => FINDS.has(keyword)));
	assert.ok(used.size > 10);
	assert.equal(
		[...used].filter((keyword) => !found.has(keyword)),
		[],
	);
});
covered.run();

/** What the schema alone finds wrong with a broken campaign. */
function keywordsOf({ name, bytes }: BrokenCampaign): readonly string[] {
	const text = decodeText(name, bytes);
	const parsed = "source" in text ? parseYaml(text.source) : undefined;
	return parsed?.usable ? validateCampaign(parsed.file.value).map(({ keyword }) => keyword) : [];
}

/** Every keyword in a schema; keys of `properties` and `definitions` are names, not keywords. */
function* keywordsIn(schema: unknown): Generator<string> {
	if (!isMap(schema)) return;
	for (const [key, value] of Object.entries(schema)) {
		yield key;
		const inside =
			key === "properties" || key === "definitions"
				? Object.values(isMap(value) ? value : {})
				: key === "examples" || key === "default"
					? []
					: [value];
		for (const each of inside) yield* keywordsIn(each);
	}
}
