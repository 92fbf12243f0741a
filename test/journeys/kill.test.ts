import { cpSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { come, isPast, killHard, type MOMENTS } from "./kills.ts";
import { ROOM, showrun, start, unseemly } from "./program.ts";
import { CAMPAIGN, deliveredIn, leftOpen, video, workspace } from "./workspace.ts";

const SOURCE = video("talk", { seconds: 12 });
const APPLY = ["apply", ".", "--auto-approve"];

type Env = Readonly<Record<string, string>>;

/** Starts an apply and kills it at the moment. */
async function killedAt(name: keyof typeof MOMENTS, cwd: string, env: Env = {}): Promise<void> {
	const run = start([...APPLY, "--json"], { cwd, env });
	await come(name, { worker: run, client: run, data: join(cwd, ".showrun", "service") });
	await killHard(run);
}

/** Every clip at every account exactly once, nothing open, nothing half-written. */
async function assertDone(cwd: string, env: Env = {}): Promise<void> {
	const { code, out, err } = await showrun(APPLY, { cwd, env });
	assert.is(code, 0, out + err);
	assert.equal(unseemly(out + err), []);
	const keys = deliveredIn(cwd).map(({ key }) => key.replace(/ .*/, ""));
	assert.equal(keys.sort(), ["linkedin:acme-inc", "tiktok:acme", "youtube:Acme"]);
	assert.equal(await leftOpen(cwd, cwd, env), []);
	assert.match((await showrun(APPLY, { cwd, env })).out, "No changes.");
}

const kills = suite("kill -9 of an apply");

for (const moment of ["analysis", "rendering", "polling"] as const)
	kills(`three times during ${moment}: the next apply ends it all`, async () => {
		let cwd = workspace(SOURCE);
		for (let time = 0; time < 3; time++) {
			await killedAt(moment, cwd);
			if (time === 2 || !isPast(moment, join(cwd, ".showrun", "service"))) continue;
			await assertDone(cwd);
			cwd = workspace(SOURCE);
		}
		await assertDone(cwd);
	});

kills("between publishes: what was posted is not posted again", async () => {
	const settled = workspace(SOURCE, { "talk.campaign.yaml": CAMPAIGN.replace(/posts:[\s\S]*/, "") });
	assert.is((await showrun(APPLY, { cwd: settled })).code, 0);
	for (let time = 0; time < 3; time++) {
		const cwd = mkdtempSync(join(ROOM, "copy-"));
		cpSync(settled, cwd, { recursive: true, preserveTimestamps: true });
		writeFileSync(join(cwd, "talk.campaign.yaml"), CAMPAIGN);
		// A copy of a workspace is the same outbox, so each belongs to a user of its own.
		const env = { XDG_STATE_HOME: `${cwd}-memory` };
		await killedAt("publishes", cwd, env);
		await assertDone(cwd, env);
	}
});

kills.run();
