import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { come, killHard, type MOMENTS } from "./kills.ts";
import { showrun, start, unseemly } from "./program.ts";
import { again, KEY, serve } from "./server.ts";
import { deliveredIn, leftOpen, remoteSettings, video, workspace } from "./workspace.ts";

const SOURCE = video("talk", { seconds: 12 });
const APPLY = ["apply", ".", "--auto-approve"];

/**
 * Starts an apply, kills its server at the moment, and starts that one again in its place; the
 * apply may live through it.
 */
async function survives(moment: keyof typeof MOMENTS): Promise<void> {
	const there = workspace(SOURCE);
	let server = await serve(there);
	try {
		const here = workspace(SOURCE, { "showrun.config.yaml": remoteSettings(server.url) });
		const client = start([...APPLY, "--json"], { cwd: here, env: KEY });
		await come(moment, { worker: server.running, client, data: join(there, ".showrun", "service") });
		await killHard(server.running);
		server = await again(there, server);
		const { code, out, err } = await client.ended;
		assert.ok([0, 1, 3, 4].includes(code ?? -1), `${code}\n${out}\n${err}`);
		assert.equal(unseemly(err), []);
		await assertDone(here, there);
	} finally {
		server.running.kill("SIGTERM");
		await server.running.ended;
	}
}

/** Every clip at every account exactly once, nothing open, nothing half-written. */
async function assertDone(here: string, there: string): Promise<void> {
	const { code, out, err } = await showrun(APPLY, { cwd: here, env: KEY });
	assert.is(code, 0, out + err);
	const keys = deliveredIn(there).map(({ key }) => key.replace(/ .*/, ""));
	assert.equal(keys.sort(), ["linkedin:acme-inc", "tiktok:acme", "youtube:Acme"]);
	assert.equal(await leftOpen(here, there, KEY), []);
}

const kills = suite("kill -9 of a server");
for (const moment of ["analysis", "rendering", "polling", "publishes"] as const)
	kills(`three times during ${moment}, started again in its place: apply comes to its end`, async () => {
		for (let time = 0; time < 3; time++) await survives(moment);
	});
kills.run();
