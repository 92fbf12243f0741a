import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { DeadLetter } from "../../../src/service/options.ts";
import { folderStore } from "../../../src/service/store/folder/store.ts";
import { createKey } from "../../../src/service/tenants/keys.ts";
import { readEvents } from "../../../src/service/webhooks/read-events.ts";
import { askReplay } from "../../../src/service/webhooks/replays.ts";
import { EVENT_SECRET, type EventSink, startEventSink } from "../../fakes/event-sink.ts";
import { call, exported, listing, START, until, type World, withWorld } from "../world.ts";
import { endpoint, webhookMetrics } from "./ground.ts";

const letters = suite("dead letters of webhooks");
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Lets hours pass until the metrics say so. */
async function hoursUntil(world: World, holds: (metrics: string) => boolean): Promise<void> {
	let moved = performance.now();
	await until(async () => {
		if (performance.now() - moved > 100) {
			world.clock.move(HOUR);
			moved = performance.now();
		}
		return (await webhookMetrics(world)).join("\n");
	}, holds);
}

interface Fallen {
	readonly world: World;
	readonly sink: EventSink;
	readonly told: readonly DeadLetter[];
	/** Lets the endpoint take what comes. */
	readonly repair: () => void;
	/** Id of the event that became a dead letter. */
	readonly id: string;
}

/** Runs with a service one of whose events was not taken for 12 hours. */
async function withDeadLetter(body: (fallen: Fallen) => Promise<void>): Promise<void> {
	let isUp = false;
	const sink = await startEventSink((response) => void response.writeHead(isUp ? 200 : 503).end());
	const told: DeadLetter[] = [];
	const options = {
		webhooks: { main: [endpoint("dashboard", sink.url)] },
		deadLetters: (letter: DeadLetter) => void told.push(letter),
		keep: { recordsMs: 90 * DAY, uploadsMs: 7 * DAY, cacheMs: 90 * DAY },
	};
	const repair = () => {
		isUp = true;
	};
	try {
		await withWorld(options, async (world) => {
			const id = `task-succeeded-${await exported(world)}-1`;
			await hoursUntil(world, (metrics) => metrics.includes('dead{tenant="main"} 1'));
			await body({ world, sink, told, repair, id });
		});
	} finally {
		await sink.close();
	}
	assert.equal(sink.wrong, []);
}

letters("what an endpoint does not take in 12 hours is told once, and is still there after a start", () =>
	withDeadLetter(async ({ world, sink, told, id }) => {
		const [kept] = await readEvents(folderStore(world.options.data));
		const failedForMs = (kept?.endedAt ?? 0) - (kept?.failedAt ?? 0);
		assert.ok(failedForMs >= 12 * HOUR, `${failedForMs}`);
		assert.ok(sink.events.length > 1);
		assert.equal(
			told.map(({ attempts, ...letter }) => [attempts, letter]),
			[
				[
					sink.events.length,
					{
						...{ tenant: "main", endpoint: "dashboard", event: id, type: "task.succeeded" },
						why: "The receiver answered 503.",
					},
				],
			],
		);
		await world.restart();
		await until(
			() => webhookMetrics(world),
			(metrics) => metrics.includes('showrun_webhooks_dead{tenant="main"} 1'),
		);
		assert.ok((await webhookMetrics(world)).includes('showrun_webhooks_waiting{tenant="main"} 0'));
	}),
);

letters("it is replayed under the same id, and removed some days after it was taken", () =>
	withDeadLetter(async ({ world, sink, repair, id }) => {
		const { data } = world.options;
		const [kept] = await readEvents(folderStore(data));
		assert.equal([kept?.id, kept?.status, kept?.tenant], [id, "dead", "main"]);
		repair();
		const count = sink.events.length;
		await askReplay(folderStore(data), { endpoint: "dashboard", key: kept?.key ?? "" });
		await hoursUntil(world, (metrics) => metrics.includes('sent_total{tenant="main"} 1'));
		assert.equal([sink.events.length, sink.events.at(-1)?.id], [count + 1, id]);
		assert.ok((await webhookMetrics(world)).includes('showrun_webhooks_dead{tenant="main"} 0'));
		const [sent, ...more] = await readEvents(folderStore(data));
		assert.equal([sent?.status, more], ["sent", []]);
		const later = async () => {
			world.clock.move(6 * HOUR);
			await sleep(50);
			return readEvents(folderStore(data));
		};
		await until(later, (events) => events.length === 0);
		assert.ok(world.clock.now() - (sent?.endedAt ?? Number.NaN) > 7 * DAY);
	}),
);

letters(
	"an event of a change that never was is not sent; one of a change that was is, with the same id",
	async () => {
		const sink = await startEventSink();
		const main = [endpoint("dashboard", sink.url, ["task.succeeded"])];
		const run = withWorld({ webhooks: { main } }, async (world) => {
			const { data } = world.options;
			const task = await exported(world);
			await until(
				async () => sink.events.length,
				(length) => length === 1,
			);
			await world.service.close();
			const event = (number: number, recordId: string) => ({
				...{ format: 1, id: `${recordId}E${number}`, source: "clipping", recordId, number, at: START },
				...{ type: "task.succeeded", data: { task_id: recordId }, sendings: {} },
			});
			const waiting = { dashboard: { status: "waiting", since: START, attempts: 0 } };
			const unknown = "01M7WD7TG0ZM010RS5FRH5SPN6";
			for (const each of [event(1, task), event(2, task), event(1, unknown)])
				await writeFile(
					join(data, "webhooks", `${each.id}.json`),
					JSON.stringify({ ...each, sendings: waiting }),
				);
			await world.restart();
			await until(
				async () => sink.events.length,
				(length) => length === 2,
			);
			await until(
				() => readEvents(folderStore(data)),
				(events) => events.length === 1,
			);
			assert.equal(
				sink.events.map(({ id }) => id),
				[`task-succeeded-${task}-1`, `task-succeeded-${task}-1`],
			);
		});
		await run.finally(() => sink.close());
	},
);

letters("an endpoint of one tenant sees nothing of another, and its secret is nowhere on disk", async () => {
	const [main, acme] = [await startEventSink(), await startEventSink()];
	const webhooks = { main: [endpoint("main", main.url)], acme: [endpoint("acme", acme.url)] };
	const run = withWorld({ webhooks }, async (world) => {
		const made = await createKey(folderStore(world.options.data), {
			...{ name: "acme", tenant: "acme", scopes: ["admin"], now: START },
		});
		const service = { ...world.service, apiKey: made.key };
		const theirs = await exported({
			service,
			call: (method, path, more) => call(service, { method, path, ...more }),
		});
		const own = await exported(world);
		await until(
			async () => main.events.length + acme.events.length,
			(length) => length === 2,
		);
		assert.equal(
			[main, acme].map(({ events }) => events.map(({ data }) => data.task_id)),
			[[own], [theirs]],
		);
		assert.ok((await webhookMetrics(world)).includes('showrun_webhooks_sent_total{tenant="acme"} 1'));
		for (const name of Object.keys(await listing(world.folder)).filter((each) => each.endsWith(".json")))
			assert.not.ok((await readFile(join(world.folder, name), "utf8")).includes(EVENT_SECRET.slice(6)), name);
		assert.not.ok(world.log.join().includes(EVENT_SECRET.slice(6)));
	});
	await run.finally(() => Promise.all([main.close(), acme.close()]));
});

letters.run();
