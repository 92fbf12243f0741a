import { mkdir, readdir, stat, utimes, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { WirePublishTask } from "../../src/wire/messages.gen.ts";
import { accountOn, exported, submit, until, type World, withWorld } from "./world.ts";

const cache = suite("the cache of clips and videos");
const LIFETIME_MS = 3 * 24 * 3_600_000;
/** The clock of the service, past the life of all results. */
const PAST_MS = LIFETIME_MS + 60_000;

async function pathsIn({ options }: World): Promise<readonly string[]> {
	const folders = ["renders", "sources"].map((name) => join(options.data, name));
	return (
		await Promise.all(
			folders.map(async (folder) => (await readdir(folder)).map((name) => join(folder, name))),
		)
	).flat();
}

async function filesIn(world: World): Promise<readonly string[]> {
	return (await pathsIn(world)).map((path) => basename(path)).sort();
}

/** As if nothing had been used for so many hours. */
async function age(world: World, hours: number, which = (_name: string) => true): Promise<void> {
	for (const path of await pathsIn(world))
		if (which(basename(path))) await utimes(path, ago(hours), ago(hours));
}

cache("what is not needed any more goes once there is too much, results that can be read stay", () =>
	withWorld({}, async (world) => {
		await exported(world);
		await age(world, 2);
		const before = await filesIn(world);
		await world.restart({ cacheBytes: 1 });
		assert.equal(await filesIn(world), before, "readable results need them");
		world.clock.move(PAST_MS);
		await world.restart();
		assert.equal(await filesIn(world), before, "no limit was set");
		await world.restart({ cacheBytes: 1 });
		assert.equal(await filesIn(world), []);
	}),
);

cache("only as much goes as is too much, what was not used for longest first", () =>
	withWorld({}, async (world) => {
		await exported(world, {}, "an old talk");
		await age(world, 5);
		const old = await filesIn(world);
		world.clock.move(1_000);
		await exported(world, {}, "a newer talk");
		await age(world, 2, (name) => !old.includes(name));
		const newer = (await pathsIn(world)).filter((path) => !old.includes(basename(path)));
		world.clock.move(PAST_MS);
		const sizes = await Promise.all(newer.map(async (path) => (await stat(path)).size));
		await world.restart({ cacheBytes: sizes.reduce((sum, size) => sum + size, 0) });
		assert.equal(await filesIn(world), newer.map((path) => basename(path)).sort());
	}),
);

cache("what was used within the hour stays, and a clip that is wanted again counts as used", () =>
	withWorld({}, async (world) => {
		await exported(world);
		world.clock.move(PAST_MS);
		await world.restart({ cacheBytes: 1 });
		assert.is((await filesIn(world)).length, 10, "made just now");
		await world.restart();
		await age(world, 2);
		await exported(world);
		assert.is(world.engine.rendered.length, 3, "kept, not rendered again");
		world.clock.move(PAST_MS);
		await world.restart({ cacheBytes: 1 });
		assert.is((await filesIn(world)).filter((name) => name.endsWith(".json")).length, 3);
	}),
);

cache("what a post that waits needs stays", () =>
	withWorld({}, async (world) => {
		const project_id = await exported(world);
		const publish_configs = { [await accountOn(world, "youtube")]: { title: "T" } };
		const scheduled_at = world.clock.now() + PAST_MS + 3_600_000;
		const { body } = await world.call("POST", "/api/v2/social-media/publish", {
			body: { project_id, idx: 1, publish_configs, scheduled_at },
		});
		const { task_id } = body.data as WirePublishTask;
		assert.ok(task_id, JSON.stringify(body));
		await age(world, 2);
		world.clock.move(PAST_MS);
		await world.restart({ cacheBytes: 1 });
		assert.is((await filesIn(world)).length, 4, "the source, the clip, what is told of it, its thumbnail");
	}),
);

cache("room is made when a task has ended, and files of others are never touched", () =>
	withWorld({ cacheBytes: 1 }, async (world) => {
		await exported(world, {}, "an old talk");
		await age(world, 2);
		const old = await filesIn(world);
		await mkdir(join(world.options.data, "renders", "a".repeat(64)));
		await writeFile(join(world.options.data, "sources", "mine.mp4"), "mine");
		await utimes(join(world.options.data, "sources", "mine.mp4"), ago(9), ago(9));
		world.clock.move(PAST_MS);
		await submit(world, {}, "a newer talk");
		const left = await until(
			() => filesIn(world),
			(names) => !old.some((name) => names.includes(name)),
		);
		assert.ok(left.includes("mine.mp4") && left.includes("a".repeat(64)));
	}),
);

function ago(hours: number): Date {
	return new Date(Date.now() - hours * 3_600_000);
}

cache.run();
