import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { FORMER_IDS, formerRule, ruleNamed } from "../../src/model/rules/former-ids.ts";
import { levelled, levelOf, levelProblem, levelsById, strictly } from "../../src/model/rules/level.ts";
import { TEXT_RULES } from "../../src/model/rules/texts.ts";
import { isRuleId, RULE_IDS, RULES } from "../../src/model/rules.ts";
import { pathsBelow, ROOT } from "../house/sources.ts";

/** What code says, without the table itself. */
const CODE = pathsBelow("src")
	.filter((path) => !/\.gen\.ts$|src\/model\/rules\//.test(path))
	.map((path) => readFileSync(join(ROOT, path), "utf8"))
	.join("\n");
/** Made from a word and a kind: `unknown-video`. */
const MADE =
	[...CODE.matchAll(/rule: `unknown-\$\{kind\}`/g)].length > 0
		? ["video", "account", "preset", "schedule"].map((kind) => `unknown-${kind}`)
		: [];
const SAID = new Set(
	[...CODE.matchAll(/"([A-Za-z]+(?:-[A-Za-z0-9]+)+|encoding)"/g)].map(([, word = ""]) => word),
);

const table = suite("the table of rules and the code");
table("every rule that code names is in the table", () => {
	const named = [
		...CODE.matchAll(/\brule:[^,;\n]*?(?<!\[)"([A-Za-z0-9-]+)"(?:[^,;\n]*?"([A-Za-z0-9-]+)")?/g),
	].flatMap(([, first, second]) => [first, second]);
	const ids = named.filter((each) => each !== undefined);
	assert.ok(ids.length > 60);
	assert.equal(
		ids.filter((id) => !isRuleId(id)),
		[],
	);
});
table("every rule is used by code, or is information", () => {
	const used = (id: string) => SAID.has(id) || MADE.includes(id) || Object.hasOwn(TEXT_RULES, id);
	assert.equal(
		RULE_IDS.filter((id) => RULES[id].severity !== "information" && !used(id)),
		[],
	);
});

table("every id is in lower-case words, joined by hyphens", () =>
	assert.equal(
		RULE_IDS.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id)),
		[],
	),
);
table("an id of 0.1.0 names the rule it named, and is nobody's id now", () => {
	assert.equal([ruleNamed("SVC-05"), ruleNamed("clip-length")], ["clip-length", "clip-length"]);
	assert.equal([ruleNamed("svc-05"), ruleNamed("constructor")], [undefined, undefined]);
	const former = Object.keys(FORMER_IDS);
	assert.is(new Set(Object.values(FORMER_IDS)).size, former.length);
	assert.equal(former.filter(isRuleId), []);
});
table("JSON names the former id of a rule that had one", () => {
	assert.equal(
		[formerRule({ rule: "clip-length" }), formerRule({ rule: "unknown-key" })],
		[{ formerRule: "SVC-05" }, {}],
	);
});

const levels = suite("levels of rules");
levels("are given by former ids too; the id a rule has now counts, in any order", () => {
	assert.equal(
		levelsById({ "SVC-07": "off", "clip-length": "warning", unknown: "off", "SVC-01": undefined }),
		{
			"unusual-ratio": "off",
			"clip-length": "warning",
			unknown: "off",
		},
	);
	for (const both of [
		{ "SVC-07": "off", "unusual-ratio": "error" },
		{ "unusual-ratio": "error", "SVC-07": "off" },
	] as const)
		assert.equal(levelsById(both), { "unusual-ratio": "error" });
});
const found = (rule: string, severity: "error" | "warning" = "warning") => ({ rule, severity });
const cases: Record<
	string,
	[given: ReturnType<typeof found>, under: Record<string, "error" | "warning" | "off">, expected: string]
> = {
	"without a level a finding is what it is": [found("unusual-ratio"), {}, "warning"],
	"a level counts": [found("unusual-ratio"), { "unusual-ratio": "off" }, "off"],
	"an error that is not locked can be lowered": [
		found("clip-length", "error"),
		{ "clip-length": "warning" },
		"warning",
	],
	"an error that would be refused cannot": [
		found("missing-post-text", "error"),
		{ "missing-post-text": "off" },
		"error",
	],
	"of a rule locked in its errors the warnings can be turned off": [
		found("expiring-results"),
		{ "expiring-results": "off" },
		"off",
	],
	"and its errors cannot": [found("expiring-results", "error"), { "expiring-results": "off" }, "error"],
	"a name of the prototype is no level": [found("constructor"), {}, "warning"],
};
for (const [title, [given, under, expected]] of Object.entries(cases))
	levels(title, () => assert.is(levelOf(given, under), expected));
levels("what is off is gone, and the rest keeps its words", () => {
	const all = [
		{ ...found("unusual-ratio"), detail: "a" },
		{ ...found("thumbnail-ignored"), detail: "b" },
	];
	assert.equal(levelled(all, { "unusual-ratio": "off", "thumbnail-ignored": "error" }), [
		{ rule: "thumbnail-ignored", severity: "error", detail: "b" },
	]);
});
levels("strictness leaves off what is off", () => {
	const strict = strictly({ "unusual-ratio": "off", "thumbnail-ignored": "warning" });
	assert.equal(
		[strict["unusual-ratio"], strict["thumbnail-ignored"], strict["tiktok-flag-ignored"]],
		["off", "error", "error"],
	);
});
levels("a rule says why it cannot be lowered", () => {
	assert.match(
		levelProblem("missing-export", "warning") ?? "",
		/refuses that, so `missing-export` stays an error/,
	);
	assert.is(levelProblem("missing-export", "error"), undefined);
	assert.is(levelProblem("unusual-ratio", "off"), undefined);
});
table.run();
levels.run();
