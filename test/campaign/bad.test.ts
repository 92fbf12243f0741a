import { suite } from "uvu";
import * as assert from "uvu/assert";
import { brokenCampaigns, casesIn, rewriteGoldens, withGoldens } from "./cases.ts";
import { printed, withChecks } from "./corpus.ts";

const updating = process.env.UPDATE_GOLDEN === "1";
const campaigns = await brokenCampaigns();
const found = await withChecks(async (check) => {
	const all = new Map<string, string>();
	for (const { name, bytes } of campaigns)
		all.set(name, await check(bytes, name).then(printed, (error) => `It threw: ${error.stack}`));
	return all;
});
if (updating) await rewriteGoldens(found);

const broken = suite("broken campaigns");
for (const { family, name, printed: expected } of campaigns)
	broken(`${family}: ${name.replaceAll("-", " ")}`, () => {
		const text = found.get(name) ?? "";
		assert.not.match(text, /^$|It threw|\n\s+at .*:\d+:\d+/);
		assert.not.match(text, /hunter2|ter2@/, "a password is shown");
		if (!updating) assert.fixture(text, expected ?? "");
	});

broken("there are many, and no two of one name", () => {
	assert.is(found.size, campaigns.length);
	assert.ok(campaigns.length >= 359);
});

broken("goldens are not being rewritten", () => {
	assert.not.ok(updating, "goldens were written; run again without UPDATE_GOLDEN");
});

broken("an escaped campaign can hold any bytes", () => {
	const [read] = casesIn("x", "# X\n\n## a\n\n```yaml escaped\nä: \\xFF\\x00\\\n\\t\\\\ \\{ab}*3\n\\\n```\n");
	const bytes = [...Buffer.from("ä: "), 0xff, 0, ...Buffer.from("\t\\ ababab\n")];
	assert.equal([...(read?.bytes ?? [])], bytes);
	assert.is(read?.printed, undefined);
});

broken("a new campaign gets its golden, another golden is replaced, and nothing else changes", () => {
	const before =
		"# X\n\n## a\n\n```yaml\na\n```\n\n## b\n\nWords.\n\n```yaml\n## b\n```\n\n```text\nold\n```\n";
	const after = withGoldens(
		"x",
		before,
		new Map([
			["a", "one\n\ntwo\n"],
			["b", "new\n"],
		]),
	);
	const golden = "```\n\n```text\none\n\ntwo\n```\n\n## b";
	assert.is(after, before.replace("```\n\n## b", golden).replace("old", "new"));
});

broken("a case that is not understood fails instead of being left out", () => {
	assert.throws(() => casesIn("x", "## a\n\n```yml\na\n```\n"), "needs a yaml block");
	assert.throws(() => casesIn("x", "## a b\n\n```yaml\na\n```\n"), "needs a yaml block");
	assert.throws(() => casesIn("x", "## a\n\n```yaml\na\n"), "never closed");
});
broken.run();
