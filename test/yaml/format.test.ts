import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parse } from "yaml";
import schema from "../../schemas/campaign.schema.json" with { type: "json" };
import { friendlyWord } from "../../src/campaign/friendly-values.ts";
import { formatYaml } from "../../src/yaml/format.ts";
import { handwritten } from "../builders/handwriting.ts";
import { valuesOf } from "../builders/schema-values.ts";

const format = (text: string) => formatYaml(text, schema, friendlyWord);

const cases: Record<string, [text: string, formatted: string | undefined]> = {
	"keys stand in the order of the schema, names in their own": [
		"videos:\n  b: { export: {}, source: x.mp4 }\n  a: { source: y.mp4 }\ncampaign: c\n",
		"campaign: c\n\nvideos:\n  b: { source: x.mp4, export: {} }\n  a: { source: y.mp4 }\n",
	],
	"unknown keys come last": ["zebra: 1\ncampaign: c\n", "campaign: c\nzebra: 1\n"],
	"the service's spellings become the friendly ones, in their place only": [
		"campaign: c\nvideos:\n  a:\n    source: HD_720\n    export: { resolution: HD_720, reframe: { ratio: RATIO_9_16 } }\n",
		'campaign: c\n\nvideos:\n  a:\n    source: HD_720\n    export: { resolution: 720p, reframe: { ratio: "9:16" } }\n',
	],
	"comments stay with what they are about": [
		"# of the file\n\n# above videos\nvideos:\n  # above a\n  a: { source: x.mp4 } # behind a\n# above campaign\ncampaign: c # behind campaign\n# at the end\n",
		"# of the file\n\n# above campaign\ncampaign: c # behind campaign\n\n# above videos\nvideos:\n  # above a\n  a: { source: x.mp4 } # behind a\n\n# at the end\n",
	],
	"the line for editors stays first": [
		"# yaml-language-server: $schema=x\nvideos: { a: { source: x.mp4 } }\ncampaign: c\n",
		"# yaml-language-server: $schema=x\ncampaign: c\nvideos: { a: { source: x.mp4 } }\n",
	],
	"spacing is even": [
		"campaign:   c\naccounts: {a: {platform: youtube,username: A}}\nvideos:\n    a:\n        source: x.mp4\n\n\n        like: b\n",
		"campaign: c\naccounts: { a: { platform: youtube, username: A } }\n\nvideos:\n  a:\n    source: x.mp4\n\n    like: b\n",
	],
	"words of the schema have quotes only where other YAML readers need them": [
		"campaign: c\nvideos: { a: { export: { resolution: '1080p', reframe: { ratio: 9:16, layout: \"Split 2\" } } } }\n",
		'campaign: c\nvideos: { a: { export: { resolution: 1080p, reframe: { ratio: "9:16", layout: Split 2 } } } }\n',
	],
	"quotes are double where they can be": [
		"campaign: 'c'\ntimezone: 'a\"b'\n",
		'campaign: "c"\ntimezone: \'a"b\'\n',
	],
	"a byte order mark and carriage returns go": [
		"\uFEFFcampaign: c\r\ntimezone: UTC\r\n",
		"campaign: c\ntimezone: UTC\n",
	],
	"anchors, aliases and merge keys keep their meaning": [
		"campaign: c\nvideos:\n  a: &a { export: {}, source: x.mp4 }\n  b:\n    export: { resolution: HD_720 }\n    <<: *a\n",
		"campaign: c\n\nvideos:\n  a: &a { source: x.mp4, export: {} }\n  b:\n    <<: *a\n    export: { resolution: 720p }\n",
	],
	"no order puts an alias in front of its anchor": [
		"posts:\n  p: { from: &v talk, to: [a] }\ncampaign: *v\n",
		"posts:\n  p: { from: &v talk, to: [a] }\n\ncampaign: *v\n",
	],
	"comments stay at their level behind what is nested": [
		"videos:\n  a:\n    source: x.mp4 # behind\n    # end of a\n  # end of videos\n\n# above campaign\ncampaign: c\n# last\n",
		"# above campaign\ncampaign: c\n\nvideos:\n  a:\n    source: x.mp4 # behind\n    # end of a\n  # end of videos\n\n# last\n",
	],
	"a comment above the first key goes where the key goes": [
		"campaign: c\nposts:\n  p:\n    # above to\n    to: [a]\n    from: b\n",
		"campaign: c\n\nposts:\n  p:\n    from: b\n    # above to\n    to: [a]\n",
	],
	"an empty line behind the last comment of an entry stays in front of the next": [
		"videos:\n  a:\n    source: x.mp4\n    # end of a\n\n  b:\n    source: y.mp4\ncampaign: c\n",
		"campaign: c\n\nvideos:\n  a:\n    source: x.mp4\n    # end of a\n\n  b:\n    source: y.mp4\n",
	],
	"comments that end the file keep their empty lines": [
		"campaign: c\n# one\n\n# two\n\n",
		"campaign: c\n\n# one\n\n# two\n",
	],
	"comments at the very end stay at their level": [
		"campaign: c\nvideos:\n  a: { source: x.mp4 }\n  # of videos\n\n# of the file\n",
		"campaign: c\n\nvideos:\n  a: { source: x.mp4 }\n  # of videos\n\n# of the file\n",
	],
	"braces with a comment inside are opened, and the words of the schema need no quotes": [
		'"campaign": c\nvideos: {\n  # hi\n  "a": { \'source\': x.mp4 }, # behind a\n  b: { like: a }\n}\n',
		'campaign: c\n\nvideos:\n  # hi\n  "a": { source: x.mp4 } # behind a\n  b: { like: a }\n',
	],
	"braces that are too long for a line are opened, others stay": [
		`{ campaign: c, videos: { a: { source: ${"x".repeat(90)}.mp4 }, b: { source: ${"y".repeat(110)}.mp4 } } }\n`,
		`campaign: c\n\nvideos:\n  a: { source: ${"x".repeat(90)}.mp4 }\n  b:\n    source: ${"y".repeat(110)}.mp4\n`,
	],
	"only folded texts are folded": [
		`campaign: ${"long ".repeat(30)}line\ntimezone: >-\n  ${"many\n  ".repeat(25)}words\n`,
		`campaign: ${"long ".repeat(30)}line\ntimezone: >-\n  ${"many ".repeat(18)}many\n  ${"many ".repeat(6)}words\n`,
	],
	"blocks of text keep their lines": [
		"campaign: |\n  one\n    two\n\n  # no comment\n",
		"campaign: |\n  one\n    two\n\n  # no comment\n",
	],
	"empty lines are one at most, and none stands below a key; spaces behind lines go": [
		"campaign: c # why   \n\n\n\nvideos:\n\n  a:   \n\n    source: x.mp4\n",
		"campaign: c # why\n\nvideos:\n  a:\n    source: x.mp4\n",
	],
	"what cannot be merged is left to a person": ["campaign: c\nvideos: { a: { <<: usual } }\n", undefined],
	"an alias without its anchor is left to a person": ["campaign: *c\n", undefined],
	"several documents are left alone": ["campaign: c\n---\ncampaign: d\n", undefined],
	"a key given twice is left to a person": ["campaign: c\ncampaign: d\n", undefined],
	"what is no YAML is left alone": ["campaign: [\n", undefined],
	"an empty file is left alone": ["# only words\n", undefined],
};

