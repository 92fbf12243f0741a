import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parse } from "yaml";
import { builtMain } from "../journeys/built-program.ts";

interface Hook {
	readonly id: string;
	readonly entry: string;
	readonly files: string;
}

const hooks: readonly Hook[] = parse(await readFile(".pre-commit-hooks.yaml", "utf8"));
const GOOD = {
	"a.campaign.yaml": "campaign: a\nvideos: { talk: { source: https://example.com/a.mp4 } }\n",
	"showrun.config.yaml": "state: state.json\n",
};

const MAIN = await builtMain();

/** What a hook does with the files of a commit that are its business. */
async function run(
	{ entry, files }: Hook,
	content: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly after: unknown }> {
	const cwd = await mkdtemp(join(tmpdir(), "showrun-hook-"));
	try {
		for (const [name, text] of Object.entries(content)) await writeFile(join(cwd, name), text);
		const names = Object.keys(content).filter((name) => new RegExp(files).test(name));
		const command = entry.split(" ").slice(entry.split(" ").indexOf("showrun") + 1);
		const args = [MAIN, ...command, ...names];
		const { status } = spawnSync(process.execPath, args, { cwd, timeout: 300_000 });
		return {
			code: status,
			after: Object.fromEntries(
				await Promise.all(names.map(async (name) => [name, await readFile(join(cwd, name), "utf8")])),
			),
		};
	} finally {
		await rm(cwd, { recursive: true, force: true });
	}
}

const commits = suite("hooks before a commit");

for (const hook of hooks)
	commits(`${hook.id} lets good files pass`, async () => {
		assert.is((await run(hook, { ...GOOD, "b.clips.yaml.txt": "no campaign" })).code, 0);
	});

commits("showrun-validate stops a commit with a mistake", async () => {
	const [validate] = hooks;
	assert.ok(validate?.id === "showrun-validate");
	assert.is((await run(validate, { ...GOOD, "b.campaign.yaml": "campaign: b\n" })).code, 1);
});

commits("showrun-fmt writes what it formats, settings too, which stops the commit", async () => {
	const [, fmt] = hooks;
	assert.ok(fmt?.id === "showrun-fmt");
	const { code, after } = await run(fmt, {
		"a.campaign.yaml": "campaign:   a\n",
		"showrun.config.yaml": "state:   x\n",
	});
	assert.equal(
		[code, after],
		[0, { "a.campaign.yaml": "campaign: a\n", "showrun.config.yaml": "state: x\n" }],
	);
});
commits.run();
