import { createWriteStream } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { WirePublishTask } from "../../src/wire/messages.gen.ts";
import { accountOn, exported, submit, until, upload } from "../service/world.ts";
import { type Owner, own } from "./owner.ts";
import { ROOM, start } from "./program.ts";
import { showrunWarm } from "./warm.ts";

const backup = suite("backup and restore of a data folder in use");
const SETTINGS = "embedded:\n  data: data\n  outbox: outbox\n";

/** A workspace whose data folder is `data`, and whose outbox is `outbox`. */
async function workspace(name: string): Promise<string> {
	const folder = await mkdtemp(join(ROOM, `${name}-`));
	await writeFile(join(folder, "showrun.config.yaml"), SETTINGS);
	return folder;
}

async function postNow(owner: Owner, project_id: string, account: string): Promise<string> {
	const { body } = await owner.call("POST", "/api/v2/social-media/publish", {
		body: { project_id, idx: 1, publish_configs: { [account]: { title: "T" } } },
	});
	return (body.data as WirePublishTask).task_id;
}

async function statusOf(owner: Owner, id: string): Promise<string> {
	const { body } = await owner.call("GET", `/api/v2/social-media/publish/${id}`);
	return (body.data as WirePublishTask).status;
}

async function postsIn(folder: string): Promise<readonly string[]> {
	const names = await readdir(join(folder, "outbox"), { recursive: true }).catch(() => []);
	return names.filter((name) => name.endsWith("post.json")).sort();
}

async function modesIn(folder: string): Promise<readonly string[]> {
	const names = await readdir(folder, { recursive: true });
	const modes = await Promise.all(
		names.map(async (name) => {
			const found = await stat(join(folder, name));
			return `${found.isDirectory() ? "folder" : "file"} ${(found.mode & 0o777).toString(8)}`;
		}),
	);
	return [...new Set(modes)].sort();
}

/** Restores a backup into a folder of its own, beside the one that still delivers. */
async function restoreBeside(file: string, memory: string): Promise<void> {
	assert.is((await stat(file)).mode & 0o777, 0o600);
	const to = await workspace("restored");
	const { code, out, err } = await showrunWarm(["restore", file], { cwd: to });
	assert.is(code, 0, `${out}${err}`);
	assert.equal(await modesIn(join(to, "data")), ["file 600", "folder 700"]);
	const open = (await recordsIn(to)).filter(({ status }) => status !== "DONE");
	const started = await own(to, memory)
		.then((other) => other.end("SIGTERM"))
		.catch(String);
	// Where all that was under way can be read in its outbox, there is nothing to ask.
	if (started !== undefined) assert.match(String(started), /is a copy of .*, which delivers the same posts/);
	const other = await own(to, memory, "skip");
	// What was armed is read in the outbox it was armed for.
	for (const { id } of open)
		await until(
			() => statusOf(other, id),
			(status) => /^(?:DONE|ERROR|CANCELLED)$/.test(status),
		);
	await other.end("SIGTERM");
	assert.equal(await postsIn(to), [], "nothing left a second time");
}

backup("taken while posts are delivered, each is restored, and nothing is sent from them twice", async () => {
	const from = await workspace("live");
	const memory = join(from, "memory");
	const owner = await own(from, memory);
	const [project, account] = [await exported(owner), await accountOn(owner, "youtube")];
	const ids: string[] = [];
	const files: string[] = [];
	let isOver = false;
	const posting = (async () => {
		while (!isOver) {
			ids.push(await postNow(owner, project, account));
			await sleep(60);
		}
	})();
	for (const name of ["one.tar", "two.tar"]) {
		const { code, out, err } = await showrunWarm(["backup", name], { cwd: from });
		assert.is(code, 0, `${out}${err}`);
		assert.match(out, /Credentials of accounts stay sealed/);
		files.push(join(from, name));
	}
	isOver = true;
	await posting;
	for (const id of ids)
		await until(
			() => statusOf(owner, id),
			(status) => status === "DONE",
		);
	assert.is((await postsIn(from)).length, ids.length);
	for (const file of files) await restoreBeside(file, memory);
	await owner.end("SIGTERM");
});

backup("of a killed service, restored in its place: what went out is read, and work goes on", async () => {
	const folder = await workspace("killed");
	const memory = join(folder, "memory");
	const owner = await own(folder, memory);
	const [project, account] = [await exported(owner), await accountOn(owner, "youtube")];
	const first = await postNow(owner, project, account);
	await until(
		() => statusOf(owner, first),
		(status) => status === "DONE",
	);
	const at = Date.now() + 700_000;
	const { body } = await owner.call("POST", "/api/v2/social-media/publish", {
		body: { project_id: project, idx: 1, publish_configs: { [account]: { title: "T" } }, scheduled_at: at },
	});
	const later = (body.data as WirePublishTask).task_id;
	assert.is((await showrunWarm(["backup", "../kept.tar"], { cwd: folder })).code, 0);
	await owner.end("SIGKILL");
	const refused = await showrunWarm(["restore", "../kept.tar"], { cwd: folder });
	assert.is(refused.code, 1);
	assert.match(refused.err, /is not empty, and nothing in it is replaced/);
	await rm(join(folder, "data"), { recursive: true });
	await mkdir(join(folder, "data"));
	assert.is((await showrunWarm(["restore", "../kept.tar"], { cwd: folder })).code, 0);
	const again = await own(folder, memory);
	assert.equal([await statusOf(again, first), await statusOf(again, later)], ["DONE", "SCHEDULED"]);
	assert.ok(await exported(again, {}, "another talk"), "and it works");
	await again.end("SIGTERM");
});

