import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startWorker } from "../../src/service/embedded.ts";
import type { RunningWorker, ServiceOptions } from "../../src/service/options.ts";
import { readMembers } from "../../src/service/sharing/members.ts";
import { postgresStore } from "../../src/service/store/postgres/store.ts";
import { createKey } from "../../src/service/tenants/keys.ts";
import { type FakeEngine, fakeEngine } from "../fakes/engine.ts";
import { type Callable, call, results, submit, until } from "../service/world.ts";
import { heldUp, withGround } from "./several.ts";

const members = suite("processes that share a store");

type Ground = Parameters<Parameters<typeof withGround>[0]>[0];

/** Starts workers that have these tools; ends them after the work. */
async function withWorkers(
	{ options, url }: Ground,
	work: (
		begin: (tools: readonly string[], more?: Partial<ServiceOptions>) => Promise<Begun>,
	) => Promise<void>,
): Promise<void> {
	const started: RunningWorker[] = [];
	try {
		await work(async (tools, more) => {
			const engine = Object.assign(fakeEngine(), { tools: async () => tools });
			const store = postgresStore(url, { keep: true });
			const worker = await startWorker({ ...options, queues: ["tasks"], ...more, engine, store });
			started.push(worker);
			return { engine, worker };
		});
	} finally {
		await Promise.all(started.map((each) => each.close(0)));
	}
}

interface Begun {
	readonly engine: FakeEngine;
	readonly worker: RunningWorker;
}

members("tasks are for the one that has more for them, as long as it is there", () =>
	withGround(async (ground) =>
		withWorkers(ground, async (begin) => {
			const asked = await ground.start({ queues: ["posts"] });
			const isMade = async (title: string) => made(asked, await submit(asked, {}, title));
			const said: string[] = [];
			const equipped = await begin(["faces", "ffmpeg"]);
			const bare = await begin(["ffmpeg"], { log: (text) => said.push(text) });
			await isMade("one");
			await isMade("two");
			assert.equal([equipped.engine.analyzed.length, bare.engine.analyzed.length], [2, 0]);
			await equipped.worker.close(0);
			await isMade("three");
			assert.is(bare.engine.analyzed.length, 1);
			assert.match(said[0] ?? "", /^This process takes no tasks: .+ has what is missing here \(faces\)\.$/);
			assert.match(said[1] ?? "", /^This process takes tasks:/);
		}),
	),
);

members("tasks are left to none that ends, however long it drains", () =>
	withGround(async (ground) =>
		withWorkers(ground, async (begin) => {
			const asked = await ground.start({ queues: ["posts"] });
			const log = () => {};
			const equipped = await begin(["faces", "ffmpeg"], { log });
			const bare = await begin(["ffmpeg"], { log });
			const { begun, goOn } = heldUp(equipped.engine);
			const one = await submit(asked, {}, "one");
			await begun;
			const ended = equipped.worker.close(600_000);
			await made(asked, await submit(asked, {}, "two"));
			assert.is(bare.engine.analyzed.length, 1);
			goOn();
			await ended;
			await made(asked, one);
			assert.is(equipped.engine.analyzed.length, 1);
		}),
	),
);

members("of a tenant that is new, the one that has more takes tasks as well, asked by nobody", () =>
	withGround(async (ground) => {
		const engine = Object.assign(fakeEngine(), { tools: async () => ["faces", "ffmpeg"] });
		await ground.start({ engine });
		const asked = await ground.start({ log: () => {} });
		const wanted = { name: "new", tenant: "acme", scopes: ["read", "submit"], now: Date.now() } as const;
		const { key } = await createKey(postgresStore(ground.url, { keep: false }), wanted);
		const service = { ...asked.service, apiKey: key };
		const acme: Callable = {
			service,
			call: (method, path, more) => call(service, { method, path, ...more }),
		};
		await made(acme, await submit(acme, {}, "one"));
		assert.equal([engine.analyzed.length, ground.engine.analyzed.length], [1, 0]);
	}),
);

async function made(world: Callable, id: string): Promise<void> {
	await until(
		() => results(world, id),
		({ status }) => status === "SUCCEEDED",
	);
}

