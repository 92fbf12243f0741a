import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadCampaigns } from "../../src/campaign/load.ts";
import { load, short, withFiles } from "./files.ts";

const good = "campaign: c\nvideos:\n  talk:\n    source: talk.mp4\n";
const bytes = (...values: number[]) => new Uint8Array(values);
const laughs = [
	"a0: &a0 [x, x, x, x, x, x, x, x, x]",
	...Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join(", ")}]`),
].join("\n");
const chain = [
	"a0: &a0 [x]",
	...Array.from({ length: 3000 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}]`),
].join("\n");

const refused: Record<string, [text: string | Uint8Array, expected: string]> = {
	"a tab cannot indent": ["campaign: c\nvideos:\n\ttalk: {}\n", "yaml-syntax 3:1"],
	"a quote is closed": ['campaign: "c\n', "yaml-syntax 1:11"],
	"a brace is closed": ["campaign: c\nvideos: { a: {\n", "yaml-syntax 2:9"],
	"a colon inside a text needs quotes": ["campaign: a: b\n", "yaml-syntax 1:11"],
	"a text cannot start with @": ["campaign: @c\n", "yaml-syntax 1:11"],
	"a template needs quotes": [
		`${good}accounts: { a: { platform: youtube, username: {{ x }} } }\n`,
		"yaml-key 5:48",
	],
	"a list is not a key": [`${good}? [a]\n: 1\n`, "yaml-key 5:3"],
	"a key is given once": [`${good}campaign: d\n`, "duplicate-key 5:1"],
	"a key is given once, in quotes or not": [`${good}"videos": {}\n`, "duplicate-key 5:1"],
	"a file holds one document": [`${good}---\ncampaign: d\n`, "yaml-documents 5:1"],
	"tags are refused": ["campaign: !!binary aGVsbG8=\n", "yaml-syntax 1:11"],
	"custom tags are refused": ["campaign: !js/function c\n", "yaml-syntax 1:11"],
	"an alias has an anchor": [`${good}timezone: *zone\n`, "yaml-alias 5:11"],
	"an anchor does not hold itself": ["campaign: c\nvideos: &v { a: *v }\n", "yaml-alias 2:17"],
	"aliases cannot explode": [`${laughs}\n`, "yaml-alias"],
	"aliases cannot nest without end": [`${chain}\n`, "yaml-alias"],
	"a merge key needs a map": [`${good}<<: 5\n`, "yaml-merge 5:1"],
	"nesting has an end": [`campaign: ${"[".repeat(100_000)}\n`, "yaml-depth"],
	"nesting of blocks has an end": [`campaign: c\nvideos:\n  ${"- ".repeat(5000)}a\n`, "yaml-depth"],
	"a file has at most 16 MiB": [`${good}#${"x".repeat(16 * 1024 * 1024)}\n`, "file-size 1:1"],
	"UTF-16 is refused": [Buffer.from(`\ufeff${good}`, "utf16le"), "encoding 1:1"],
	"broken UTF-8 is refused": [bytes(0x63, 0x3a, 0x20, 0xff, 0xfe), "encoding 1:4"],
	"a control character is refused": ["campaign: c\nvideos: \u001b[31m\n", "control-character 2:9"],
	"a NUL is refused": ["campaign: c\u0000\n", "control-character 1:12"],
	"an escape cannot bring a control character in": [
		'campaign: c\nvideos: { a: { source: "talk\\u001b[31m.mp4" } }\n',
		"control-character 2:24",
	],
	"an escape cannot bring half a character in": ['campaign: "\\ud800"\n', "control-character 1:11"],
	"a control character cannot hide in a key": ['campaign: c\n"\\u0007": 1\n', "control-character 2:1"],
	"an empty file is no campaign": ["", "empty-file 1:1"],
	"a file of comments is no campaign": ["# later\n", "empty-file 1:1"],
};

const traps = suite("YAML that is refused");
for (const [title, [text, expected]] of Object.entries(refused))
	traps(title, async () => {
		const { diagnostics, campaigns } = await load(text);
		assert.is(campaigns.length, 0);
		const found = short(diagnostics);
		assert.ok(
			found.some((each) => each.startsWith(expected)),
			`${expected} expected, found ${found.join(", ")}`,
		);
	});
traps.run();

const accepted: Record<string, string> = {
	"a byte order mark": `\ufeff${good}`,
	"Windows line ends": good.replaceAll("\n", "\r\n"),
	"no line end at the end": good.trimEnd(),
	"an end marker": `---\n${good}...\n`,
	JSON: JSON.stringify({ campaign: "c", videos: { talk: { source: "talk.mp4" } } }, null, "\t"),
	"anchors and aliases": "campaign: &c c\nvideos:\n  talk: { source: &s talk.mp4 }\n  c: { source: *s }\n",
	"merge keys":
		"campaign: c\nvideos:\n  talk: &t { source: talk.mp4 }\n  c: { <<: *t, clipping: { limit: 1 } }\n",
	"a list of merge keys":
		"campaign: c\nvideos:\n  a: &a { source: talk.mp4 }\n  b: &b { source: talk.mp4, clipping: { limit: 1 } }\n  talk: { <<: [*a, *b] }\n",
	"a numeric name in a map": "campaign: c\nvideos: { 2026: { source: talk.mp4 } }\n",
};

const fine = suite("YAML that is accepted");
for (const [title, text] of Object.entries(accepted))
	fine(title, async () => {
		const { diagnostics, campaigns } = await load(text);
		assert.equal(short(diagnostics), []);
		assert.is(campaigns[0]?.videos[0]?.source.kind, "file");
	});

fine("what a merge key brings can be replaced, and keeps its place", async () => {
	const text =
		"campaign: c\nvideos:\n  a: &a { source: talk.mp4, clipping: { limit: 1 } }\n  b: { <<: *a, source: none.mp4 }\n  c: { <<: *a, like: x }\n";
	assert.equal(short((await load(text)).diagnostics), ["empty-media 4:24", "unknown-video 5:22"]);
});

fine("a YAML 1.1 directive does not bring back dates and yes", async () => {
	const text = `%YAML 1.1\n---\n${good}accounts: { a: { platform: youtube, username: on } }\n`;
	const { campaigns } = await load(text);
	assert.is(campaigns[0]?.accounts.a?.username, "on");
});

fine("columns after Windows line ends and a byte order mark are those an editor shows", async () => {
	const { diagnostics } = await load("\ufeffcampaign: c\r\nvideos: { a: { source: tolk.mp4 } }\r\n");
	assert.equal(diagnostics[0]?.place, { file: "a.campaign.yaml", line: 2, column: 24 });
	assert.equal(diagnostics[0]?.excerpt, { text: "videos: { a: { source: tolk.mp4 } }", length: 8 });
});

fine("a thousand posts are read", async () => {
	const posts = Array.from(
		{ length: 1000 },
		(_, n) =>
			`  p${n}:\n    from: talk\n    clips: { top: 5 }\n    at: 2026-12-01T09:00\n    to:\n      x:\n        title: "{{ clip.title }}"\n        description: d\n        visibility: public\n`,
	);
	const text = `campaign: c\nvideos: { talk: { source: talk.mp4, export: { resolution: 1080p } } }\naccounts: { x: { platform: twitter, username: a } }\nposts:\n${posts.join("")}`;
	await withFiles({ "a.campaign.yaml": text, "talk.mp4": "video" }, async (cwd) => {
		const { campaigns } = await loadCampaigns([], { cwd, signal: new AbortController().signal });
		assert.is(campaigns[0]?.posts.length, 1000);
	});
});
fine.run();
