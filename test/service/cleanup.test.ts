import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { WirePublishTask } from "../../src/wire/messages.gen.ts";
import { accountOn, exported, until, upload, type World, withWorld } from "./world.ts";

const cleanup = suite("what the data folder keeps");
const DAY = 24 * 3_600_000;
const keep = { recordsMs: 90 * DAY, uploadsMs: 7 * DAY, cacheMs: 90 * DAY };

/** Names below a folder of the data folder. */
async function names({ options }: World, folder: string): Promise<readonly string[]> {
	const found = await readdir(join(options.data, folder), { recursive: true }).catch(() => []);
	return found.filter((name) => name.endsWith(".json")).sort();
}

/** So many days later the service starts, and has cleaned the folder. */
async function later(world: World, days: number, kept = keep): Promise<void> {
	world.clock.move(days * DAY);
	await world.restart({ keep: kept });
	const stamp = join(world.options.data, "cleaned.json");
	await until(
		async () => JSON.parse(await readFile(stamp, "utf8").catch(() => "{}")).at,
		(at) => at === world.clock.now(),
	);
}

async function post(world: World, more: Record<string, unknown> = {}, headers = {}): Promise<string> {
	const project_id = await exported(world);
	const publish_configs = { [await accountOn(world, "youtube")]: { title: "T" } };
	const { body } = await world.call("POST", "/api/v2/social-media/publish", {
		body: { project_id, idx: 1, publish_configs, ...more },
		headers,
	});
	return (body.data as WirePublishTask).task_id;
}

async function delivered(world: World, id: string): Promise<void> {
	await until(
		async () => ((await read(world, id)).data as WirePublishTask).status,
		(status) => status === "DONE",
	);
}

async function read(world: World, id: string) {
	return (await world.call("GET", `/api/v2/social-media/publish/${id}`)).body;
}

cleanup("what is over is archived after a day, still read and listed, and removed after its time", () =>
	withWorld({}, async (world) => {
		const id = await post(world);
		await delivered(world, id);
		await later(world, 0.5);
		assert.equal(await names(world, "publishes"), [`${id}.json`]);
		await later(world, 4);
		assert.equal(await names(world, "publishes"), [`archive/2026-11/${id}.json`]);
		assert.is((await names(world, "tasks"))[0]?.startsWith("archive/2026-11/"), true);
		assert.is(((await read(world, id)).data as WirePublishTask).status, "DONE");
		const { body } = await world.call("GET", "/api/v2/social-media/publish");
		assert.equal(
			(body.data as { tasks: WirePublishTask[] }).tasks.map(({ task_id }) => task_id),
			[id],
		);
		await later(world, 90);
		assert.equal([await names(world, "publishes"), await names(world, "tasks")], [[], []]);
		assert.equal(await names(world, "uploads"), []);
	}),
);

cleanup("a post that waits, and all it is made of, outlives every limit and is delivered", () =>
	withWorld({}, async (world) => {
		const id = await post(world, { scheduled_at: world.clock.now() + 29 * DAY });
		for (const folder of ["renders", "sources"])
			for (const name of await readdir(join(world.options.data, folder)))
				await utimes(join(world.options.data, folder, name), 0, 0);
		await later(world, 28, { recordsMs: DAY, uploadsMs: DAY, cacheMs: DAY });
		assert.equal(await names(world, "publishes"), [`${id}.json`]);
		assert.is((await names(world, "tasks"))[0]?.startsWith("archive/"), true);
		assert.is((await readdir(join(world.options.data, "sources"))).length, 1);
		const rendered = world.engine.rendered.length;
		world.clock.move(2 * DAY);
		await delivered(world, id);
		assert.is(world.engine.rendered.length, rendered, "its clip was kept");
	}),
);

cleanup("an upload that nobody submitted goes with its file", () =>
	withWorld({}, async (world) => {
		await upload(world, "never submitted");
		const sources = join(world.options.data, "sources");
		for (const name of await readdir(sources)) await utimes(join(sources, name), 0, 0);
		await later(world, 6);
		assert.is((await names(world, "uploads")).length, 1);
		await later(world, 2);
		assert.equal([await names(world, "uploads"), await readdir(sources)], [[], []]);
	}),
);

