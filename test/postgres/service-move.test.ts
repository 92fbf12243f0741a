import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startService } from "../../src/service/embedded.ts";
import type { ServiceOptions } from "../../src/service/options.ts";
import { folderStore } from "../../src/service/store/folder/store.ts";
import { moveStore } from "../../src/service/store/move.ts";
import { postgresStore } from "../../src/service/store/postgres/store.ts";
import type { PublishRecord } from "../../src/service/store/shapes.ts";
import type { Store } from "../../src/service/store/store.ts";
import { createKey } from "../../src/service/tenants/keys.ts";
import { systemClock } from "../../src/system/clock.ts";
import { fakeEngine } from "../fakes/engine.ts";
import { accountOn, type Callable, call, exported, optionsFor, results, until } from "../service/world.ts";
import { postgresServer } from "./server.ts";

const moving = suite("a service's store that is moved");

const LINK_KEY = `${"ab".repeat(32)}\n`;

interface Ground {
	readonly folder: Store;
	readonly tables: Store;
	readonly memory: string;
	/** Serves from one of them. */
	serve<Result>(store: Store, work: (world: Callable) => Promise<Result>): Promise<Result>;
}

async function withGround(work: (ground: Ground) => Promise<void>): Promise<void> {
	const { url } = await (await postgresServer()).database();
	const root = await mkdtemp(join(tmpdir(), "pm-"));
	const memory = join(root, "memory");
	const options: ServiceOptions = {
		...optionsFor(root, { clock: systemClock, engine: fakeEngine() }),
		memory,
	};
	const serve: Ground["serve"] = async (store, use) => {
		const service = await startService({ ...options, store });
		try {
			return await use({ service, call: (method, path, more) => call(service, { method, path, ...more }) });
		} finally {
			await service.close();
		}
	};
	const tables = postgresStore(url, { keep: true });
	try {
		await work({ folder: folderStore(options.data), tables, memory, serve });
	} finally {
		await tables.close();
		await rm(root, { recursive: true, force: true });
	}
}

/** A task, a post that went out and one that waits, a tenant with a key. */
async function filled({ serve, folder }: Ground) {
	return serve(folder, async (world) => {
		const task = await exported(world);
		const account = await accountOn(world, "youtube");
		const publish = async (more: object) => {
			const publish_configs = { [account]: { title: "One" } };
			const body = { project_id: task, idx: 0, publish_configs, ...more };
			const answer = await world.call("POST", "/api/v2/social-media/publish", { body });
			return (answer.body.data as { readonly task_id: string }).task_id;
		};
		const waits = await publish({ scheduled_at: Date.now() + 3_600_000 });
		const gone = await publish({});
		// What was read once stays in the memory of a book.
		const post = () => folder.records<PublishRecord>("publishes").get(gone);
		await until(post, (post) => post?.status === "DONE");
		const wanted = { name: "ci", tenant: "acme", scopes: ["read"], now: Date.now() } as const;
		const { key } = await createKey(folder, wanted);
		return { task, gone, waits, key: key.reveal() };
	});
}

moving("goes to tables and back, everything in it, and what it was moved from is closed", () =>
	withGround(async (ground) => {
		const { folder, tables, memory, serve } = ground;
		const { task, gone, waits, key } = await filled(ground);
		await folder.of("acme").write("link.key", LINK_KEY);
		const posts = folder.records<PublishRecord>("publishes");
		await posts.archive(gone, () => true);
		const report = await moveStore({ from: folder, to: tables, memory });
		assert.equal(report, { tenants: 2, records: 4, texts: 4 });
		const again = await moveStore({ from: folder, to: tables, memory }).catch((error: unknown) => error);
		assert.match(String(again), /The data was already moved/);
		const closed = await serve(folder, async () => {}).catch((error: unknown) => error);
		assert.match(String(closed), /was moved from here to the database/);
		assert.equal(await tables.records("publishes").currentIds(), [waits]);
		assert.equal(await tables.records("publishes").get(gone), await posts.get(gone));
		assert.is(await tables.of("acme").read("link.key"), LINK_KEY);
		await serve(tables, async (world) => {
			assert.is((await results(world, task)).status, "SUCCEEDED");
			const headers = { authorization: `Bearer ${key}` };
			assert.is((await world.call("GET", "/api/v2/social-media/accounts", { headers })).status, 200);
			await exported(world, {}, "another talk");
		});
		await moveStore({ from: tables, to: folder, memory });
		assert.match(String(await serve(tables, async () => {}).catch((error) => error)), /was moved from here/);
		await serve(folder, async (world) => assert.is((await results(world, task)).status, "SUCCEEDED"));
		assert.equal(await folder.records("publishes").currentIds(), [waits]);
	}),
);

moving("is finished by moving again, wherever it was interrupted", () =>
	withGround(async (ground) => {
		const { folder, tables, memory, serve } = ground;
		const { task } = await filled(ground);
		// Before the first one nothing is there to go on with.
		for (let writes = 2; ; writes += 1) {
			let left = writes;
			const stops = (work: () => Promise<void>) => {
				left -= 1;
				if (left === 0) throw new Error("stopped");
				return work();
			};
			const to: Store = { ...tables, write: (name, text) => stops(() => tables.write(name, text)) };
			const from: Store = { ...folder, write: (name, text) => stops(() => folder.write(name, text)) };
			const stopped = await moveStore({ from, to, memory }).catch((error: unknown) => error);
			if (!(stopped instanceof Error)) break;
			assert.is(stopped.message, "stopped");
			const isClosed = (await folder.read("data.id"))?.startsWith("moved");
			const fault = await serve(tables, async () => {}).catch((error: unknown) => error);
			assert.match(String(fault), /interrupted/, `stopped at write ${writes}`);
			assert.ok(writes < 20 && (isClosed || (await folder.read("data.id"))?.length === 27));
		}
		await serve(tables, async (world) => assert.is((await results(world, task)).status, "SUCCEEDED"));
	}),
);

moving("replaces nothing of another service, and finds what differs", () =>
	withGround(async (ground) => {
		const { folder, tables, memory, serve } = ground;
		const nothing = await moveStore({ from: folder, to: tables, memory }).catch((error: unknown) => error);
		assert.match(String(nothing), /nothing to move/);
		await filled(ground);
		await serve(tables, async () => {});
		const used = await moveStore({ from: folder, to: tables, memory }).catch((error: unknown) => error);
		assert.match(String(used), /that of another service/);
		await tables.remove("data.id");
		const lossy: Store = {
			...tables,
			records: (kind, announce) => {
				const book = tables.records(kind, announce);
				return kind === "usage" || kind === "publishes" ? { ...book, put: async () => {} } : book;
			},
		};
		const different = await moveStore({ from: folder, to: lossy, memory }).catch((error: unknown) => error);
		assert.match(String(different), /publishes.* differs/);
		assert.is((await folder.read("data.id"))?.length, 27, "it is not closed");
	}),
);

moving.run();
