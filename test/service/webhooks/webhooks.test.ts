import { existsSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { folderStore } from "../../../src/service/store/folder/store.ts";
import { readEvents } from "../../../src/service/webhooks/read-events.ts";
import { type EventSink, startEventSink } from "../../fakes/event-sink.ts";
import { exported, submit, until, untilLater, withWorld } from "../world.ts";
import { endpoint, publish, webhookMetrics } from "./ground.ts";

const webhooks = suite("webhooks of the service");

/** Runs with sinks, and takes them away. */
async function withSinks(
	answers: readonly Parameters<typeof startEventSink>[0][],
	body: (...sinks: EventSink[]) => Promise<void>,
): Promise<void> {
	const sinks = await Promise.all(answers.map((answer) => startEventSink(answer)));
	try {
		await body(...sinks);
		assert.equal(
			sinks.flatMap(({ wrong }) => wrong),
			[],
		);
	} finally {
		await Promise.all(sinks.map((sink) => sink.close()));
	}
}

const typesOf = (sink: EventSink | undefined) => (sink?.events ?? []).map(({ type }) => type);
const taken = async (sink: EventSink, count: number) =>
	until(
		async () => typesOf(sink).length,
		(length) => length >= count,
	);

webhooks("a task and a post are told of, signed, as the document says, with ids of what happened", () =>
	withSinks([undefined], (sink) =>
		withWorld({ webhooks: { main: [endpoint("dashboard", sink.url)] } }, async (world) => {
			const post = await publish(world);
			await taken(sink, 3);
			assert.equal(sink.events.map(({ id, type, data }) => [type, id, data.status]).sort(), [
				["post.accepted", `post-accepted-${post}-1`, "PENDING"],
				["post.delivered", `post-delivered-${post}-2`, "DONE"],
				["task.succeeded", `task-succeeded-${sink.events[0]?.data.task_id}-1`, "SUCCEEDED"],
			]);
			const failed = await submit(world, {}, "broken");
			await taken(sink, 4);
			assert.equal(sink.events.at(-1)?.id, `task-failed-${failed}-1`);
			assert.type(sink.events.at(-1)?.data.error_message, "string");
			await until(
				() => webhookMetrics(world),
				([sent, failed]) => `${sent} ${failed}`.replace(/[^ ]+ (\d+)/g, "$1") === "4 0",
			);
		}),
	),
);

webhooks(
	"what an endpoint does not take comes again with the same id, and other endpoints wait for nothing",
	() =>
		withSinks(
			[(response, count) => void response.writeHead(count < 3 ? 500 : 200).end(), undefined],
			(bad, good) =>
				withWorld(
					{ webhooks: { main: [endpoint("bad", bad.url), endpoint("good", good.url)] } },
					async (world) => {
						await exported(world);
						await taken(good, 1);
						await untilLater(world, async () => bad.events.length, { holds: (count) => count >= 3 });
						assert.is(new Set(bad.events.map(({ id }) => id)).size, 1);
						assert.is(good.events.length, 1);
					},
				),
		),
);

webhooks("an endpoint is told of what it asked for alone", () =>
	withSinks([undefined], (sink) =>
		withWorld({ webhooks: { main: [endpoint("few", sink.url, ["post.cancelled"])] } }, async (world) => {
			const post = await publish(world, { scheduled_at: world.clock.now() + 86_400_000 });
			const headers = { "if-match": '"1"' };
			await world.call("POST", `/api/v2/social-media/publish/${post}/cancel`, { headers });
			await taken(sink, 1);
			assert.equal(
				sink.events.map(({ id }) => id),
				[`post-cancelled-${post}-1`],
			);
		}),
	),
);

webhooks("one that never answers delays neither another, nor the work, nor the stop", () =>
	withSinks([() => undefined, undefined], (silent, good) =>
		withWorld(
			{ webhooks: { main: [endpoint("silent", silent.url), endpoint("good", good.url)] } },
			async (world) => {
				await publish(world);
				await taken(good, 3);
				await taken(silent, 3);
				await world.service.close();
				const left = (await readEvents(folderStore(world.options.data))).filter(
					(each) => each.endpoint === "silent",
				);
				// Nobody waited for its answer: an attempt that ended would be noted.
				assert.equal(
					left.map(({ status, attempts }) => [status, attempts]),
					[1, 2, 3].map(() => ["waiting", 0]),
				);
				await world.restart();
				// What it did not answer is sent again.
				await taken(silent, 4);
			},
		),
	),
);

webhooks("a redirect is not followed, and of an endless answer little is read", () =>
	withSinks([undefined], (other) =>
		withSinks(
			[
				(response) => void response.writeHead(307, { location: other.url }).end(),
				(response) => {
					response.writeHead(200);
					const more = () => response.write("x".repeat(65_536), (error) => !error && setImmediate(more));
					more();
				},
			],
			(redirecting, endless) =>
				withWorld(
					{
						webhooks: { main: [endpoint("redirecting", redirecting.url), endpoint("endless", endless.url)] },
					},
					async (world) => {
						await exported(world);
						await taken(redirecting, 1);
						await untilLater(world, () => webhookMetrics(world), {
							holds: ([sent]) => sent === 'showrun_webhooks_sent_total{tenant="main"} 1',
						});
						await untilLater(world, async () => redirecting.events.length, { holds: (count) => count > 1 });
						assert.equal(other.events, []);
					},
				),
		),
	),
);

webhooks("a private address is reached only where the settings allow it", () =>
	withSinks([undefined], (sink) => {
		const { target, ...rest } = endpoint("private", sink.url);
		if (target === undefined) throw new Error("no target");
		const refused = { ...rest, target: { ...target, privateHosts: false } };
		return withWorld({ webhooks: { main: [refused] } }, async (world) => {
			await exported(world);
			await until(
				() => webhookMetrics(world),
				([, failed]) => failed === 'showrun_webhooks_failed_total{tenant="main"} 1',
			);
			assert.equal(sink.events, []);
		});
	}),
);

webhooks("without a secret what it is to be told waits, and is sent once there is one", () =>
	withSinks([undefined], (sink) => {
		const { target: _, ...unusable } = endpoint("dashboard", sink.url);
		return withWorld({ webhooks: { main: [unusable] } }, async (world) => {
			const task = await exported(world);
			assert.equal((await webhookMetrics(world))[2], 'showrun_webhooks_waiting{tenant="main"} 1');
			await world.restart({ webhooks: { main: [endpoint("dashboard", sink.url)] } });
			await taken(sink, 1);
			assert.is(sink.events[0]?.id, `task-succeeded-${task}-1`);
		});
	}),
);

webhooks("where nobody is to be told, nothing is written", () =>
	withWorld({}, async (world) => {
		await exported(world);
		assert.not.ok(existsSync(`${world.options.data}/webhooks`));
	}),
);

webhooks.run();
