import { suite } from "uvu";
import * as assert from "uvu/assert";
import { FORMER_IDS } from "../../src/model/rules/former-ids.ts";
import { RULE_IDS, RULES } from "../../src/model/rules.ts";
import { renderRule, renderRules } from "../../src/views/explain.ts";

const ink = { colour: false, width: 90 };
const explaining = suite("explanations of rules");

explaining("a rule is explained with its number, unit, source and day", () => {
	assert.is(
		renderRule("youtube-title-length", ink),
		`youtube-title-length · A YouTube title is too long

YouTube refuses titles of more than 100 characters.

- at most 100 characters (code points after NFC)

What to do:   Shorten it, for example with {{ clip.title | fit: 100 }}.
Severity:     error
Override:     not possible: it would be refused or fail
Source:       developers.google.com/youtube/v3/docs/videos; checked 2026-11-21
`,
	);
});
explaining("numbers of several platforms name the platform, and how serious they are", () => {
	const text = renderRule("clip-length", { ...ink, width: 200 });
	assert.match(text, "- Facebook: at least 3, at most 90 seconds (Reels; one source says 60)");
	assert.match(text, "- YouTube: at most 180 seconds (warning; longer videos are not Shorts");
});
explaining("a number that goes on in the next line stays below its beginning", () =>
	assert.match(
		renderRule("clip-length", ink),
		"\n- YouTube: at most 180 seconds (warning; longer videos are not Shorts;\n  support.google.com",
	),
);
explaining("a rule that can be overridden says how", () =>
	assert.match(
		renderRule("unusual-ratio", ink).replace(/\s+/g, " "),
		"`rules: { unusual-ratio: error }` or `off`",
	),
);
explaining("of a rule that is locked in part only warnings can be turned off", () =>
	assert.match(
		renderRule("expiring-results", ink).replace(/\s+/g, " "),
		"only its warnings can be turned off",
	),
);
explaining("what nobody can break says so", () =>
	assert.match(renderRule("x-cost", ink), "never found in a file"),
);
explaining("the list has one line a rule", () => {
	const lines = renderRules(ink).trimEnd().split("\n");
	assert.is(lines.length, RULE_IDS.length);
	assert.match(
		lines.find((line) => line.startsWith("repeated-text")) ?? "",
		/^repeated-text +warning +The same text is posted again$/,
	);
});
explaining("no line is wider than the terminal, commands apart", () => {
	for (const id of RULE_IDS)
		for (const line of renderRule(id, ink).split("\n").slice(1))
			assert.ok(line.length <= 100 || line.includes("showrun"), line);
});

const table = suite("the table of rules");
table("every rule says when its source was read", () => {
	for (const id of RULE_IDS) assert.match(RULES[id].checked, /^20\d\d-\d\d-\d\d$/, id);
});
table("every rule has a source, a reason and a remedy, as sentences", () => {
	for (const id of RULE_IDS) {
		const { title, why, fix, source } = RULES[id];
		assert.ok(source.length > 5 && title.length > 5, id);
		assert.match(why, /[.)]$/, id);
		assert.match(fix, /[.)`A-Z]$|git lfs pull$/, id);
	}
});
table("every limit has a number", () => {
	for (const id of RULE_IDS)
		for (const { least, most } of RULES[id].limits ?? []) assert.ok((least ?? most) !== undefined, id);
});
table("all 18 rules that were numbered are still there", () => {
	for (let n = 1; n <= 18; n += 1)
		assert.ok(Object.hasOwn(RULES, FORMER_IDS[`SVC-${String(n).padStart(2, "0")}`] ?? ""));
});
explaining("a rule says which id it had", () =>
	assert.match(renderRule("clip-length", ink), "\nFormerly:     SVC-05, which is still accepted\n"),
);
explaining.run();
table.run();
