import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Secret } from "../../src/model/secret.ts";
import { ServedFault, StoreFault } from "../../src/service/store/fault.ts";
import { folderStore } from "../../src/service/store/folder/store.ts";
import { moveStore } from "../../src/service/store/move.ts";
import { postgresStore } from "../../src/service/store/postgres/store.ts";
import { startEventSink } from "../fakes/event-sink.ts";
import { endpoint } from "../service/webhooks/ground.ts";
import { type Callable, exported, results, submit, until } from "../service/world.ts";
import { heldUp, isDone, publish, statusOf, withGround } from "./several.ts";

const several = suite("several services of one database");

several("what is sent to one is there at the other, and made and posted once, whoever was asked", () =>
	withGround(async ({ start, published }) => {
		const [one, two] = [await start(), await start()];
		for (const [asked, other] of [
			[one, two],
			[two, one],
		] as const) {
			const project = await exported(asked);
			assert.is((await results(other, project)).status, "SUCCEEDED");
			const id = await publish(asked, project, { title: `by ${published.length}` });
			await isDone(other, id);
		}
		assert.equal(published, ["by 0", "by 1"]);
	}),
);

several("all of them may begin at the same moment", () =>
	withGround(async ({ start, folder }) => {
		for (let round = 0; round < 5; round += 1) {
			await rm(join(folder, "data", "store.id"), { force: true });
			const begun = await Promise.all([start(), start(), start(), start()]);
			assert.is(begun.length, 4);
			await Promise.all(begun.map(({ service }) => service.close()));
		}
	}),
);

several("of the same request at both at once one thing comes", () =>
	withGround(async ({ start, published, ask }) => {
		const worlds = [await start(), await start()];
		const project = await exported(worlds[0] as Callable);
		for (let round = 0; round < 8; round += 1) {
			const post = { title: `${round}`, key: `round ${round}`.replace(" ", "-") };
			const ids = await Promise.all([...worlds, ...worlds].map((world) => publish(world, project, post)));
			assert.is(new Set(ids).size, 1);
			await isDone(worlds[1] as Callable, ids[0] ?? "");
		}
		assert.equal(published, ["0", "1", "2", "3", "4", "5", "6", "7"]);
		const [row] = await ask(
			"SELECT count(*)::int AS count FROM showrun_service.records WHERE kind = 'publishes'",
		);
		assert.equal(row, { count: 8 });
	}),
);

several("when the one that works ends, the other goes on at once, and nothing is posted twice", () =>
	withGround(async ({ start, published }) => {
		const [one, two] = [await start(), await start()];
		const project = await exported(two);
		await isDone(two, await publish(two, project, { title: "before" }));
		const at = Date.now() + 600_000;
		const later = await publish(two, project, { title: "later", scheduled_at: at });
		await one.service.close();
		await isDone(two, await publish(two, project, { title: "after" }));
		assert.equal([published, await statusOf(two, later)], [["before", "after"], "SCHEDULED"]);
	}),
);

several("one that was replaced sends nothing more, and works again when the lease is free", () =>
	withGround(async ({ start, published, ask }) => {
		const world = await start();
		const project = await exported(world);
		await ask(
			"UPDATE showrun_service.leases SET fence = fence + 1, until = clock_timestamp() + interval '4 s' WHERE name = 'work'",
		);
		const id = await publish(world, project, { title: "once" });
		const isHeld = "SELECT fence = 2 AS held FROM showrun_service.leases WHERE name = 'work'";
		await until(
			async () => ({ seen: [...published], held: (await ask(isHeld))[0]?.held }),
			({ seen, held }) => {
				if (held) assert.equal(seen, []);
				return !held;
			},
		);
		await isDone(world, id);
		assert.equal(published, ["once"]);
	}),
);

several("what is asked for while one does not know yet that it was replaced is not lost", () =>
	withGround(async ({ start, published, ask }) => {
		await start();
		const world = await start();
		const project = await exported(world);
		const end =
			"UPDATE showrun_service.leases SET until = clock_timestamp() WHERE name = 'work' AND fence = 1";
		await until(
			() => ask(`${end} RETURNING fence`),
			(rows) => rows.length === 0,
		);
		const ids: string[] = [];
		for (let count = 0; count < 30; count += 1) {
			ids.push(await publish(world, project, { title: `${count}` }));
			await sleep(60);
		}
		for (const id of ids) await isDone(world, id);
		assert.is(new Set(published).size, published.length);
	}),
);

