import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ordinaryValue } from "../../src/yaml/ordinary.ts";
import { meansTheSame } from "./means-the-same.ts";

const ordinary = suite("ordinary YAML");

/** Whether it was read; then it fails unless the parser of all of YAML finds it faultless and the same. */
function isRead(text: string): boolean {
	const entries = new WeakMap();
	const value = ordinaryValue({ text, start: 0, end: text.length }, entries);
	if (value === undefined) return false;
	meansTheSame({ value, entries }, text, text);
	return true;
}

const VALUES = [
	...[
		"words",
		"two words",
		"a, b [c] {d}",
		"(x) y",
		"/etc/x",
		"_a",
		"ü",
		"a ü 🎬",
		"a\u00a0b",
		"a  b",
		"a ",
		"a-b",
	],
	...[
		"1",
		"0",
		"01",
		"-1",
		"+1",
		"1.5",
		".5",
		"1.",
		"1e3",
		"0x1f",
		"0o7",
		"0b1",
		"1_000",
		"12345678901234567",
	],
	...["1080p", "9:16", "10:00", "1:2", "1.2.3", "1 2", "0 a", "e5", "2026-11-22 09:00", "2026-11-22"],
	...["true", "True", "TRUE", "tRUE", "false", "null", "Null", "nULL", "~", "yes", "no", "y", ".inf", "NaN"],
	...["a # b", "a #b", "a# b", "#c", "a: b", "a:b", "a:", "http://x.y/z?q=1#f", "a ? b", "a\\b", "a\tb"],
	...['"a"', "'a'", "'it''s'", "'a' b", '"a" b', '"a\\n"', '""', "''", '" a "', '"a: b # c"', '"a', "'a"],
	...['"a" # c', "'a'  #c", "'a'#c", '"ü"', "'\\'", '"\'"', "'\"'"],
	...[
		"[]",
		"{}",
		"[ ]",
		"{ }",
		"[1, a, 'b', \"c\"]",
		"[a b]",
		"[a: 1]",
		"[1,]",
		"[,]",
		"[a,b]",
		"[ a , b ] # c",
	],
	...["[1]#c", "[1] x", "[1", "[[1]]", "[{ a: 1 }]", "[true, null, 1.5]", "[a.b/c@d%e+f-g]", "[-1]", "[*a]"],
	...[
		"{a: 1}",
		"{ a: 1, b: [1] }",
		"{ a }",
		"{a:1}",
		"{ a: 1, a: 2 }",
		"{ a: b c }",
		"{ a: , b: 1 }",
		"{ a: 1 }",
	],
	...[
		"{ platform: youtube, username: Acme }",
		"{ 'a': 1 }",
		'{ a: "b, c" }',
		"{ __proto__: 1 }",
		"{ a : 1 }",
	],
	...[
		"*x",
		"&a b",
		"!t x",
		"|",
		"> x",
		"@a",
		"`a`",
		"%a",
		"- a",
		"-a",
		"-",
		"? a",
		": a",
		"=",
		"\u2028",
		"\u0085",
	],
];

const plainly = fc.constantFrom(
	"words",
	"1",
	'"a: b"',
	"'c'",
	"[1, a]",
	"{ a: 1, b: 'c' }",
	"https://a.b/c",
	"9:16",
);
const any = fc.constantFrom(...VALUES);
const leaf = fc
	.oneof({ arbitrary: plainly, weight: 8 }, { arbitrary: any, weight: 1 })
	.map((value) => [` ${value}`]);
const rare = fc.constantFrom("", "", "", "", "", "", "", "# c", "    # c", "   ", " ", "  more");
const key = fc.constantFrom(
	"a",
	"b",
	"c1",
	"d-e",
	"F_g",
	"null",
	"true",
	"h",
	"toString",
	"__proto__",
	"1",
	"i j",
);

/** Lines of a map or list, below the line that they belong to. */
const { tree } = fc.letrec<{ tree: string[]; lines: string[] }>((tie) => ({
	lines: fc.oneof(
		{ maxDepth: 3, depthSize: "small" },
		leaf,
		tie("tree").map((below) => ["", ...below]),
	),
	tree: fc
		.record({
			isList: fc.boolean(),
			indent: fc.constantFrom(1, 2, 2, 4),
			all: fc.array(fc.tuple(key, tie("lines"), rare), { minLength: 1, maxLength: 4 }),
		})
		.map(({ isList, indent, all }) =>
			all.flatMap(([name, [first = "", ...below], more]) => [
				...(isList && first === "" && below.length > 0
					? below.map((line, at) => `${at === 0 ? "- " : "  "}${line.slice(1)}`)
					: [`${isList ? "-" : `${name}:`}${first}`, ...below.map((line) => `${" ".repeat(indent)}${line}`)]),
				...(more === "" ? [] : [more]),
			]),
		),
}));

ordinary("means what it means to the parser of all of YAML, and stands at the same places", () => {
	let read = 0;
	fc.assert(
		fc.property(tree, fc.boolean(), (lines, ends) => {
			if (isRead(`${lines.join("\n")}${ends ? "\n" : ""}`)) read++;
		}),
		{ numRuns: 8_000, seed: 20261128 },
	);
	assert.ok(read > 1_000, `${read} were read`);
});

for (const value of VALUES)
	ordinary(`${JSON.stringify(value)} is that value wherever it stands, or left to others`, () => {
		const texts = [`a: ${value}\nb: 1\n`, `a:\n  - ${value}\n  - b\n`, `- ${value}\n- a: ${value}\n  b: 1\n`];
		for (const text of texts) isRead(text);
	});

const READ: readonly (readonly [string, string])[] = [
	["names, words and numbers", "campaign: c\nvideos:\n  v:\n    source: https://a.b/c\n    limit: 3\n"],
	["lists and maps on a line", "accounts:\n  a: { platform: youtube, username: Acme }\nranks: [0, 1]\n"],
	["quotes around templates", "title: \"Part 1: {{ clip.title }}\"\ntags: '{{ clip.tags }}'\n"],
	["comments and empty lines", "# a\n\na: 1 # b\n\n  # c\nb:\n  # d\n  c: 'e' # f\n\n"],
	["lists of maps", "- a: 1\n  b:\n    - c\n- d\n"],
];
for (const [title, text] of READ) ordinary(`${title} are read`, () => assert.ok(isRead(text)));

const LEFT: readonly (readonly [string, string])[] = [
	["a text on several lines", "a: b\n  c\nd: 1\n"],
	["a block of text", "a: |\n  b\nc: 1\n"],
	["an anchor and its alias", "a: &b 1\nc: *b\n"],
	["a key twice", "a: 1\na: 2\n"],
	["a value that is missing", "a:\nb: 1\n"],
	["a line too far left", "  a: 1\nb: 1\n"],
	["a line too far right", "a: 1\n  b: 1\n"],
	["an escape", 'a: "\\u0041"\n'],
	["ends of lines as on Windows", "a: 1\r\nb: 2\r\n"],
	["nothing", "# a\n"],
];
for (const [title, text] of LEFT) ordinary(`${title} is left to others`, () => assert.not(isRead(text)));

ordinary.run();