const formats = suite("a formatted file");
for (const [title, [text, expected]] of Object.entries(cases))
	formats(title, () => {
		assert.is(format(text), expected);
		if (expected !== undefined) assert.is(format(expected), expected);
	});

formats("may use an anchor thousands of times", () => {
	const names = Array.from({ length: 3_000 }, (_, index) => index);
	const text = `campaign: c\n\nvideos:\n  v: &v { source: x.mp4 }\n${names.map((name) => `  v${name}: { <<: *v, export: {} }\n`).join("")}`;
	assert.is(format(text), text);
});

formats("may hold ten thousand posts", () => {
	const posts = Array.from(
		{ length: 10_000 },
		(_, index) => `  p${index}:\n    to: [x] # ${index}\n    from: talk\n`,
	);
	assert.is(format(`posts:\n${posts.join("")}`)?.match(/from: talk\n {4}to: \[x\] # \d/g)?.length, 10_000);
});

formats("of any shape is a fixed point that means the same and keeps every comment", () => {
	fc.assert(
		fc.property(handwritten(valuesOf(schema)), ({ text, comments }) => {
			const once = format(text);
			assert.type(once, "string");
			assert.is(format(once ?? ""), once);
			assert.equal((once?.match(/# said \d/g) ?? []).sort(), [...comments].sort());
			assert.equal(friendly(parse(once ?? "")), friendly(parse(text)));
		}),
		{ numRuns: 20, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true },
	);
});

/** Both spellings of a value are the same to this. */
function friendly(value: unknown): unknown {
	if (typeof value === "string") return friendlyWord(value) ?? value;
	if (Array.isArray(value)) return value.map(friendly);
	return typeof value === "object" && value !== null
		? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, friendly(each)]))
		: value;
}

formats.run();