several("endpoints are told of everything once, whoever was asked", () =>
	withGround(async ({ start }) => {
		const sink = await startEventSink(undefined);
		try {
			const webhooks = { webhooks: { main: [endpoint("dashboard", sink.url)] } };
			const [one, two] = [await start(webhooks), await start(webhooks)];
			const post = await publish(two, await exported(two), { title: "told" });
			await isDone(two, post);
			await until(
				async () => sink.events.length,
				(count) => count >= 3,
			);
			const types = sink.events.map(({ type }) => type).sort();
			assert.equal(types, ["post.accepted", "post.delivered", "task.succeeded"]);
			assert.equal([await workOf(one), await workOf(two)], [{ main: 1 }, { main: 0 }]);
			assert.equal(
				await queuesOf(two),
				[
					['waiting{queue="tasks"} 0', 'waiting{queue="posts"} 0'],
					['oldest_seconds{queue="tasks"} 0', 'oldest_seconds{queue="posts"} 0'],
					['processes{queue="tasks"} 2', 'processes{queue="posts"} 2'],
				].flat(),
			);
		} finally {
			await sink.close();
		}
	}),
);

async function metricsOf({ service }: Callable): Promise<string> {
	const headers = { authorization: `Bearer ${service.apiKey.reveal()}` };
	return (await fetch(`${service.url}/metrics`, { headers })).text();
}

/** What `/metrics` says of queues. */
async function queuesOf(world: Callable): Promise<readonly string[]> {
	return [...(await metricsOf(world)).matchAll(/^showrun_queue_(.+)$/gm)].map(([, line = ""]) => line);
}

