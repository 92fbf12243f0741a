import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadCampaigns } from "../../src/campaign/load.ts";
import { fmt } from "../../src/cli/commands/fmt.ts";
import { init } from "../../src/cli/commands/init.ts";
import { schema } from "../../src/cli/commands/schema.ts";

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
async function said(command: () => Promise<void> | void): Promise<{ readonly text: string; readonly code: number }> {
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
		if (error instanceof Error && "code" in error && typeof error.code === "number") return { text, code: error.code };
		throw error;
	} finally {
		Object.assign(process.stdout, { write: outside });
		Object.assign(process.stderr, { write: inside });
	}
}

const words = suite("fmt, init and schema");

words("init writes a campaign that is valid, formatted and knows its schema, and overwrites nothing", () =>
	withFolder(async (folder) => {
		await writeFile(join(folder, "talk one.mp4"), VIDEO);
		await said(() => init(folder, { name: "talks" }));
		assert.equal((await readdir(folder)).sort(), [".gitignore", ".showrun", "showrun.config.yaml", "talk one.mp4", "talks.campaign.yaml"]);
		const { campaigns, diagnostics } = await loadCampaigns(["."], { cwd: folder, signal: AbortSignal.timeout(10_000) });
		assert.equal([diagnostics, campaigns.map(({ name }) => name)], [[], ["talks"]]);
		assert.equal(await said(() => fmt([folder], { check: true })), { text: "", code: 0 });
		assert.equal(JSON.parse(await readFile(join(folder, ".showrun/schemas/campaign.schema.json"), "utf8")).title, "Campaign");
		await writeFile(join(folder, "talks.campaign.yaml"), "mine");
		await said(() => init(folder, { name: "talks" }));
		assert.is(await readFile(join(folder, "talks.campaign.yaml"), "utf8"), "mine");
		assert.is(await readFile(join(folder, ".gitignore"), "utf8"), "outbox/\nclips/\n");
	}),
);

words("init without a video says what to do, and refuses one it cannot use", () =>
	withFolder(async (folder) => {
		assert.match((await said(() => init(folder, {}))).text, /Put a video at/);
		for (const video of ["/etc/passwd", "../talk.mp4"])
			await init(folder, { video }).then(
				() => assert.unreachable(),
				(error) => assert.match(error.message, video),
			);
		await init(folder, { name: "a b" }).then(
			() => assert.unreachable(),
			(error) => assert.match(error.message, "a b"),
		);
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

words("schema prints JSON and reference pages, and names a near schema", async () => {
	assert.is(JSON.parse((await said(() => schema("settings", {}))).text).title, "SettingsFile");
	const { text } = await said(() => schema("campaign", { markdown: true }));
	for (const line of ["# Campaign", "## Clips", "| `platform` | `youtube`, `tiktok`", "[Post](#post)"]) assert.ok(text.includes(line), line);
	assert.throws(() => schema("campagin", {}), /There is no schema/);
});

words("every key of every schema is explained", async () => {
	for (const name of ["campaign", "settings"]) {
		const rows = (await said(() => schema(name, { markdown: true }))).text.split("\n").filter((line) => line.startsWith("| `"));
		assert.ok(rows.length > 20);
		assert.equal(
			rows.filter((row) => /\|\s*\|$/.test(row)),
			[],
		);
	}
});

words.run();
