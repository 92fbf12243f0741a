import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compose, MAX_DEPTH } from "../../src/yaml/compose.ts";
import { readInParts } from "../../src/yaml/in-parts.ts";
import { type PlainValue, plainValue } from "../../src/yaml/plain-value.ts";
import { type Spot, spotter } from "../../src/yaml/source.ts";
import { brokenCampaigns } from "../campaign/cases.ts";

const parts = suite("a text in parts");

const SIZES = [1, 30, 100, 400];

parts("what is read in parts means the same, and stands at the same places, as read at once", async () => {
	let read = 0;
	for (const { bytes, name } of await brokenCampaigns())
		for (const size of SIZES) if (isSame(bytes.toString(), size, name)) read++;
	assert.ok(read > 500, `${read} were read in parts`);
});

parts("whatever is done to lines, parts are never taken for something else", async () => {
	const texts = (await brokenCampaigns())
		.map(({ bytes }) => bytes.toString())
		.filter((each) => each.length < 2_000);
	const edit = fc.record({
		at: fc.nat(),
		take: fc.nat(2),
		put: fc.constantFrom(...LINES),
		indent: fc.nat(6),
	});
	let read = 0;
	fc.assert(
		fc.property(
			fc.constantFrom(...texts),
			fc.array(edit, { minLength: 1, maxLength: 3 }),
			fc.constantFrom(...SIZES),
			(text, edits, size) => {
				const lines = text.split("\n");
				for (const { at, take, put, indent } of edits)
					lines.splice(at % (lines.length + 1), take, `${" ".repeat(indent)}${put}`);
				if (isSame(lines.join("\n"), size, "edited")) read++;
			},
		),
		{ numRuns: 3_000, seed: 20261127 },
	);
	assert.ok(read > 50, `${read} were read in parts`);
});

const LINES = [
	"",
	"# word",
	"a: 1",
	"- b",
	"-",
	"c:",
	'"d": "x',
	'  e"',
	"f: |",
	"f: >-",
	"- g: 1",
	"]",
	"}",
	"h: [",
	"{ i: 1 }",
]
	.concat([
		"? j",
		": k",
		"&l",
		"m: &n 1",
		"o: *n",
		"!!map",
		"p: !!str",
		"plain words",
		"'q': r",
		"s: {",
		"...",
		"---",
		"%t",
		"\tu: 1",
	])
	.concat([
		"<<: { v: 1 }",
		"campaign: twice",
		"null: w",
		"1e3: x",
		"- - y",
		"z: \r",
		"- # nothing",
		"key: value # word",
	]);

const AT_ONCE: readonly (readonly [string, string])[] = [
	["an alias of another part", "a: &x 1\nb: *x\n"],
	["a key of another part again", "a: 1\nb: 2\na: 3\n"],
	["a merge key", "a: 1\nb: 2\n<<: { c: 1 }\n"],
	["a key on several lines", "a: 1\n? b\n: c\n"],
	["a second document", "a: 1\n---\nb: 1\n"],
	["a directive", "%YAML 1.2\n---\na: 1\nb: 2\n"],
	["an entry that is empty", "a: 1\nb:\nc: 1\n"],
	["a text that is never closed", 'a: "1\nb: 2\nc: 3\n'],
	["a line further left than the first", "  a: 1\n  b: 2\nc: 3\n"],
	["a list where a map was", "a: 1\nb: 2\n- c\n"],
	["nothing but words", "some\nwords\nalone\n"],
];

for (const [name, text] of AT_ONCE)
	parts(`read at once: ${name}`, () => {
		assert.is(readInParts(text, 1), undefined);
	});

const IN_PARTS: readonly (readonly [string, string])[] = [
	["a list as far left as its key", "a:\n- b\n- c\nd: 1\n"],
	["brackets that end on the left", "a: [\n  1,\n]\nb: {\n  c: 1\n}\nd: 1\n"],
	["a block of text that looks like keys", "a: |\n  b: 1\n  c: 2\nd: >-\n  # no comment\n  e\nf: 1\n"],
	["comments at any depth", "# a\na: 1\n    # b\nb:\n# c\n  c: 1\n  d: 2\n"],
	["lines that end as on Windows", "a: 1\r\nb:\r\n  c: 1\r\n  d: [1]\r\n"],
	["a list of maps of lists", "- a: 1\n  b:\n    - 1\n    - 2\n- c\n"],
	["names that every object has", "a: 1\n__proto__:\n  constructor: 1\n  b: 2\ntoString: 1\n"],
	["keys that are not texts", "null: 1\n1e3: 2\ntrue:\n  a: 1\n  b: 2\n"],
];

for (const [name, text] of IN_PARTS)
	parts(`read in parts: ${name}`, () => {
		for (const size of SIZES.filter((each) => each < text.length)) assert.ok(isSame(text, size, name));
	});

parts("depth counts from the top of the file", () => {
	const deep = (levels: number) => `a:\n  b:\n    c: ${"[".repeat(levels)}1${"]".repeat(levels)}\n    d: 1\n`;
	for (let levels = 30; levels < 60; levels++) isSame(deep(levels), 10, `${levels} levels`);
});

/** Whether it was read in parts; then it fails unless read at once it is faultless and the same. */
function isSame(text: string, size: number, name: string): boolean {
	const inParts = readInParts(text, size);
	if (inParts === undefined) return false;
	const faults: string[] = [];
	const report = ({ rule }: { readonly rule: string }) => faults.push(rule);
	const document = compose(text, { report, depth: MAX_DEPTH });
	const whole = document && plainValue(document, { report });
	const about = `${name}, in parts of ${size}:\n${text}`;
	assert.equal(faults, [], about);
	assert.equal(inParts.value, whole?.value, about);
	assert.equal(JSON.stringify(inParts.value), JSON.stringify(whole?.value), about);
	const spotAt = spotter({ file: "a", text });
	assert.equal(spots(inParts, spotAt), whole && spots(whole, spotAt), about);
	return true;
}

/** Where every key and value stands. */
function spots(
	{ value, entries }: PlainValue,
	spotAt: ReturnType<typeof spotter>,
): readonly (readonly Spot[])[] {
	const own = typeof value === "object" && value !== null ? entries.get(value) : undefined;
	return [...(own ?? [])].flatMap(([, each]) => [
		[spotAt(each.key), spotAt(each.value)],
		...spots({ value: each.plain, entries, anchored: false }, spotAt),
	]);
}

parts.run();
