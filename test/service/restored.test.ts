import { cp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ServiceOptions } from "../../src/service/options.ts";
import { StoreFault } from "../../src/service/store/fault.ts";
import type { WirePublishTask } from "../../src/wire/messages.gen.ts";
import { accountOn, exported, listing, START, until, type World, withWorld } from "./world.ts";

const restored = suite("a data folder that was restored or copied");
const HOUR = 3_600_000;

/** A post is due in an hour; what the data folder holds then is kept beside it. */
function withScheduled(
	body: (world: World, post: { readonly id: string; readonly backup: string }) => Promise<void>,
): Promise<void> {
	return withWorld({}, async (world) => {
		await world.restart({ memory: memoryOf(world) });
		const post = {
			project_id: await exported(world),
			idx: 1,
			publish_configs: { [await accountOn(world, "youtube")]: { title: "T" } },
			scheduled_at: START + HOUR,
		};
		const answer = await world.call("POST", "/api/v2/social-media/publish", { body: post });
		const { task_id: id } = answer.body.data as WirePublishTask;
		await world.service.close();
		const backup = join(world.folder, "backup");
		await cp(world.options.data, backup, { recursive: true });
		await body(world, { id, backup });
	});
}

function memoryOf({ folder }: World): string {
	return join(folder, "memory");
}

/** Starts the service as it was, or with other options. */
function start(world: World, changed: Partial<ServiceOptions> = {}): Promise<void> {
	return world.restart({ memory: memoryOf(world), ...changed });
}

async function refused(world: World, changed: Partial<ServiceOptions> = {}): Promise<StoreFault> {
	try {
		await start(world, changed);
	} catch (error) {
		if (error instanceof StoreFault) return error;
		throw error;
	}
	throw new Error("the service started");
}

async function statusOf(world: World, id: string): Promise<string> {
	const { body } = await world.call("GET", `/api/v2/social-media/publish/${id}`);
	return (body.data as WirePublishTask).status;
}

async function delivered(world: World, id: string): Promise<void> {
	await until(
		() => statusOf(world, id),
		(status) => status === "DONE",
	);
}

/** The post went out, and then the backup takes the place of the data folder. */
async function deliveredAndRestored(
	world: World,
	{ id, backup }: { readonly id: string; readonly backup: string },
): Promise<void> {
	world.clock.move(2 * HOUR);
	await start(world);
	await delivered(world, id);
	await world.service.close();
	await rm(world.options.data, { recursive: true });
	await rename(backup, world.options.data);
}

async function postsIn({ options }: World): Promise<number> {
	return Object.keys(await listing(options.outbox)).filter((name) => name.endsWith("post.json")).length;
}

restored("what the outbox shows is delivered, with no word and not twice", () =>
	withScheduled(async (world, post) => {
		await deliveredAndRestored(world, post);
		const before = await listing(join(world.options.outbox, "youtube", "Acme", post.id));
		await start(world);
		await delivered(world, post.id);
		assert.equal(await listing(join(world.options.outbox, "youtube", "Acme", post.id)), before);
	}),
);

for (const [choice, status, posts] of [
	["skip", "CANCELLED", 0],
	["deliver", "DONE", 1],
] as const) {
	restored(`what the outbox does not show is unknown until a person says: ${choice}`, () =>
		withScheduled(async (world, post) => {
			await deliveredAndRestored(world, post);
			await rm(world.options.outbox, { recursive: true });
			const fault = await refused(world);
			assert.match(fault.message, /data folder .* was restored: this machine recorded later deliveries/);
			assert.match(fault.message, `Whether 1 post went out is unknown: ${post.id} to Acme.`);
			assert.match(fault.remedy ?? "", /showrun serve --restored deliver\n.*showrun serve --restored skip/);
			assert.is(await postsIn(world), 0);
			await start(world, { restored: choice });
			await until(
				() => statusOf(world, post.id),
				(now) => now === status,
			);
			await start(world);
			assert.equal([await statusOf(world, post.id), await postsIn(world)], [status, posts]);
		}),
	);
}

restored("a copy delivers nothing that the other one delivers too", () =>
	withScheduled(async (world, { id, backup }) => {
		const fault = await refused(world, { data: backup });
		assert.match(fault.message, /backup is a copy of .*data, which delivers the same posts/);
		await start(world);
		assert.is(await statusOf(world, id), "SCHEDULED");
		await start(world, { data: backup, restored: "skip" });
		assert.is(await statusOf(world, id), "CANCELLED");
		await start(world, { data: backup });
	}),
);

restored("a folder that was moved goes on with no word", () =>
	withScheduled(async (world, { id }) => {
		const moved = join(world.folder, "moved");
		await rename(world.options.data, moved);
		world.clock.move(2 * HOUR);
		await start(world, { data: moved });
		await delivered(world, id);
	}),
);

restored("a copy that nobody here remembers is asked about", () =>
	withScheduled(async (world, { backup: data }) => {
		const memory = join(world.folder, "other");
		assert.match((await refused(world, { data, memory })).message, /is a copy, and nothing here recorded/);
		await start(world, { data, memory, restored: "deliver" });
		await start(world, { data, memory });
	}),
);

restored("the same folder goes on with no word for another user, or in a container with a new home", () =>
	withScheduled(async (world, { id }) => {
		world.clock.move(2 * HOUR);
		await start(world, { memory: join(world.folder, "other") });
		await delivered(world, id);
	}),
);

restored.run();
