import { truncate } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadCampaigns } from "../../src/campaign/load.ts";
import { checkTexts } from "../../src/compose/check.ts";
import { printed } from "./corpus.ts";
import { short, withFiles } from "./files.ts";

const good = "campaign: c\nvideos:\n  talk:\n    source: talk.mp4\n";
/** Ten to the tenth values in a kilobyte. */
const laughs = [
	"a0: &a0 [x, x, x, x, x, x, x, x, x, x]",
	...many(9, (n) => `a${n + 1}: &a${n + 1} [${many(10, () => `*a${n}`).join(", ")}]`),
].join("\n");
const merges = [
	"m0: &m0 { a: 1, b: 2 }",
	...many(5000, (n) => `m${n + 1}: &m${n + 1} { <<: *m${n}, k${n}: 1 }`),
].join("\n");

/** Nothing may print more: a terminal's memory, and a person's patience. */
const MOST_PRINTED = 120_000;

const large: Record<string, [text: () => string, rules: readonly string[]]> = {
	"a line of 2 MB": [() => `${good}    transcript: ${"a".repeat(2_000_000)}\n`, ["too-long"]],
	"a key of 2 MB": [() => `${good}${"k".repeat(2_000_000)}: 1\n`, ["yaml-syntax"]],
	"a key of 2 MB in quotes": [() => `${good}? "${"k".repeat(2_000_000)}"\n: 1\n`, ["unknown-key"]],
	"a name of 2 MB": [
		() => `campaign: ${"n".repeat(2_000_000)}\nvideos: { talk: { source: talk.mp4 } }\n`,
		["bad-name"],
	],
	"a quote that is open for 2 MB": [() => `campaign: "${"a\n".repeat(1_000_000)}`, ["yaml-syntax"]],
	"a template of 2 MB": [
		() =>
			`campaign: c\nvideos: { talk: { source: talk.mp4, export: { resolution: 1080p } } }\naccounts: { a: { platform: youtube, username: a } }\nposts: { p: { from: talk, to: { a: { title: "${"{{ clip.title }}".repeat(130_000)}" } } } }\n`,
		["template-syntax"],
	],
	"lists 60 deep": [() => `${good}policy: ${"[".repeat(60)}${"]".repeat(60)}\n`, ["yaml-depth"]],
	"maps 60 deep": [
		() => `${good}policy:\n${many(60, (n) => `${" ".repeat(n + 1)}k:\n`).join("")}${" ".repeat(61)}k: 1\n`,
		["yaml-depth"],
	],
	"lists a million deep": [() => `${good}policy: ${"[".repeat(1_000_000)}`, ["yaml-depth"]],
	"a billion laughs": [() => `${good}inputs:\n${indented(laughs)}\n`, ["yaml-alias"]],
	"merges of merges": [() => `${good}inputs:\n${indented(merges)}\n`, ["yaml-alias"]],
	"ten thousand documents": [() => `${good}${"---\na: 1\n".repeat(10_000)}`, ["yaml-documents"]],
	"fifty thousand anchors and no value": [
		() => `${good}inputs:\n${many(50_000, (n) => `  a${n}: &a${n}\n`).join("")}`,
		["empty-value", "missing-input", "too-many-problems"],
	],
	"a thousand unknown keys": [
		() => `${good}${many(1000, (n) => `key${n}: ${n}\n`).join("")}`,
		["unknown-key", "too-many-problems"],
	],
	"a thousand keys given twice": [
		() => `${good}inputs:\n${many(1000, () => "  a: { default: x }\n").join("")}`,
		["duplicate-key"],
	],
	"a thousand accounts that are not there": [
		() =>
			`campaign: c\nvideos: { talk: { source: talk.mp4, export: { resolution: 1080p } } }\nposts: { p: { from: talk, to: [${many(1000, (n) => `a${n}`).join(", ")}] } }\n`,
		["too-many-problems", "unknown-account"],
	],
	"five thousand posts of as many videos, all misspelt": [
		() =>
			`campaign: c\nvideos:\n${many(5000, (n) => `  v${n}: { source: https://example.com/${n}.mp4, export: { resolution: 1080p } }\n`).join("")}posts:\n${many(5000, (n) => `  p${n}: { from: w${n}, to: [a] }\n`).join("")}accounts: { a: { platform: linkedin, username: a } }\n`,
		["too-many-problems", "unknown-video"],
	],
};

const oversized = suite("oversized campaigns");
for (const [title, [text, rules]] of Object.entries(large))
	oversized(`${title}: refused in few words`, async () => {
		const { diagnostics, campaigns } = await checked(text());
		assert.is(campaigns.length, 0);
		assert.equal([...new Set(diagnostics.map(({ rule }) => rule))].sort(), [...rules].sort());
		assert.ok(printed(diagnostics).length < MOST_PRINTED, `${printed(diagnostics).length} characters`);
	});

oversized("a file of 50 MB is not read as a whole", () =>
	withFiles({ "a.campaign.yaml": good }, async (cwd) => {
		await truncate(join(cwd, "a.campaign.yaml"), 50_000_000);
		const before = process.memoryUsage().arrayBuffers;
		const { diagnostics } = await loadCampaigns([], { cwd, signal: new AbortController().signal });
		assert.equal(short(diagnostics), ["file-size 1:1"]);
		assert.ok(process.memoryUsage().arrayBuffers - before < 40_000_000);
	}),
);
oversized.run();

function many(count: number, make: (index: number) => string): string[] {
	return Array.from({ length: count }, (_, index) => make(index));
}

function indented(text: string): string {
	return text.replace(/^/gm, "  ");
}

function checked(text: string): ReturnType<typeof loadCampaigns> {
	return withFiles({ "a.campaign.yaml": text, "talk.mp4": "video" }, (cwd) =>
		loadCampaigns([], { cwd, signal: new AbortController().signal, checkTexts }),
	);
}