several("processes that look alike have one sample", () =>
	withGround(async ({ start }) => {
		const [one] = [await start(), await start()];
		const samples = (await metricsOf(one as Callable)).match(/^showrun_process_tasks\{.+$/gm) ?? [];
		assert.equal([samples.length, / 0$/.test(samples[0] ?? "")], [1, true]);
	}),
);

/** What `/metrics` says of who works, by tenant. */
async function workOf(world: Callable): Promise<Readonly<Record<string, number>>> {
	const found = (await metricsOf(world)).matchAll(/^showrun_works\{tenant="(\w+)"\} (\d)$/gm);
	return Object.fromEntries([...found].map(([, tenant, value]) => [tenant, Number(value)]));
}

several("a task is cancelled by the one that does not work on it", () =>
	withGround(async ({ start, engine, ask }) => {
		const [, two] = [await start(), await start()];
		const { begun } = heldUp(engine);
		const id = await submit(two);
		await begun;
		const { status } = await two.call("POST", `/api/v2/clips/${id}/cancel`);
		assert.is(status, 200);
		assert.is((await results(two, id)).status, "FAILED");
		const isWorkedOn =
			"SELECT FROM showrun_service.leases WHERE name ^@ 'task ' AND until > clock_timestamp()";
		await until(
			async () => (await ask(isWorkedOn)).length,
			(count) => count === 0,
		);
		assert.equal(engine.analyzed, []);
	}),
);

several("tasks are shared among all of them, and one that works on none answers all the same", () =>
	withGround(async ({ start, engine }) => {
		const [asked] = [await start({ queues: ["posts"] }), await start(), await start()];
		const begun: (() => void)[] = [];
		engine.before = (step) => (step === "analyze" ? new Promise((goOn) => begun.push(goOn)) : undefined);
		const ids = [await submit(asked, {}, "one"), await submit(asked, {}, "two")];
		await until(
			async () => begun.length,
			(count) => count === 2,
		);
		assert.equal(await workOf(asked), { main: 1 });
		for (const goOn of begun) goOn();
		for (const id of ids)
			await until(
				() => results(asked, id),
				({ status }) => status === "SUCCEEDED",
			);
		assert.equal(engine.analyzed.map(({ title }) => title).length, 2);
	}),
);

several(
	"what is written of a task that another one works on by now is refused, and it is made all the same",
	() =>
		withGround(async ({ start, engine, ask }) => {
			const world = await start();
			const { begun, goOn } = heldUp(engine);
			const id = await submit(world, { enable_export: true });
			await begun;
			await ask(
				"UPDATE showrun_service.leases SET fence = fence + 1, until = clock_timestamp() + interval '3 s' WHERE name ^@ 'task '",
			);
			goOn();
			const isHeld = "SELECT fence = 2 AS held FROM showrun_service.leases WHERE name ^@ 'task '";
			await until(
				async () => ({ clips: (await results(world, id)).clips, held: (await ask(isHeld))[0]?.held }),
				({ clips, held }) => {
					if (held) assert.equal(clips, []);
					return !held;
				},
			);
			await until(
				() => results(world, id),
				({ status }) => status === "SUCCEEDED",
			);
			assert.is((await results(world, id)).clips.length, 3);
			// What says that it is open goes after the record says that it is done.
			await until(
				() => ask("SELECT name FROM showrun_service.texts WHERE name ^@ 'open/'"),
				(open) => open.length === 0,
			);
		}),
);

several("a record that cannot be read is in the way of no other task and no other post", () =>
	withGround(async ({ start, published, ask }) => {
		const log: string[] = [];
		const world = await start({ log: (text) => log.push(text) });
		const project = await exported(world);
		for (const [kind, id, name] of [
			["tasks", "0000000000000000000000BAD1", "open/0000000000000000000000BAD1.clipping"],
			["publishes", "0000000000000000000000BAD2", `news/${"0".repeat(26)}.post.0000000000000000000000BAD2`],
		]) {
			const into = "INSERT INTO showrun_service";
			await ask(`${into}.records (tenant, kind, id, record, mark) VALUES ('main', $1, $2, '{', '')`, [
				kind,
				id,
			]);
			await ask(`${into}.texts (tenant, name, text, mark) VALUES ('main', $1, '', '')`, [name]);
		}
		await isDone(world, await publish(world, project, { title: "after" }));
		await exported(world, {}, "another talk");
		assert.equal(published, ["after"]);
		assert.is(log.length, 2, log.join("\n"));
		assert.ok(log.every((text) => text.includes("is not a record of this version of the service")));
	}),
);

several("as many tasks run as may, over all of them", () =>
	withGround(async ({ start, engine }) => {
		const changed = { limits: { runningTasks: 1 }, apiKeys: [new Secret("k".repeat(40))] };
		const [one, two] = [await start(changed), await start(changed)];
		const { begun, goOn } = heldUp(engine);
		const id = await submit(two);
		for (const world of [one, two]) assert.match(await refusal(submit(world)), /429.*at most 1 at a time/);
		await begun;
		for (const world of [one, two]) assert.match(await refusal(submit(world)), /429.*at most 1 at a time/);
		goOn();
		await until(
			() => results(two, id),
			({ status }) => status === "SUCCEEDED",
		);
		await until(
			() => refusal(submit(one)),
			(why) => why === "",
		);
	}),
);

/** Why it was refused, or nothing. */
function refusal(work: Promise<unknown>): Promise<string> {
	return work.then(
		() => "",
		(error: unknown) => String(error),
	);
}

several("one whose videos would be elsewhere is refused, and so is a move", () =>
	withGround(async ({ start, folder, url }) => {
		const first = await start();
		const elsewhere = await start({ data: join(folder, "elsewhere") }).catch((error: unknown) => error);
		assert.instance(elsewhere, StoreFault);
		assert.match(String(elsewhere), /use another data folder/);
		const move = {
			...{ from: postgresStore(url, { keep: false }), to: folderStore(join(folder, "moved")) },
			memory: join(folder, "memory"),
		};
		assert.instance(await moveStore(move).catch((error: unknown) => error), ServedFault);
		await first.service.close();
		assert.is((await moveStore(move)).tenants, 1);
		assert.match(await refusal(start()), /was moved from here/);
	}),
);

several.run();
