import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFiles } from "../../campaign/files.ts";
import { builtMain } from "../../journeys/built-program.ts";

const MAIN = await builtMain();
const FILES = {
	"talk.mp4": "video",
	"a.campaign.yaml": `campaign: a
videos: { talk: { source: talk.mp4, export: { resolution: 1080p } } }
accounts: { x: { platform: twitter, username: a } }
posts:
  p: { from: talk, to: { x: { description: t, thumbnail_url: "https://a.b/c.jpg" } } }
`,
};

async function run(
	args: readonly string[],
	settings = "{}",
): Promise<{ readonly code: number | null; readonly said: string }> {
	return withFiles({ ...FILES, "showrun.config.yaml": `${settings}\n` }, async (cwd) => {
		const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
			encoding: "utf8",
			timeout: 300_000,
			cwd,
			env: {
				PATH: process.env.PATH,
				HOME: join(cwd, "home"),
				XDG_STATE_HOME: join(cwd, "memory"),
				NO_COLOR: "1",
			},
		});
		return { code: status, said: stdout + stderr };
	});
}

const strict = suite("--strict");
strict("validate passes with a warning", async () => {
	const { code, said } = await run(["validate"]);
	assert.is(code, 0);
	assert.match(said, /1 warning\./);
});
for (const command of [["validate"], ["plan"], ["apply", "--auto-approve"]])
	strict(`${command[0]} --strict stops at a warning`, async () => {
		const { code, said } = await run([...command, "--strict"]);
		assert.is(code, 1);
		assert.match(said, /thumbnail-ignored[\s\S]*1 error\./);
	});
strict("what the settings turn off is off", async () =>
	assert.is((await run(["validate", "--strict"], "rules: { thumbnail-ignored: off }")).code, 0),
);
strict("what the settings make an error is one without --strict", async () =>
	assert.is((await run(["validate"], "rules: { thumbnail-ignored: error }")).code, 1),
);
strict.run();
