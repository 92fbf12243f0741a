/** One `apply` over several workspaces of a repository, with posts that are made and one that fails. */
import { mkdirSync, mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOM, start, unseemly, until } from "./program.ts";
import { TERMINAL } from "./screen.ts";
import { showrunWarm } from "./warm.ts";
import { deliveredIn, renderedWorkspace, SETTINGS, video } from "./workspace.ts";

const SOURCE = video("talk", { seconds: 4 });
const NAMES = ["shows/one", "shows/three", "shows/two"];
const WITHOUT_TIKTOK = "shows/three";

/** A repository with three workspaces; one of them has no account connected. */
function monorepo(): string {
	const folder = mkdtempSync(join(ROOM, "mono-"));
	mkdirSync(join(folder, "shows"));
	for (const name of NAMES) renameSync(renderedWorkspace(SOURCE), join(folder, name));
	writeFileSync(
		join(folder, WITHOUT_TIKTOK, "showrun.config.yaml"),
		SETTINGS.replace(/ {4}- .*tiktok.*\n/, ""),
	);
	return folder;
}

const journey = suite("apply over several workspaces");

journey("every one is applied, and the one with a missing account decides the exit code", async () => {
	const cwd = monorepo();
	const memory = { XDG_STATE_HOME: join(cwd, "memory") };
	const { code, out, err } = await showrunWarm(["apply", "--auto-approve"], { cwd, env: memory });
	assert.equal(unseemly(out + err), []);
	assert.is(code, 3, out + err);
	assert.equal(
		[...out.matchAll(/^Workspace (.*)$/gm)].map(([, name]) => name),
		NAMES,
	);
	assert.match(err, "Not all well in 1 of 3 workspaces:\n  shows/three (exit code 3)\n");
	assert.equal(
		NAMES.map((name) => deliveredIn(join(cwd, name)).length),
		[3, 2, 3],
	);
	const again = await showrunWarm(["status"], { cwd, env: memory });
	assert.is(again.code, 0, again.out);
	assert.is(again.out.match(/^talk: .*\d done$/gm)?.length, 3, again.out);
});

journey("a person is asked about each by name, and a no to one stops no other", async () => {
	const cwd = monorepo();
	const run = start(["apply", "shows/one", "shows/two"], {
		cwd,
		through: ["python3", "-c", TERMINAL],
		env: { TERM: "xterm-256color", XDG_STATE_HOME: join(cwd, "memory") },
	});
	for (const [name, answer] of Object.entries({ "shows/one": "no", "shows/two": "no" })) {
		const question = `Apply these changes to workspace ${name}? Only "yes" is accepted: `;
		await until(() => run.said().includes(question), { running: run });
		run.stdin.write(`${answer}\n`);
	}
	const { code, out } = await run.ended;
	assert.is(code, 1, out);
	assert.is(out.match(/Nothing was done\./g)?.length, 2);
	assert.equal(
		NAMES.flatMap((name) => deliveredIn(join(cwd, name))),
		[],
	);
});

journey("a saved plan of one workspace is applied alone", async () => {
	const cwd = monorepo();
	const env = { XDG_STATE_HOME: join(cwd, "memory") };
	assert.is((await showrunWarm(["plan", "shows/one", "--out", "one.json"], { cwd, env })).code, 0);
	const { code, out, err } = await showrunWarm(["apply", "one.json", "--auto-approve"], { cwd, env });
	assert.is(code, 0, out + err);
	assert.equal(
		NAMES.map((name) => deliveredIn(join(cwd, name)).length),
		[3, 0, 0],
	);
});
journey.run();
