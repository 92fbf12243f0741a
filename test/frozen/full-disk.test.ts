/**
 * A workspace of 0.1.0 whose only post ended as an error because the disk of its outbox was full, as 0.1.0
 * wrote it: it can be seen why, and sent once more, once.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Snapshot } from "../../src/model/snapshot.ts";
import { type Ended, ROOM } from "../journeys/program.ts";
import { showrunWarm } from "../journeys/warm.ts";
import { deliveredIn, tellWorkspace } from "../journeys/workspace.ts";

const FROZEN = fileURLToPath(new URL("0.1.0/full-disk/", import.meta.url));
const MEDIA = fileURLToPath(new URL("../../examples/quickstart/media", import.meta.url));
const POST = "01M82Q9MTJ1SBNVSG84QCW2RJR";
const ADDRESS = 'keynote-2026.post.shorts["keynote@148100-169694"].youtube-main';
const WHY = "The disk is full: free some space, then try again.";
/** What 0.1.0 called the two files that were uploaded. */
const SOURCES = [
	["keynote.mp4", "33d975c58038c6de30b29f1c555b064fd318901ff5f987920a17bb8010e13b28.mp4"],
	["keynote.srt", "5e6ae9c7439f441a610ce71b143bbc8ba84af99963582e115389651e03c0a9cc.srt"],
] as const;
/** An hour after 0.1.0 ran. */
const NOW = 1_795_387_872_090 + 3_600_000;

/** The workspace as 0.1.0 left it; `amend` changes the record of its post. */
function workspaceOf(amend: (record: Record<string, unknown>) => void = () => {}): string {
	const folder = mkdtempSync(join(ROOM, "full-disk-"));
	const data = join(folder, ".showrun", "service");
	mkdirSync(join(folder, ".showrun"));
	for (const name of ["keynote.campaign.yaml", "showrun.config.yaml"])
		cpSync(join(FROZEN, name), join(folder, name));
	cpSync(join(FROZEN, "state.json"), join(folder, ".showrun", "state.json"));
	cpSync(join(FROZEN, "service"), data, { recursive: true });
	for (const [name, stored] of SOURCES) {
		cpSync(join(MEDIA, name), join(folder, "media", name));
		cpSync(join(MEDIA, name), join(data, "sources", stored));
	}
	const path = join(data, "publishes", `${POST}.json`);
	const record = JSON.parse(readFileSync(path, "utf8"));
	amend(record);
	writeFileSync(path, JSON.stringify(record));
	// The clock of every command is that of then: a post that failed is read again for so many days.
	writeFileSync(
		join(folder, "then.mjs"),
		`const ahead = ${NOW} - Date.now(), now = Date.now; Date.now = () => now() + ahead;\n`,
	);
	tellWorkspace(folder);
	return folder;
}

/** Its texts without line breaks inside of sentences. */
async function run(cwd: string, ...args: readonly string[]): Promise<Ended> {
	const ended = await showrunWarm(args, { cwd, env: { NODE_OPTIONS: `--import=${join(cwd, "then.mjs")}` } });
	return { ...ended, err: ended.err.replace(/\s+/g, " ") };
}

function postIn(cwd: string): readonly unknown[] {
	const state: Snapshot = JSON.parse(readFileSync(join(cwd, ".showrun", "state.json"), "utf8"));
	const post = Object.entries(state.resources).find(([address]) => address === ADDRESS)?.[1];
	return post?.kind === "post" ? [post.status, post.error] : [];
}

const upgrade = suite("a data folder of 0.1.0 with a post that ended because its disk was full");

upgrade("is opened: the post is listed with its reason, retried, and goes out once", async () => {
	const cwd = workspaceOf();
	for (const args of [["list"], ["show", POST], ["show", ADDRESS]]) {
		const { code, out, err } = await run(cwd, "posts", ...args);
		assert.is(code, 0, out + err);
		assert.match(out, `${POST}  ERROR  at once\n    youtube:Acme: `);
		assert.match(out, WHY);
	}
	const before = await run(cwd, "plan", ".");
	assert.match(before.out.replace(/\s+/g, " "), `needs attention: the service could not publish it (${WHY})`);
	assert.equal([postIn(cwd), deliveredIn(cwd).length], [["ERROR", WHY], 0]);
	const retried = await run(cwd, "posts", "retry", ADDRESS);
	assert.is(retried.code, 0, retried.out + retried.err);
	for (const _ of [1, 2]) {
		const { code, out, err } = await run(cwd, "apply", ".", "--auto-approve");
		assert.is(code, 0, out + err);
	}
	assert.equal(postIn(cwd), ["DONE", undefined]);
	assert.equal(
		deliveredIn(cwd).map(({ key }) => key),
		["youtube:Acme 33d975@148100-169694"],
	);
	const again = await run(cwd, "posts", "retry", POST);
	assert.is(again.code, 1);
	assert.match(again.err, "Nothing of this publishing task has failed: it is DONE");
	assert.match((await run(cwd, "plan", ".")).out, /^No changes\./);
	assert.is(deliveredIn(cwd).length, 1);
	assert.equal(
		readdirSync(join(cwd, "outbox", "youtube", "Acme")).filter((name) => name === POST),
		[POST],
	);
});

upgrade("refuses to retry it where it is unknown whether it was posted", async () => {
	const cwd = workspaceOf((record) => {
		const [target] = record.targets as [object];
		record.targets = [{ ...target, phase: "unknown", armedAt: NOW - 1_800_000, destination: "webhook" }];
	});
	const { code, err } = await run(cwd, "posts", "retry", POST);
	assert.is(code, 1);
	assert.match(err, "It is unknown whether this was posted: say what became of it first");
	const shown = await run(cwd, "posts", "show", POST);
	assert.match(shown.out, `showrun posts resolve ${POST} acc_2fb14d21388fd5f22849363f --posted`);
	await run(cwd, "apply", ".", "--auto-approve");
	assert.is(deliveredIn(cwd).length, 0);
});

upgrade.run();
