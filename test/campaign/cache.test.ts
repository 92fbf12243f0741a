import { readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { CampaignCache } from "../../src/campaign/kept-checks.ts";
import { loadCampaigns } from "../../src/campaign/load.ts";
import { openSignedCache } from "../../src/system/signed-cache.ts";
import { type Files, withFiles } from "./files.ts";

const FILES: Files = {
	"a.campaign.yaml":
		"campaign: a\ninputs: { who: { default: me } }\nvideos: { talk: { source: talk.mp4 } }\n",
	"talk.mp4": "video",
};
const warning = { severity: "warning", rule: "unusual-ratio", summary: "s", detail: "d" } as const;

interface Workplace {
	readonly cwd: string;
	/** Loads, and says how often a file was parsed. */
	load(
		env?: Readonly<Record<string, string>>,
	): Promise<{ readonly parsed: number; readonly found: Awaited<ReturnType<typeof loadCampaigns>> }>;
	/** Files of the cache, absolute. */
	kept(): Promise<string[]>;
}

async function withCache(work: (place: Workplace) => Promise<void>, key = "key"): Promise<void> {
	await withFiles(FILES, async (cwd) => {
		const folder = join(cwd, ".showrun", "cache");
		const load: Workplace["load"] = async (env = {}) => {
			let parsed = 0;
			const checkTexts = () => {
				parsed++;
				return [warning];
			};
			const cache = (await openSignedCache(folder, join(cwd, key))) as CampaignCache;
			const found = await loadCampaigns(["."], {
				cwd,
				signal: AbortSignal.timeout(300_000),
				cache,
				checkTexts,
				inputs: { vars: {}, files: [], env },
			});
			return { parsed, found };
		};
		await work({ cwd, load, kept: async () => (await readdir(folder)).map((name) => join(folder, name)) });
	});
}

const cache = suite("checked campaigns are kept");

cache("an unchanged file is not parsed again, and everything comes out the same", () =>
	withCache(async ({ load, cwd, kept }) => {
		const [first, second] = [await load(), await load()];
		assert.equal([first.parsed, second.parsed], [1, 0]);
		assert.equal(second.found, first.found);
		assert.equal(first.found.diagnostics, [warning]);
		for (const file of await kept()) await rm(file);
		const third = await load();
		assert.is(third.parsed, 1);
		assert.equal(third.found, first.found);
		assert.ok(cwd);
	}),
);

const changes: Record<string, (place: Workplace) => Promise<unknown>> = {
	"the text": ({ cwd }) => writeFile(join(cwd, "a.campaign.yaml"), `${FILES["a.campaign.yaml"]}# more\n`),
	"a video that is gone": ({ cwd }) => rm(join(cwd, "talk.mp4")),
	"a transcript that came": ({ cwd }) =>
		writeFile(join(cwd, "talk.srt"), "1\n00:00:00,000 --> 00:00:01,000\nhi\n"),
};
for (const [what, change] of Object.entries(changes))
	cache(`${what} counts`, () =>
		withCache(async (place) => {
			const before = (await place.load()).found;
			await change(place);
			assert.not.equal((await place.load()).found, before);
		}),
	);

cache("other inputs count", () =>
	withCache(async ({ load }) => {
		await load();
		const { parsed, found } = await load({ SHOWRUN_VAR_WHO: "you" });
		assert.equal([parsed, found.campaigns[0]?.inputs.who], [1, "you"]);
	}),
);

const signed = "https://videos.example.com/talk.mp4?X-Amz-Date=20261101T000000Z&X-Amz-Signature=secret";
const withSource = (source: string) =>
	`campaign: a\ninputs: { talk: { default: "${signed}" } }\nvideos: { talk: { source: "${source}" } }\n`;
for (const [what, text] of Object.entries({
	"a signed address": withSource(signed),
	"a signed address of an input": withSource("https://videos.example.com/talk.mp4"),
}))
	cache(`of ${what} no copy is kept`, () =>
		withCache(async ({ cwd, load, kept }) => {
			await writeFile(join(cwd, "a.campaign.yaml"), text);
			assert.is((await load()).found.campaigns.length, 1);
			assert.equal([(await load()).parsed, await kept().catch(() => [])], [1, []]);
		}),
	);

const damages: Record<string, (file: string, text: string) => Promise<unknown>> = {
	"a torn entry": (file, text) => truncate(file, text.length - 3),
	"an empty entry": (file) => truncate(file, 0),
	"a changed entry": (file, text) => writeFile(file, text.replace('"name":"a"', '"name":"b"')),
	"an entry somebody else sealed": (file, text) => writeFile(file, `${"0".repeat(64)}${text.slice(64)}`),
};
for (const [what, damage] of Object.entries(damages))
	cache(`${what} is not there`, () =>
		withCache(async ({ load, kept }) => {
			const { found } = await load();
			for (const file of await kept()) await damage(file, await readFile(file, "utf8"));
			const again = await load();
			assert.is(again.parsed, 1);
			assert.equal(again.found, found);
		}),
	);

cache("an entry under another's name is not there", () =>
	withCache(async ({ cwd, load, kept }) => {
		await load();
		const [first = ""] = await kept();
		const before = await readFile(first);
		await writeFile(
			join(cwd, "a.campaign.yaml"),
			"campaign: other\nvideos: { talk: { source: talk.mp4 } }\n",
		);
		await load();
		const second = (await kept()).find((file) => file !== first) ?? "";
		await writeFile(second, before);
		assert.equal(
			(await load()).found.campaigns.map(({ name }) => name),
			["other"],
		);
	}),
);

cache("a file with a mistake is not kept", () =>
	withCache(async ({ cwd, load, kept }) => {
		await load();
		for (const file of await kept()) await rm(file);
		await writeFile(join(cwd, "a.campaign.yaml"), "campaign: a\n");
		await load();
		assert.equal(await kept(), []);
	}),
);

cache("where no key can be made, nothing is kept", () =>
	withFiles({ file: "x" }, async (cwd) =>
		assert.is(await openSignedCache(join(cwd, "cache"), join(cwd, "file", "key")), undefined),
	),
);

cache.run();