cleanup("a key is known for as long as what was made under it, and at least as long as declared", () =>
	withWorld({}, async (world) => {
		const project_id = await exported(world);
		const publish_configs = { [await accountOn(world, "youtube")]: { title: "T" } };
		const send = async () => {
			const { body } = await world.call("POST", "/api/v2/social-media/publish", {
				body: { project_id, idx: 1, publish_configs },
				headers: { "Idempotency-Key": "one" },
			});
			return (body.data as WirePublishTask | undefined)?.task_id;
		};
		const id = await send();
		await delivered(world, id ?? "");
		await later(world, 80);
		assert.is(await send(), id, "archived, and found by its key");
		await later(world, 11);
		assert.equal([await names(world, "publishes"), await names(world, "idempotency")], [[], []]);
	}),
);

cleanup("short lifetimes never end before a request can no longer be repeated", () =>
	withWorld({}, async (world) => {
		const id = await post(world, {}, { "Idempotency-Key": "one" });
		await delivered(world, id);
		world.clock.move(29 * DAY);
		await world.restart({ keep: { recordsMs: 1, uploadsMs: 1, cacheMs: 90 * DAY } });
		await until(
			() => names(world, "publishes"),
			(found) => found[0]?.startsWith("archive/") === true,
		);
		assert.is((await names(world, "idempotency")).length, 1);
		assert.is(((await read(world, id)).data as WirePublishTask).status, "DONE");
	}),
);

cleanup("a clock that jumps a year forward, and back, removes nothing and forgets no key", () => {
	const machine = { boot: "one", ms: 0 };
	return withWorld({ uptime: async () => machine }, async (world) => {
		const project_id = await exported(world);
		const publish_configs = { [await accountOn(world, "youtube")]: { title: "T" } };
		const send = async () => {
			const { body } = await world.call("POST", "/api/v2/social-media/publish", {
				body: { project_id, idx: 1, publish_configs },
				headers: { "Idempotency-Key": "one" },
			});
			return (body.data as WirePublishTask | undefined)?.task_id;
		};
		const id = await send();
		await delivered(world, id ?? "");
		const kept = async () => [
			...(await Promise.all(["publishes", "tasks", "uploads", "idempotency"].map((at) => names(world, at)))),
			await readdir(join(world.options.data, "renders")),
			await readdir(join(world.options.data, "sources")),
		];
		await later(world, 0);
		const before = await kept();
		machine.ms += 6 * 3_600_000;
		await later(world, 365);
		Object.assign(machine, { boot: "two", ms: 3_600_000 });
		await later(world, 1);
		assert.equal(await kept(), before);
		await later(world, -366);
		assert.equal([await kept(), await send()], [before, id]);
		for (let day = 0; day < 95; day++) machine.ms += DAY;
		await later(world, 95);
		assert.equal(await names(world, "publishes"), [], "what the machine lived through counts");
	});
});

cleanup("a post that failed can be tried again until it is removed; one of unknown outcome stays", () =>
	withWorld({}, async (world) => {
		const id = await post(world);
		await delivered(world, id);
		await world.service.close();
		const path = join(world.options.data, "publishes", `${id}.json`);
		const text = await readFile(path, "utf8");
		const failed = (phase: string) =>
			text.replaceAll('"DONE"', '"ERROR"').replace('"phase": "done"', `"phase": "${phase}"`);
		await writeFile(path, failed("refused"));
		await later(world, 60);
		assert.equal(await names(world, "publishes"), [`${id}.json`]);
		await later(world, 31);
		assert.equal(await names(world, "publishes"), []);
		await world.service.close();
		await writeFile(path, failed("unknown"));
		await later(world, 400);
		assert.equal(await names(world, "publishes"), [`${id}.json`]);
	}),
);

cleanup.run();
