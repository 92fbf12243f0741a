import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bytesOf, CORPUS, corpus, printed, withChecks } from "./corpus.ts";

const updating = process.env.UPDATE_GOLDEN === "1";
const { campaigns, goldens } = await corpus();
const found = await withChecks(async (check) => {
	const all: [string, string][] = [];
	for (const name of campaigns)
		all.push([
			name,
			await check(await bytesOf(name), name).then(printed, (error) => `It threw: ${error.stack}`),
		]);
	return new Map(all);
});

const broken = suite("broken campaigns");
for (const [name, text] of found)
	broken(name.replaceAll("-", " "), async () => {
		const path = join(CORPUS, `${name}.txt`);
		if (updating) await writeFile(path, text);
		assert.not.match(text, /^$|It threw|\n\s+at .*:\d+:\d+/);
		assert.not.match(text, /hunter2|ter2@/, "a password is shown");
		assert.fixture(text, await readFile(path, "utf8"));
	});

broken("every golden belongs to a campaign, every campaign has one, and there are many", () => {
	if (!updating) assert.equal(goldens, campaigns);
	assert.ok(campaigns.length >= 120);
});

broken("goldens are not being rewritten", () => {
	assert.not.ok(updating, "goldens were written; run again without UPDATE_GOLDEN");
});
broken.run();
