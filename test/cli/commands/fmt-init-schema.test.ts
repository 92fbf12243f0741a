import { spawnSync } from "node:child_process";
import {
	chmod,
	lstat,
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	rm,
	stat,
	symlink,
	writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadCampaigns } from "../../../src/campaign/load.ts";
import { fmt } from "../../../src/cli/commands/fmt.ts";
import { init as initCommand } from "../../../src/cli/commands/init.ts";
import type { InitFlags } from "../../../src/cli/commands/init-answers.ts";
import { schema } from "../../../src/cli/commands/schema.ts";
import { builtMain } from "../../journeys/built-program.ts";

const VIDEO = "\0\0\0\x10ftypisom\0\0\0\0video";

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-words-"));
	try {
		await work(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** What a command says, and the code it ends with. */
async function said(
	command: () => Promise<void> | void,
): Promise<{ readonly text: string; readonly code: number }> {
	const [outside, inside] = [process.stdout.write, process.stderr.write];
	let text = "";
	const take = (piece: string | Uint8Array) => {
		text += piece;
		return true;
	};
	Object.assign(process.stdout, { write: take });
	Object.assign(process.stderr, { write: take });
	try {
		await command();
		return { text, code: 0 };
	} catch (error) {
		if (error instanceof Error && "code" in error && typeof error.code === "number")
			return { text, code: error.code };
		throw error;
	} finally {
		Object.assign(process.stdout, { write: outside });
		Object.assign(process.stderr, { write: inside });
	}
}

/** Without a terminal, where it asks nothing and runs no other command. */
function init(folder: string, flags: InitFlags): Promise<void> {
	return initCommand(folder, flags, new Command());
}

const words = suite("fmt, init and schema");

words("init writes a campaign that is valid, formatted and knows its schema, and overwrites nothing", () =>
	withFolder(async (folder) => {
		await writeFile(join(folder, "talk one.mp4"), VIDEO);
		await said(() => init(folder, { name: "talks" }));
		assert.equal((await readdir(folder)).sort(), [
			".gitignore",
			".showrun",
			"showrun.config.yaml",
			"talk one.mp4",
			"talks.campaign.yaml",
		]);
		const { campaigns, diagnostics } = await loadCampaigns(["."], {
			cwd: folder,
			signal: AbortSignal.timeout(300_000),
		});
		assert.equal([diagnostics, campaigns.map(({ name }) => name)], [[], ["talks"]]);
		assert.equal(await said(() => fmt([folder], { check: true })), { text: "", code: 0 });
		assert.equal(
			JSON.parse(await readFile(join(folder, ".showrun/schemas/campaign.schema.json"), "utf8")).title,
			"Campaign",
		);
		await writeFile(join(folder, "talks.campaign.yaml"), "mine");
		await said(() => init(folder, { name: "talks" }));
		assert.is(await readFile(join(folder, "talks.campaign.yaml"), "utf8"), "mine");
		assert.is(await readFile(join(folder, ".gitignore"), "utf8"), "outbox/\nclips/\nnode_modules/\n");
	}),
);

words("init with a feed writes a campaign that follows it, valid and formatted", () =>
	withFolder(async (folder) => {
		for (const [name, feed, line] of [
			["web", "https://example.com/feed.xml", 'podcast: { rss: "https://example.com/feed.xml", newest: 1 }'],
			["files", "talks/*.mp4", 'recordings: { folder: "./talks/*.mp4", newest: 1 }'],
		] as const) {
			const own = join(folder, name);
			const { text } = await said(() => init(own, { name, feed, account: ["youtube:Acme", "tiktok:acme"] }));
			assert.match(text, "Next: showrun plan");
			assert.match(await readFile(join(own, `${name}.campaign.yaml`), "utf8"), line);
			const signal = AbortSignal.timeout(300_000);
			const { campaigns, diagnostics } = await loadCampaigns(["."], { cwd: own, signal });
			assert.equal([diagnostics, campaigns.map(({ ofItems }) => ofItems?.posts.length)], [[], [1]]);
			assert.equal(await said(() => fmt([own], { check: true })), { text: "", code: 0 });
		}
		for (const feed of ["ftp://x", "/etc", "../talks", ""])
			await init(join(folder, "bad"), { feed }).then(
				() => assert.unreachable(feed),
				(error) => assert.match(error.message, "neither the address of a feed nor a folder"),
			);
	}),
);

words("init without a video says what to do, and refuses one it cannot use", () =>
	withFolder(async (folder) => {
		assert.match((await said(() => init(folder, {}))).text, /Put a video at/);
		for (const video of ["/etc/passwd", "../talk.mp4"])
			await init(folder, { name: "other", video: [video] }).then(
				() => assert.unreachable(),
				(error) => assert.match(error.message, video),
			);
		await init(folder, { name: "a b" }).then(
			() => assert.unreachable(),
			(error) => assert.match(error.message, "a b"),
		);
	}),
);

words("init finds a video named from here or from the folder, and says where a missing one goes", () =>
	withFolder(async (folder) => {
		const campaign = () => readFile(join(folder, "c.campaign.yaml"), "utf8");
		const { text } = await said(() => init(folder, { name: "c", video: ["keynote.mp4"] }));
		assert.match(await campaign(), 'source: "./keynote.mp4"');
		assert.match(text.replaceAll("\n", " "), /Put a video at \S*keynote\.mp4, .* Then: showrun plan/);
		await rm(join(folder, "c.campaign.yaml"));
		await writeFile(join(folder, "keynote.mp4"), VIDEO);
		const next = await said(() => init(folder, { name: "c", video: [join(folder, "keynote.mp4")] }));
		assert.match(await campaign(), 'source: "./keynote.mp4"');
		assert.match(next.text, "Next: showrun plan");
	}),
);

words("init takes videos, accounts of each platform and the review from its flags", () =>
	withFolder(async (folder) => {
		for (const name of ["a b.mp4", "a-b.mov"]) await writeFile(join(folder, name), VIDEO);
		const video = [
			"a b.mp4",
			"a-b.mov",
			"https://example.com/v/2026.mp4?x=1",
			"https://example.com/v/true.mp4",
		];
		const account = [
			"youtube:Acme",
			"youtube:acme",
			"youtube: @Other",
			"tiktok:a",
			"Twitter:a",
			"instagram:a",
		];
		account.push("facebook:Acme & Co", "linkedin:acme-inc");
		await said(() => init(folder, { name: "c", video, account, review: true }));
		const signal = AbortSignal.timeout(300_000);
		const { campaigns, diagnostics } = await loadCampaigns(["."], { cwd: folder, signal });
		assert.equal(diagnostics, []);
		assert.equal(
			campaigns.flatMap(({ videos }) =>
				videos.map(({ name, source }) => [name, source.kind === "url" ? source.url : source.shown]),
			),
			[
				["a-b", "./a b.mp4"],
				["a-b-2", "./a-b.mov"],
				["video-2026", "https://example.com/v/2026.mp4?x=1"],
				["true", "https://example.com/v/true.mp4"],
			],
		);
		assert.equal(
			campaigns.flatMap(({ posts }) => posts.map(({ review, targets }) => [review, targets.length])),
			[7, 7, 7, 7].map((count) => ["required", count]),
		);
		assert.equal(await said(() => fmt([folder], { check: true })), { text: "", code: 0 });
	}),
);

words("init refuses answers it cannot use, and any for a campaign that is there", () =>
	withFolder(async (folder) => {
		const refusal = (flags: InitFlags) =>
			init(folder, { name: "c", ...flags }).then(
				() => "none",
				(error) => `${error.message} ${error.remedy}`,
			);
		assert.match(await refusal({ account: ["youtub:Acme"] }), "Did you mean `youtube`?");
		for (const account of ["Acme", "youtube:", "youtube:https://youtube.com/@Acme"])
			assert.match(await refusal({ account: [account] }), "is not an account");
		assert.equal(await readdir(folder), []);
		await said(() => init(folder, { name: "c" }));
		for (const flags of [{ review: true }, { video: ["a.mp4"] }, { account: ["youtube:Acme"] }] as const)
			assert.match(await refusal(flags), "c.campaign.yaml is there already");
		await said(async () => assert.is(await refusal({}), "none"));
	}),
);

words("init leaves the workspaces around and inside alone", () =>
	withFolder(async (folder) => {
		const refusal = (path: string) =>
			init(join(folder, path), { name: "c" }).then(
				() => "none",
				(error) => error.message,
			);
		await mkdir(join(folder, "shows"));
		await said(() => init(join(folder, "shows", "one"), {}));
		assert.match(await refusal("shows/one/inner"), "is inside the workspace");
		assert.match(await refusal("shows"), "has workspaces inside");
		assert.equal(await readdir(join(folder, "shows")), ["one"]);
		await said(async () => assert.is(await refusal("shows/two"), "none"));
		await said(async () => assert.is(await refusal("shows/one"), "none"));
		await mkdir(join(folder, "cached", ".showrun", "cache"), { recursive: true });
		await said(async () => assert.is(await refusal("cached/inner"), "none"));
	}),
);

words("fmt writes what changes and names it, --check only names it, and what is no YAML stays", () =>
	withFolder(async (folder) => {
		const [good, bad] = [join(folder, "a.campaign.yaml"), join(folder, "b.campaign.yaml")];
		await writeFile(good, "campaign:   c\r\n");
		const checked = await said(() => fmt([good], { check: true }));
		assert.is(checked.code, 3);
		assert.match(checked.text, "a.campaign.yaml");
		assert.is(await readFile(good, "utf8"), "campaign:   c\r\n");
		assert.is((await said(() => fmt([good], {}))).code, 0);
		assert.is(await readFile(good, "utf8"), "campaign: c\n");
		assert.equal(await said(() => fmt([good], {})), { text: "", code: 0 });
		await writeFile(bad, "campaign: [\n");
		const refused = await said(() => fmt([folder], {}));
		assert.is(refused.code, 1);
		assert.match(refused.text, /b\.campaign\.yaml:1/);
		assert.is(await readFile(bad, "utf8"), "campaign: [\n");
	}),
);

words("fmt shows with --diff what it would change, and writes nothing", () =>
	withFolder(async (folder) => {
		const file = join(folder, "a.campaign.yaml");
		await writeFile(file, "campaign:   c\nvideos: { a: { source: a.mp4 } }\n");
		const { text, code } = await said(() => fmt([file], { diff: true }));
		assert.is(code, 0);
		assert.match(
			text,
			/^--- .*a\.campaign\.yaml\n\+\+\+ .*\n@@ -1,2 \+1,2 @@\n-campaign: {3}c\n\+campaign: c\n videos/,
		);
		assert.is((await said(() => fmt([file], { diff: true, check: true }))).code, 3);
		assert.match(await readFile(file, "utf8"), "campaign:   c");
	}),
);

words("fmt keeps a file's mode, and writes through a link", () =>
	withFolder(async (folder) => {
		const [file, link] = [join(folder, "a.campaign.yaml"), join(folder, "b.campaign.yaml")];
		await writeFile(file, "campaign:   c\n");
		await chmod(file, 0o640);
		await symlink(file, link);
		await said(() => fmt([link], {}));
		assert.ok((await lstat(link)).isSymbolicLink());
		assert.is(await readFile(file, "utf8"), "campaign: c\n");
		assert.is((await stat(file)).mode & 0o777, 0o640);
	}),
);

words("fmt formats settings beside campaigns too, and leaves package.json alone", () =>
	withFolder(async (folder) => {
		await writeFile(join(folder, "a.campaign.yaml"), "campaign: c\n");
		await writeFile(join(folder, "package.json"), '{"showrun":{"state":"x"}}');
		await writeFile(
			join(folder, "showrun.config.yaml"),
			"state:   x.json # here\nservice: {url: 'http://127.0.0.1:1'}\n",
		);
		await said(() => fmt([folder], {}));
		assert.is(
			await readFile(join(folder, "showrun.config.yaml"), "utf8"),
			'service: { url: "http://127.0.0.1:1" }\nstate: x.json # here\n',
		);
		assert.is(await readFile(join(folder, "package.json"), "utf8"), '{"showrun":{"state":"x"}}');
	}),
);

words("fmt formats reviewed clips when they are named, and never writes YAML into JSON", () =>
	withFolder(async (folder) => {
		const [clips, json] = [join(folder, "a.clips.yaml"), join(folder, "showrun.config.json")];
		await writeFile(clips, "videos: { talk: { 0-40000: { approve: true,   title: 'T' } } } # seen\n");
		await said(() => fmt([clips], {}));
		assert.is(
			await readFile(clips, "utf8"),
			'videos: { talk: { 0-40000: { approve: true, title: "T" } } } # seen\n',
		);
		await writeFile(json, '{"state":"x"}');
		await fmt([json], {}).then(
			() => assert.unreachable(),
			(error) => assert.match(error.message, "showrun.config.json is JSON"),
		);
		assert.is(await readFile(json, "utf8"), '{"state":"x"}');
	}),
);

const MAIN = await builtMain();
words("fmt reads standard input and writes standard output, or says what is wrong with it", () => {
	const run = (input: string, ...more: string[]) =>
		spawnSync(process.execPath, [MAIN, "fmt", "-", ...more], {
			input,
			encoding: "utf8",
			timeout: 300_000,
		});
	const good = run("\uFEFFvideos: {}\r\ncampaign: c\r\n");
	assert.equal([good.stdout, good.stderr, good.status], ["campaign: c\nvideos: {}\n", "", 0]);
	const checked = run("videos: {}\ncampaign: c\n", "--check");
	assert.equal([checked.stdout, checked.status], ["", 3]);
	const bad = run("campaign: [\n");
	assert.equal([bad.stdout, bad.status], ["", 1]);
	assert.match(bad.stderr, /yaml-syntax\]\n *--> <stdin>:1/);
});

words("fmt takes standard input alone", () =>
	fmt(["-", "a.campaign.yaml"], {}).then(
		() => assert.unreachable(),
		(error) => assert.match(error.message, "cannot be combined with files"),
	),
);

words("init names the videos when there are several, and quotes a name that would be a number", () =>
	withFolder(async (folder) => {
		for (const name of ["b.mp4", "a.mov"]) await writeFile(join(folder, name), VIDEO);
		const { text } = await said(() => init(folder, { name: "2026" }));
		assert.match(text, "Name one of the 2 videos as `source` in the campaign: ./a.mov, ./b.mp4.");
		await writeFile(join(folder, "talk.mp4"), VIDEO);
		const { campaigns, diagnostics } = await loadCampaigns(["."], {
			cwd: folder,
			signal: AbortSignal.timeout(300_000),
		});
		assert.equal([diagnostics, campaigns.map(({ name }) => name)], [[], ["2026"]]);
		assert.is((await said(() => fmt([folder], { check: true }))).code, 0);
	}),
);

words("init renews the schemas of an older version, and nothing else", () =>
	withFolder(async (folder) => {
		await said(() => init(folder, { name: "talks" }));
		const schemaFile = join(folder, ".showrun/schemas/campaign.schema.json");
		const fresh = await readFile(schemaFile, "utf8");
		await writeFile(schemaFile, "{}");
		const { text } = await said(() => init(folder, { name: "talks" }));
		assert.match(text, /^kept .*talks\.campaign\.yaml\nwrote .*campaign\.schema\.json\nkept/);
		assert.is(await readFile(schemaFile, "utf8"), fresh);
	}),
);

words("init says what is in the way", () =>
	withFolder(async (folder) => {
		await writeFile(join(folder, "file"), "");
		for (const [path, problem] of [
			["file", /file cannot be written \(EEXIST\)/],
			["file/below", /below cannot be written \(ENOTDIR\)/],
		] as const)
			await init(join(folder, path), { name: "c" }).then(
				() => assert.unreachable(),
				(error) => assert.match(error.message, problem),
			);
	}),
);

words("schema prints JSON and reference pages, and names a near schema", async () => {
	assert.is(JSON.parse((await said(() => schema("settings", {}))).text).title, "SettingsFile");
	const { text } = await said(() => schema("campaign", { markdown: true }));
	for (const line of ["# Campaign", "## Clips", "| `platform` | `youtube`, `tiktok`", "[Post](#post)"])
		assert.ok(text.includes(line), line);
	assert.throws(() => schema("campagin", {}), /There is no schema/);
});

words("every key of every schema is explained", async () => {
	for (const name of ["campaign", "settings"]) {
		const rows = (await said(() => schema(name, { markdown: true }))).text
			.split("\n")
			.filter((line) => line.startsWith("| `"));
		assert.ok(rows.length > 20);
		assert.equal(
			rows.filter((row) => /\|\s*\|$/.test(row)),
			[],
		);
	}
});

words.run();
