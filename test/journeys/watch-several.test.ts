/** One `watch` over several workspaces of a folder, each with its settings, state and posts. */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOM, type Running, showrun, start, unseemly, until } from "./program.ts";
import { deliveredIn, leftOpen, renderedWorkspace, SETTINGS, video } from "./workspace.ts";

const SOURCE = video("talk", { seconds: 4 });
const NAMES = ["shows/one", "shows/three", "shows/two"];

/** A folder with three workspaces. */
function shows(settings: Readonly<Record<string, string>> = {}): string {
	const folder = mkdtempSync(join(ROOM, "shows-"));
	mkdirSync(join(folder, "shows"));
	for (const name of NAMES) renameSync(renderedWorkspace(SOURCE), join(folder, name));
	for (const [name, text] of Object.entries(settings))
		writeFileSync(join(folder, name, "showrun.config.yaml"), text);
	return folder;
}

const ONE_PLACE = `${SETTINGS}daemon: { metrics: 0 }\n`;
const here = (cwd: string) => ({ cwd, env: { XDG_STATE_HOME: join(cwd, "memory") } });

async function asked(running: Running, message: string, field: string): Promise<Response> {
	const line = running
		.said()
		.split("\n")
		.find((each) => each.includes(`"msg":"${message}"`));
	return fetch(String(JSON.parse(line ?? "{}")[field]).replace("healthz", "readyz"));
}

const watching = suite("showrun watch of several workspaces");

watching("each is kept applied, one that is wrong holds up no other, and all end on SIGTERM", async () => {
	const broken = `${ONE_PLACE}nonsense: true\n`;
	const cwd = shows({ "shows/one": ONE_PLACE, "shows/three": broken, "shows/two": ONE_PLACE });
	const counts = () => NAMES.map((name) => deliveredIn(join(cwd, name)).length);
	const running = start(["watch"], here(cwd));
	await until(() => String(counts()) === "3,0,3", { running });
	const ready = async () =>
		(await (await asked(running, "watching", "health")).json()) as { status: string; trouble: string };
	assert.match((await ready()).trouble, /^shows\/three: its settings are wrong/);
	const shown = () => running.said().match(/--> shows\/three\//g)?.length;
	// It was tried at the start, and again at once.
	assert.is(shown(), 1);
	running.kill("SIGHUP");
	await until(() => shown() === 2, { running });
	const elsewhere = `${SETTINGS}daemon: { metrics: 0, port: 9 }\n`;
	writeFileSync(join(cwd, "shows/three/showrun.config.yaml"), elsewhere);
	running.kill("SIGHUP");
	await until(() => String(counts()) === "3,3,3", { running });
	await until(async () => (await ready()).status === "ready", { running });
	assert.match(running.said(), /"workspace":"shows\/three","msg":"daemon\.port is not used/);
	const metrics = async () => (await asked(running, "metrics", "url")).text();
	const done = (name: string) => `showrun_posts{workspace="${name}",campaign="talk",status="done"} 3\n`;
	const areTold = (text: string) => NAMES.every((name) => text.includes(done(name)));
	await until(async () => areTold(await metrics()), { running });
	assert.is((await metrics()).match(/^process_cpu_seconds_total /gm)?.length, 1);
	running.kill("SIGTERM");
	const { code, err } = await running.ended;
	assert.equal([code, String(counts())], [0, "3,3,3"]);
	assert.equal(unseemly(err), []);
	for (const name of NAMES) assert.equal(await leftOpen(join(cwd, name)), []);
});

watching("a workspace that comes later inside another one is never taken for a part of it", async () => {
	const cwd = shows();
	writeFileSync(join(cwd, "shows/showrun.config.yaml"), SETTINGS);
	writeFileSync(
		join(cwd, "shows/outer.campaign.yaml"),
		"campaign: outer\nvideos: { v: { source: ./none.mp4 } }\n",
	);
	const running = start(["watch", "shows"], here(cwd));
	await until(() => NAMES.every((name) => deliveredIn(join(cwd, name)).length === 3), { running });
	const late = renderedWorkspace(SOURCE);
	const campaign = readFileSync(join(late, "talk.campaign.yaml"), "utf8").replace(
		/^campaign: talk/m,
		"campaign: late",
	);
	writeFileSync(join(late, "talk.campaign.yaml"), campaign);
	renameSync(late, join(cwd, "shows/late"));
	await until(() => running.said().includes("a new workspace is not watched"), { running });
	running.kill("SIGTERM");
	assert.is((await running.ended).code, 0);
	assert.equal([deliveredIn(join(cwd, "shows/late")), deliveredIn(join(cwd, "shows"))], [[], []]);
});

watching("what a process has once must be the same in all, and a page is of one alone", async () => {
	const other = `${SETTINGS}daemon: { port: 9, metrics: 0 }\n`;
	const cwd = shows({ "shows/two": other });
	const differing = await showrun(["watch"], here(cwd));
	assert.is(differing.code, 1);
	assert.match(
		differing.err,
		/One process has one daemon\.port, and the settings of shows\/one and shows\/two differ/,
	);
	const paged = await showrun(["watch", "--ui", "0"], here(cwd));
	assert.is(paged.code, 1);
	assert.match(paged.err, /--ui works in one workspace, and the paths lead to 3/);
	assert.equal(
		NAMES.flatMap((name) => deliveredIn(join(cwd, name))),
		[],
	);
});

watching.run();
