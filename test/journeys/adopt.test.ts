import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { unseemly } from "./program.ts";
import { KEY, withServer } from "./server.ts";
import { showrunWarm } from "./warm.ts";
import { deliveredIn, remoteSettings, renderedWorkspace, video } from "./workspace.ts";

const SOURCE = video("talk", { seconds: 4 });
const APPLY = ["apply", ".", "--auto-approve"];

const journey = suite("state that is gone or older");

journey("is refused, and posts nothing twice once it is adopted", async () => {
	const [there, here] = [renderedWorkspace(SOURCE), renderedWorkspace(SOURCE)];
	const state = join(here, ".showrun", "state.json");
	await withServer(there, async ({ url }) => {
		writeFileSync(join(here, "showrun.config.yaml"), remoteSettings(url));
		const at = { cwd: here, env: KEY };
		const refused = async (args: readonly string[], message: RegExp) => {
			const { code, out, err } = await showrunWarm(args, at);
			assert.is(code, 1, out + err);
			assert.match(err, message);
			assert.equal(unseemly(out + err), []);
		};
		assert.is((await showrunWarm(APPLY, at)).code, 0);
		const newest = readFileSync(state);
		rmSync(state);
		for (const args of [APPLY, ["plan"], ["watch", ".", "--once"], ["status"]])
			await refused(
				args,
				/Error: .*is missing, but this machine recorded \d+ attempts .*\n {2}Restore state\.json/,
			);
		assert.is((await showrunWarm(["validate"], at)).code, 0);
		writeFileSync(state, newest);
		assert.match((await showrunWarm(APPLY, at)).out, "No changes.");

		rmSync(state);
		await refused(["state", "adopt"], /is missing, but this machine recorded/);
		await refused(["state", "adopt", "--empty"], /Nothing was changed/);
		const { code, out } = await showrunWarm(["state", "adopt", "--empty", "--auto-approve"], at);
		assert.is(code, 0);
		assert.match(out, "3 posts missing from it are added as posted");
		assert.match(out, "with 3 posted moments");
		await showrunWarm(APPLY, at);
		assert.is(deliveredIn(there).length, 3);

		writeFileSync(state, newest);
		assert.match((await showrunWarm(APPLY, at)).out, "No changes.");
	});
});

journey("under CI, with a service elsewhere, nothing is sent from a file that may not stay", async () => {
	const here = renderedWorkspace(SOURCE, { "showrun.config.yaml": remoteSettings("http://127.0.0.1:9") });
	const at = { cwd: here, env: { ...KEY, CI: "true" } };
	for (const args of [APPLY, ["watch", "."], ["watch", ".", "--once"]]) {
		const { code, err } = await showrunWarm(args, at);
		assert.is(code, 1);
		assert.match(
			err,
			/Error: Under CI(.|\n)*state: git in showrun\.config\.yaml(.|\n)*state_persistent: true/,
		);
	}
	writeFileSync(
		join(here, "showrun.config.yaml"),
		`${remoteSettings("http://127.0.0.1:9")}state_persistent: true\n`,
	);
	assert.not.match((await showrunWarm(APPLY, at)).err, "under CI");
	const local = await showrunWarm(["watch", ".", "--once"], {
		cwd: renderedWorkspace(SOURCE),
		env: { CI: "true" },
	});
	assert.is(local.code, 0, local.err);
});

journey.run();