members("what stands still at the one that has more is for the other", () =>
	withGround(async (ground) =>
		withWorkers(ground, async (begin) => {
			const asked = await ground.start({ queues: ["posts"] });
			const log = () => {};
			const equipped = await begin(["faces", "ffmpeg"], { log });
			await begin(["ffmpeg"], { log });
			const table = "showrun_service.records";
			const full = `CONSTRAINT full_disk CHECK (record NOT LIKE '%"status":"FAILED"%')`;
			await ground.ask(`ALTER TABLE ${table} ADD ${full}`);
			equipped.engine.before = () => {
				throw new Error("a bug");
			};
			const id = await submit(asked, {}, "one");
			await until(
				async () => (await readMembers(postgresStore(ground.url, { keep: false })))[1]?.stuck,
				(stuck) => stuck === 1,
			);
			await ground.ask(`ALTER TABLE ${table} DROP CONSTRAINT full_disk`);
			await made(asked, id);
		}),
	),
);

members("one that cannot open the data of a tenant is not waited for", () =>
	withGround(async (ground) =>
		withWorkers(ground, async (begin) => {
			await begin(["faces", "ffmpeg"]);
			const said: string[] = [];
			await begin(["ffmpeg"], { log: (text) => said.push(text) });
			assert.is(said.length, 1);
			await until(
				async () => {
					// It tells of itself anew every few seconds.
					await ground.ask(
						`UPDATE showrun_service.texts SET text = replace(text, '"unopened":0', '"unopened":1')`,
					);
					return said;
				},
				([, again]) => again !== undefined,
			);
			assert.match(said[1] ?? "", /^This process takes tasks:/);
		}),
	),
);

members("of two of which each has what the other lacks, both take tasks", () =>
	withGround(async (ground) =>
		withWorkers(ground, async (begin) => {
			const asked = await ground.start({ queues: ["posts"] });
			const both = [await begin(["faces"], { tasksAtOnce: 1 }), await begin(["speech"], { tasksAtOnce: 1 })];
			const held = both.map(({ engine }) => heldUp(engine));
			await submit(asked, {}, "one");
			await submit(asked, {}, "two");
			await Promise.all(held.map(({ begun }) => begun));
			for (const { goOn } of held) goOn();
		}),
	),
);

members("say what they are, until they leave", () =>
	withGround(async (ground) =>
		withWorkers(ground, async (begin) => {
			await ground.start({ queues: [], version: "1.2.3" });
			const { worker } = await begin(["ffmpeg"], { tasksAtOnce: 3 });
			const store = postgresStore(ground.url, { keep: false });
			const [service, other] = await readMembers(store);
			const { kind, version, queues, tools, tasksAtOnce } = service ?? {};
			assert.equal([kind, version, queues, tools, tasksAtOnce], ["service", "1.2.3", [], [], 0]);
			assert.equal([other?.kind, other?.tools, other?.tasksAtOnce], ["worker", ["ffmpeg"], 3]);
			assert.equal([other?.pid, Math.abs(other?.aheadMs ?? 9e9) < 60_000], [process.pid, true]);
			await ground.ask(
				"INSERT INTO showrun_service.texts (tenant, name, text, mark) SELECT tenant, 'members/odd', '[1', '' FROM showrun_service.leases LIMIT 1",
			);
			await worker.close(0);
			assert.equal((await readMembers(store)).length, 1);
			// Whoever died without a word is not there when its right to serve has ended.
			await ground.ask("UPDATE showrun_service.leases SET until = clock_timestamp(), fence = fence + 1");
			assert.equal(await readMembers(store), []);
			// A day later nothing of it is kept.
			const old = "clock_timestamp() - interval '25 hours'";
			await ground.ask(`UPDATE showrun_service.leases SET until = ${old}`);
			await ground.ask(`UPDATE showrun_service.texts SET text = replace(text, '"since":', '"since":1,"was":')
				WHERE name ^@ 'members/'`);
			await begin(["ffmpeg"]);
			const kept = "SELECT name FROM showrun_service.leases WHERE name ^@ 'serves ' OR name ^@ 'fetch '";
			assert.equal([(await ground.ask(kept)).length, (await store.names("members")).length], [1, 1]);
		}),
	),
);
members.run();
