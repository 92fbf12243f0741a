/** Kills an apply, or the server it works with, while clips are made or posted, and goes on. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as assert from "uvu/assert";
import { copyFolder } from "../builders/copy-folder.ts";
import { come, isPast, killHard, type MOMENTS } from "./kills.ts";
import { ROOM, start, unseemly } from "./program.ts";
import { again, KEY, serve } from "./server.ts";
import { showrunWarm } from "./warm.ts";
import {
	CAMPAIGN,
	deliveredIn,
	leftOpen,
	remoteSettings,
	renderedWorkspace,
	video,
	workspace,
} from "./workspace.ts";

const SOURCE = video("talk", { seconds: 4 });
const APPLY = ["apply", ".", "--auto-approve"];

export const WORKING = [
	"analysis",
	"rendering",
	"polling",
] as const satisfies readonly (keyof typeof MOMENTS)[];

type Env = Readonly<Record<string, string>>;

/** Where a workspace runs, where its posts are delivered, and with what environment. */
interface Setting {
	readonly here: string;
	readonly outbox: string;
	readonly env: Env;
}

/**
 * Kills an apply so many times at the moment, each where the one before was killed; then it comes to its end.
 */
export async function killApply(moment: (typeof WORKING)[number], times: number): Promise<void> {
	let here = workspace(SOURCE);
	for (let time = 1; time <= times; time++) {
		await killedAt(moment, here, {});
		if (time === times || !isPast(moment, join(here, ".showrun", "service"))) continue;
		await assertDone({ here, outbox: here, env: {} });
		here = workspace(SOURCE);
	}
	await assertDone({ here, outbox: here, env: {} });
}

/** Kills an apply between its publishes; what was posted is not posted again. */
export async function killPublishes(times: number): Promise<void> {
	const settled = renderedWorkspace(SOURCE, {
		"talk.campaign.yaml": CAMPAIGN.replace(/posts:[\s\S]*/, ""),
	});
	assert.is((await showrunWarm(APPLY, { cwd: settled })).code, 0);
	for (let time = 0; time < times; time++) {
		const here = mkdtempSync(join(ROOM, "copy-"));
		copyFolder(settled, here);
		writeFileSync(join(here, "talk.campaign.yaml"), CAMPAIGN);
		// A copy of a workspace is the same outbox, so each belongs to a user of its own.
		const env = { XDG_STATE_HOME: `${here}-memory` };
		const adopted = await showrunWarm(["state", "adopt", "--auto-approve"], { cwd: here, env });
		assert.is(adopted.code, 0, adopted.err);
		await killedAt("publishes", here, env);
		await assertDone({ here, outbox: here, env });
	}
}

/**
 * Kills the server of an apply at the moment, and starts it again in its place; the apply may live
 * through it.
 */
export async function killServer(moment: keyof typeof MOMENTS): Promise<void> {
	const there = workspace(SOURCE);
	let server = await serve(there);
	try {
		const here = workspace(SOURCE, { "showrun.config.yaml": remoteSettings(server.url) });
		// Each server is a service of its own, and so is what is remembered of it.
		const env = { ...KEY, XDG_STATE_HOME: `${here}-memory` };
		const client = start([...APPLY, "--json"], { cwd: here, env });
		await come(moment, { worker: server.running, client, data: join(there, ".showrun", "service") });
		await killHard(server.running);
		server = await again(there, server);
		const { code, out, err } = await client.ended;
		assert.ok([0, 1, 3, 4].includes(code ?? -1), `${code}\n${out}\n${err}`);
		assert.equal(unseemly(err), []);
		await assertDone({ here, outbox: there, env });
	} finally {
		server.running.kill("SIGTERM");
		await server.running.ended;
	}
}

/** Starts an apply and kills it at the moment. */
async function killedAt(name: keyof typeof MOMENTS, cwd: string, env: Env): Promise<void> {
	const run = start([...APPLY, "--json"], { cwd, env });
	await come(name, { worker: run, client: run, data: join(cwd, ".showrun", "service") });
	await killHard(run);
}

/** Every clip at every account exactly once, nothing open, nothing half-written, nothing left to do. */
async function assertDone({ here, outbox, env }: Setting): Promise<void> {
	const { code, out, err } = await showrunWarm(APPLY, { cwd: here, env });
	assert.is(code, 0, out + err);
	assert.equal(unseemly(out + err), []);
	const keys = deliveredIn(outbox).map(({ key }) => key.replace(/ .*/, ""));
	assert.equal(keys.sort(), ["linkedin:acme-inc", "tiktok:acme", "youtube:Acme"]);
	assert.equal(await leftOpen(here, outbox, env), []);
	assert.match((await showrunWarm(APPLY, { cwd: here, env })).out, "No changes.");
}
