import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadSettings } from "../../src/settings/load.ts";
import { openSignedCache } from "../../src/system/signed-cache.ts";
import { withFiles } from "../campaign/files.ts";
import { file } from "./settle.ts";

const copies = suite("copies of settings in the cache");

/** Loads the settings with a real cache beside them, and gives every file of it as text. */
async function cachedTexts(text: string, env: Readonly<Record<string, string>> = {}) {
	return withFiles(file(text), async (folder) => {
		const cache = await openSignedCache(
			join(folder, ".showrun", "cache", "read"),
			join(folder, "user", "seal.key"),
		);
		const checked = await loadSettings({
			given: [],
			cwd: folder,
			env,
			flags: {},
			cache: async () => cache,
		});
		const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
			(name) =>
				name !== "showrun.config.yaml" && statSync(join(folder, name)).isFile() && !name.endsWith(".key"),
		);
		const texts = files.map((name) => readFileSync(join(folder, name), "latin1"));
		return { texts, said: JSON.stringify(checked) };
	});
}

copies("are made of good settings", async () => {
	const { texts } = await cachedTexts("service: { url: https://api.example.com }\n", {
		SHOWRUN_API_KEY: "k",
	});
	assert.is(texts.length, 1);
	assert.match(texts[0] ?? "", "api.example.com");
});

const bad: Record<string, string> = {
	"the service's address": "service: { url: 'https://me:hunter2@api.example.com' }\n",
	"a user name alone": "service: { url: 'https://hunter2@api.example.com' }\n",
	"an address without slashes": "service: { url: 'https:me:hunter2@api.example.com' }\n",
	"an address that is none": "service: { url: 'https://me:hunter2@:x' }\n",
	"a query": "service: { url: 'https://api.example.com/?key=hunter2' }\n",
	"a fragment": "service: { url: 'https://api.example.com/#hunter2' }\n",
	"an endpoint's address": "embedded: { chat: { url: 'https://me:hunter2@llm.example.com/v1', model: m } }\n",
	"the feed's address": "embedded: { feed_url: 'https://me:hunter2@clips.example.com' }\n",
};
for (const [title, text] of Object.entries(bad))
	for (const env of [
		{ SHOWRUN_API_KEY: "k" },
		{ SHOWRUN_API_KEY: "k", SHOWRUN_SERVICE_URL: "https://api.example.com" },
	])
		copies(
			`are not made where ${title} may hold a password${"SHOWRUN_SERVICE_URL" in env ? ", overruled" : ""}`,
			async () => {
				const { texts, said } = await cachedTexts(text, env);
				assert.equal(
					texts.filter((each) => each.includes("hunter2")),
					[],
				);
				if (text.includes("hunter2@")) assert.not.match(said, "hunter2");
			},
		);

copies.run();
