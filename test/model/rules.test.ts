import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { levelled, levelOf, levelProblem, strictly } from "../../src/model/rules/level.ts";
import { TEXT_RULES } from "../../src/model/rules/texts.ts";
import { isRuleId, RULE_IDS, RULES } from "../../src/model/rules.ts";
import { ROOT, sourcesBelow } from "../house/sources.ts";

/** What code says, without the table itself. */
const CODE = sourcesBelow("src")
	.filter(({ path }) => !/\.gen\.ts$|src\/model\/rules\//.test(path))
	.map(({ path }) => readFileSync(join(ROOT, path), "utf8"))
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

const levels = suite("levels of rules");
const found = (rule: string, severity: "error" | "warning" = "warning") => ({ rule, severity });
const cases: Record<
	string,
	[given: ReturnType<typeof found>, under: Record<string, "error" | "warning" | "off">, expected: string]
> = {
	"without a level a finding is what it is": [found("SVC-07"), {}, "warning"],
	"a level counts": [found("SVC-07"), { "SVC-07": "off" }, "off"],
	"an error that is not locked can be lowered": [
		found("SVC-05", "error"),
		{ "SVC-05": "warning" },
		"warning",
	],
	"an error that would be refused cannot": [found("SVC-01", "error"), { "SVC-01": "off" }, "error"],
	"of a rule locked in its errors the warnings can be turned off": [
		found("SVC-14"),
		{ "SVC-14": "off" },
		"off",
	],
	"and its errors cannot": [found("SVC-14", "error"), { "SVC-14": "off" }, "error"],
	"a name of the prototype is no level": [found("constructor"), {}, "warning"],
};
for (const [title, [given, under, expected]] of Object.entries(cases))
	levels(title, () => assert.is(levelOf(given, under), expected));
levels("what is off is gone, and the rest keeps its words", () => {
	const all = [
		{ ...found("SVC-07"), detail: "a" },
		{ ...found("SVC-13"), detail: "b" },
	];
	assert.equal(levelled(all, { "SVC-07": "off", "SVC-13": "error" }), [
		{ rule: "SVC-13", severity: "error", detail: "b" },
	]);
});
levels("strictness leaves off what is off", () => {
	const strict = strictly({ "SVC-07": "off", "SVC-13": "warning" });
	assert.equal([strict["SVC-07"], strict["SVC-13"], strict["SVC-04"]], ["off", "error", "error"]);
});
levels("a rule says why it cannot be lowered", () => {
	assert.match(levelProblem("SVC-08", "warning") ?? "", /refuses that, so `SVC-08` stays an error/);
	assert.is(levelProblem("SVC-08", "error"), undefined);
	assert.is(levelProblem("SVC-07", "off"), undefined);
});
table.run();
levels.run();