backup("a folder restored on a machine that remembers nothing asks before it sends", async () => {
	const folder = await workspace("away");
	const owner = await own(folder, join(folder, "memory"));
	const [project, account] = [await exported(owner), await accountOn(owner, "youtube")];
	const publish_configs = { [account]: { title: "T" } };
	await owner.call("POST", "/api/v2/social-media/publish", {
		body: { project_id: project, idx: 1, publish_configs, scheduled_at: Date.now() + 700_000 },
	});
	assert.is((await showrunWarm(["backup", "kept.tar", "--json"], { cwd: folder })).code, 0);
	await owner.end("SIGTERM");
	const to = await workspace("elsewhere");
	assert.is((await showrunWarm(["restore", join(folder, "kept.tar")], { cwd: to })).code, 0);
	const said = await own(to, join(to, "memory")).then(() => "it started", String);
	assert.match(said, /nothing here recorded what was delivered from it/);
});

backup("killed in mid-backup nothing looks complete, and the next one sweeps up", async () => {
	const folder = await workspace("cut");
	const owner = await own(folder, join(folder, "memory"));
	await upload(owner, "x".repeat(1_000));
	const sources = join(folder, "data", "sources");
	const [name = ""] = await readdir(sources);
	await chmod(join(sources, name), 0o600);
	await truncate(join(sources, name), 1e9);
	for (const ms of [0, 150]) {
		const running = start(["backup", "cut.tar"], { cwd: folder });
		await untilTorn(folder);
		await sleep(ms);
		running.kill("SIGKILL");
		await running.ended;
		const names = (await readdir(folder)).filter((each) => each.includes("cut.tar"));
		assert.ok(names.length === 1 && names[0]?.endsWith(".tmp"), names.join());
		const to = await workspace("torn");
		const { code, err } = await showrunWarm(["restore", join(folder, names[0] ?? "")], { cwd: to });
		assert.is(code, 1);
		assert.match(err, /is not a complete backup of a data folder/);
		assert.equal(await restoredIn(to), []);
	}
	const damaged = await showrunWarm(["backup", "cut.tar"], { cwd: folder });
	assert.match(damaged.err, /in the data folder is damaged/, "a video is not what its name says");
	await truncate(join(sources, name), 1_000);
	await writeFile(join(sources, name), "x".repeat(1_000));
	assert.is((await showrunWarm(["backup", "cut.tar"], { cwd: folder })).code, 0);
	assert.equal(
		(await readdir(folder)).filter((each) => each.includes("cut.tar")),
		["cut.tar"],
	);
	const again = await showrunWarm(["backup", "cut.tar"], { cwd: folder });
	assert.match(again.err, /is there already/);
	await owner.end("SIGTERM");
});

backup("a bit that flipped in a backup is noticed, and nothing is restored", async () => {
	const folder = await workspace("flipped");
	const owner = await own(folder, join(folder, "memory"));
	await submit(owner);
	await showrunWarm(["backup", "kept.tar"], { cwd: folder });
	await owner.end("SIGTERM");
	const file = join(folder, "kept.tar");
	const bytes = await readFile(file);
	const at = bytes.indexOf('"createdAt"');
	bytes[at + 3] = 0x2a;
	const stream = createWriteStream(file);
	await new Promise((settle) => stream.end(bytes, () => settle(undefined)));
	const to = await workspace("unflipped");
	const { code, err } = await showrunWarm(["restore", file], { cwd: to });
	assert.is(code, 1);
	assert.match(err, /is not what was backed up/);
	assert.equal(await restoredIn(to), []);
});

async function recordsIn(
	folder: string,
): Promise<readonly { readonly id: string; readonly status: string }[]> {
	const publishes = join(folder, "data", "publishes");
	const names = await readdir(publishes).catch(() => []);
	return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(publishes, name), "utf8"))));
}

/** What a restore left, whole or not. */
async function restoredIn(folder: string): Promise<readonly string[]> {
	return (await readdir(folder)).filter((name) => name.includes("data"));
}

/** Until a backup has begun to be written. */
function untilTorn(folder: string): Promise<unknown> {
	return until(
		async () => (await readdir(folder)).some((name) => name.startsWith(".cut.tar.")),
		(isThere) => isThere,
	);
}

backup.run();
