import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Schema } from "../../src/model/schema.ts";
import { renderReference } from "../../src/views/reference.ts";

const NAMES = ["campaign", "shared", "clips", "settings", "plan", "state", "saved-plan"];
const schemaOf = (name: string): Schema =>
	JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), "utf8"));

/** The row of a key in a section. */
function rowOf(text: string, heading: string, key: string): string {
	const [, section = ""] = text.split(new RegExp(`^#+ ${heading}$`, "m"));
	return (
		section
			.split(/^#/m)[0]
			?.split("\n")
			.find((line) => line.startsWith(`| \`${key}\``)) ?? ""
	);
}

const SCHEMA: Schema = {
	title: "Thing",
	description: "A thing.",
	type: "object",
	required: ["name"],
	properties: {
		name: { type: "string", maxLength: 9, description: "What it is called.", examples: ["a|b", "c"] },
		size: { type: "integer", minimum: 1, maximum: 5, default: 2, description: "How large." },
		least: { type: "number", minimum: 0, description: "At the least." },
		word: { enum: ["small", "LARGE_1", null], description: "Which." },
		fixed: { const: 1, description: "Always so." },
		many: {
			type: ["string", "array"],
			items: { $ref: "#/definitions/part" },
			maxItems: 3,
			description: "One or\nmany.",
		},
		inner: {
			type: "object",
			properties: {
				deep: { type: "object", properties: { on: { type: "boolean", description: "Whether." } } },
			},
			description: "Inside.",
		},
		either: { oneOf: [{ type: "string" }, { $ref: "#/definitions/part" }], description: "One of two." },
	},
	definitions: {
		part: { title: "Part", description: "A part.", type: "object", properties: { x: { type: "null" } } },
	},
};
const TEXT = renderReference(SCHEMA);

const rows: Record<string, [heading: string, key: string, row: string]> = {
	"a text with its length, examples with bars": [
		"Top of the file",
		"name",
		"| `name` | text, at most 9 characters | *required* | What it is called. Example: `a\\|b`, `c` |",
	],
	"a number with its bounds and its default": [
		"Top of the file",
		"size",
		"| `size` | whole number, 1 to 5 | `2` | How large. |",
	],
	"a number that is bounded on one side": [
		"Top of the file",
		"least",
		"| `least` | number, at least 0 |  | At the least. |",
	],
	"words, without those of the service and null": [
		"Top of the file",
		"word",
		"| `word` | `small` |  | Which. |",
	],
	"what can only be one value": ["Top of the file", "fixed", "| `fixed` | `1` |  | Always so. |"],
	"one or a list, on one line": [
		"Top of the file",
		"many",
		"| `many` | text or list of [Part](#part), at most 3 |  | One or many. |",
	],
	alternatives: ["Top of the file", "either", "| `either` | text or [Part](#part) |  | One of two. |"],
	"a map that stands in one place": [
		"Top of the file",
		"inner",
		"| `inner` | [inner](#inner) |  | Inside. |",
	],
	"a map inside that": ["inner", "deep", "| `deep` | [inner: deep](#inner-deep) |  |  |"],
	"the innermost": ["inner: deep", "on", "| `on` | true or false |  | Whether. |"],
};

const reference = suite("reference pages");
for (const [title, [heading, key, row]] of Object.entries(rows))
	reference(`show ${title}`, () => assert.is(rowOf(TEXT, heading, key), row));

reference("nest what is nested", () => {
	assert.equal(TEXT.match(/^#+ .*$/gm), [
		"# Thing",
		"## Top of the file",
		"### inner",
		"#### inner: deep",
		"## Part",
	]);
});

for (const name of NAMES) {
	const text = renderReference(schemaOf(name));
	const headings = text.match(/^#+ .*$/gm) ?? [];

	reference(`of ${name} have no link that leads nowhere, and no heading twice`, () => {
		const anchors = headings.map((line) =>
			line
				.replace(/^#+ /, "")
				.toLowerCase()
				.replace(/[^\p{L}\p{N} _-]/gu, "")
				.replaceAll(" ", "-"),
		);
		assert.is(new Set(anchors).size, anchors.length);
		const links = [...text.matchAll(/\]\(#([^)]*)\)/g)].map(([, link]) => link);
		assert.equal(
			links.filter((link) => !anchors.includes(link ?? "")),
			[],
		);
	});

	reference(`of ${name} are whole tables: four cells a row`, () => {
		const tables = text.split("\n").filter((line) => line.startsWith("|"));
		assert.equal(
			tables.filter((line) => line.replace(/\\\|/g, "").split("|").length !== 6),
			[],
		);
	});
}

reference("of campaigns show what can be said in two ways, in both", () => {
	const text = renderReference(schemaOf("campaign"));
	assert.match(rowOf(text, "Video", "preset"), "text or list of text");
	assert.match(rowOf(text, "Post", "to"), "map of names to [Target](#target) or list of text");
	assert.match(rowOf(text, "Policy", "budget"), "[Budget](#budget)");
	assert.match(rowOf(text, "Budget", "units"), "number, 0 to 1000000");
});
reference.run();
