import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import { githubAnnotations, renderDiagnostics, withExcerpts } from "../../src/views/diagnostics.ts";

const unknown: Diagnostic = {
	severity: "error",
	rule: "unknown-key",
	summary: "Unknown key",
	detail: "`acounts` is not a key that can stand at the top of the file.",
	hint: "Did you mean `accounts`?",
	place: { file: "talk.campaign.yaml", line: 12, column: 1 },
	excerpt: { text: "acounts: {}", length: 7 },
};
const low: Diagnostic = {
	severity: "warning",
	rule: "low-resolution",
	summary: "480p is low",
	detail: "Use more.",
};
const plainInk = { colour: false, width: 80 };

const golden: Record<string, [given: readonly Diagnostic[], expected: string]> = {
	"nothing is shown for nothing": [[], ""],
	"an error shows its line with a mark": [
		[unknown],
		`error: Unknown key [unknown-key]
  --> talk.campaign.yaml:12:1
   |
12 | acounts: {}
   | ^^^^^^^
   = \`acounts\` is not a key that can stand at the top of the file.
   = help: Did you mean \`accounts\`?

1 error.
`,
	],
	"several are separated and counted": [
		[low, { ...low, severity: "error" }, low],
		`warning: 480p is low [low-resolution]
  = Use more.

error: 480p is low [low-resolution]
  = Use more.

warning: 480p is low [low-resolution]
  = Use more.

1 error, 2 warnings.
`,
	],
	"a place without a line is shown without one": [
		[{ ...low, place: { file: "a.yaml", line: 3, column: 7 } }],
		`warning: 480p is low [low-resolution]
 --> a.yaml:3:7
  = Use more.

1 warning.
`,
	],
	"escapes in a source line are visible and do not move the mark": [
		[
			{
				severity: "error",
				rule: "unknown-key",
				summary: "Unknown key",
				detail: "d\u001b]0;x\u0007",
				place: { file: "a\u001b[2J.yaml", line: 1, column: 7 },
				excerpt: { text: 'a: "\u001b[", bad\u202e: 1', length: 3 },
			},
		],
		String.raw`error: Unknown key [unknown-key]
 --> a\u001b[2J.yaml:1:7
  |
1 | a: "\u001b[", bad\u202e: 1
  |            ^^^
  = d\u001b]0;x\u0007

1 error.
`.replace(/ {12}\^\^\^/, `${" ".repeat(12)}^^^`),
	],
	"a tab takes one column": [
		[{ ...low, place: { file: "a.json", line: 1, column: 3 }, excerpt: { text: "\t\tbad", length: 3 } }],
		`warning: 480p is low [low-resolution]
 --> a.json:1:3
  |
1 |   bad
  |   ^^^
  = Use more.

1 warning.
`,
	],
	"wide characters take two columns": [
		[{ ...low, place: { file: "a.yaml", line: 1, column: 4 }, excerpt: { text: "日本 語", length: 1 } }],
		`warning: 480p is low [low-resolution]
 --> a.yaml:1:4
  |
1 | 日本 語
  |      ^^
  = Use more.

1 warning.
`,
	],
};

const text = suite("diagnostics as text");
for (const [title, [given, expected]] of Object.entries(golden))
	text(title, () => assert.is(renderDiagnostics(given, plainInk), expected));

text("a long line is cut around its mark, which stays under what it marks", () => {
	const long = `${"a".repeat(300)}bad${"z".repeat(300)}`;
	const lines = renderDiagnostics(
		[{ ...low, place: { file: "a.yaml", line: 1, column: 301 }, excerpt: { text: long, length: 3 } }],
		plainInk,
	).split("\n");
	const mark = lines[4]?.indexOf("^^^") ?? -1;
	assert.is(lines[3]?.slice(mark, mark + 3), "bad");
	assert.ok(lines.every((line) => line.length <= 80));
});

text("a long line is cut between its characters, also where one takes two places of a string", () => {
	const long = `${"a😀".repeat(1_000_000)}bad${"😀z".repeat(1_000_000)}`;
	const place = { file: "a.yaml", line: 1, column: 3_000_001 };
	const given = { ...low, place, excerpt: { text: long, length: 3 } };
	const lines = renderDiagnostics([given], plainInk).split("\n");
	assert.match(lines[3] ?? "", /^1 \| …😀(a😀){12}bad(😀z){23}…$/u);
	assert.match(lines[4] ?? "", /^ {2}\| {40}\^{3}$/);
});

text("long sentences are wrapped at the width", () => {
	const lines = renderDiagnostics([{ ...low, detail: "word ".repeat(60).trim() }], {
		colour: false,
		width: 40,
	}).split("\n");
	assert.ok(lines.length > 8 && lines.every((line) => line.length <= 40));
});

text("colour is only used when asked for", () => {
	assert.not.match(renderDiagnostics([unknown], plainInk), "\u001b");
	assert.match(renderDiagnostics([unknown], { colour: true, width: 80 }), "\u001b[31m");
});
text.run();

const github = suite("diagnostics as annotations");
github("an error has its file, line, columns and words", () =>
	assert.is(
		githubAnnotations([unknown]),
		"::error file=talk.campaign.yaml,line=12,col=1,endColumn=8,title=Unknown key [unknown-key]::`acounts` is not a key that can stand at the top of the file.%0ADid you mean `accounts`?\n",
	),
);
github("one without a place has only words", () =>
	assert.is(githubAnnotations([low]), "::warning title=480p is low [low-resolution]::Use more.\n"),
);
github("text cannot start a command of its own", () => {
	const hostile = githubAnnotations([
		{
			...low,
			detail: "100%\r\n::set-env name=A::b",
			summary: "a:b,c",
			place: { file: "a,b:c.yaml", line: 1, column: 1 },
		},
	]);
	assert.is(
		hostile,
		"::warning file=a%2Cb%3Ac.yaml,line=1,col=1,title=a%3Ab%2Cc [low-resolution]::100%25\\u000d%0A::set-env name=A::b\n",
	);
});
github.run();

const excerpts = suite("excerpts");
excerpts("a diagnostic with a place gets its line, one with an excerpt keeps it", () => {
	const place = { file: "a.yaml", line: 2, column: 4 };
	const sources = new Map([["a.yaml", "first\r\nb: bad\r\n"]]);
	assert.equal(withExcerpts([{ ...low, place }, unknown, low], sources), [
		{ ...low, place, excerpt: { text: "b: bad", length: 3 } },
		unknown,
		low,
	]);
});
const MARKED: Readonly<Record<string, string>> = {
	"at: 2026-13-01T09:00    # a clip waits for it": "2026-13-01T09:00",
	"at: a#b": "a#b",
	'at: "a # b" # c': '"a # b"',
	"at: 'a # b'   ": "'a # b'",
	'at: "a # b': '"a',
	"at: ": "",
};
for (const [text, marked] of Object.entries(MARKED))
	excerpts(`the mark of ${JSON.stringify(text)} ends with the value`, () => {
		const place = { file: "a.yaml", line: 1, column: 5 };
		const [found] = withExcerpts([{ ...low, place }], new Map([["a.yaml", text]]));
		assert.is(found?.excerpt?.length, Math.max(1, marked.length));
	});
excerpts("a line that does not exist is not invented", () => {
	const place = { file: "a.yaml", line: 9, column: 1 };
	assert.equal(withExcerpts([{ ...low, place }], new Map([["a.yaml", "x"]])), [{ ...low, place }]);
});
excerpts.run();
