import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createClient } from "../../src/api/client.ts";
import { Secret } from "../../src/model/secret.ts";
import { systemClock } from "../../src/system/clock.ts";
import { postRequest, request } from "../builders/world.ts";
import { type FakeClock, fakeClock } from "../fakes/clock.ts";
import { answering, EMPTY, never, settings, TASK, withClient } from "./client-server.ts";
import { ACCEPTED, type Behaviour, withFaultServer } from "./fault-server.ts";
import { KEY } from "./sending.ts";

const endpoints = suite("endpoints");

type Client = ReturnType<typeof createClient>;
const asked: Record<string, [string, string, (client: Client) => Promise<unknown>]> = {
	accounts: ["GET /api/v2/social-media/accounts", EMPTY, (client) => client.accounts(never)],
	results: ["GET /api/v2/clips/results/t%2F..%3F1", TASK, (client) => client.results("t/..?1", never)],
	links: ["GET /api/v2/clips/results/t-1", TASK, (client) => client.links("t-1", never)],
	"results of an export": [
		"GET /api/v2/clips/export/e-1",
		TASK,
		(client) => client.exportResults("e-1", never),
	],
	"a publishing task": [
		"GET /api/v2/social-media/publish/p-1",
		'{"data":{"status":"DONE"}}',
		(client) => client.publishTask("p-1", never),
	],
	"a URL for connecting, under the platform's wire name": [
		"POST /api/v2/social-media/oauth/tt",
		'{"data":{"auth_url":"https://a/b","state":"s"}}',
		(client) => client.connectUrl("tiktok", never),
	],
};
for (const [title, [line, body, ask]] of Object.entries(asked)) {
	endpoints(`${title}: path, headers and no body`, () =>
		withClient(answering(200, body), async (client, server) => {
			await ask(client);
			const [link] = server.links;
			assert.equal([link?.line, link?.body.length, server.links.length], [line, 0, 1]);
			assert.equal(
				[link?.headers.authorization, link?.headers["content-type"], link?.headers["x-acme-api-version"]],
				[`Bearer ${KEY}`, "application/json", "v2"],
			);
		}),
	);
}

endpoints("each write goes to its own path, with its own answer", () => {
	const answers: Record<string, string> = {
		publish: ACCEPTED,
		clips: '{"data":{"id":"t-9","status":"CREATED"}}',
		export: '{"data":{"export_task_id":"e-9"}}',
	};
	const behaviour: Behaviour = {
		whole: (link) => link.answer(200, answers[link.line.split("/").at(-1) ?? ""] ?? ""),
	};
	return withClient(behaviour, async (client, server) => {
		const sending = { operation: "op", arm: async () => {}, signal: never };
		const submitted = await client.send(client.submitCall(request(), "https://v"), sending);
		const published = await client.send(client.publishCall(postRequest(), "acc-1"), sending);
		const exported = await client.send(
			client.exportCall({ taskId: "t-9", clips: [0], export: { resolution: "720p" } }),
			sending,
		);
		assert.equal(
			[submitted.answer, exported.answer, published.answer?.taskId],
			[{ id: "t-9", status: "CREATED" }, { id: "e-9" }, "p-1"],
		);
		assert.equal(
			server.links.map(({ line }) => line),
			["POST /api/v2/clips", "POST /api/v2/social-media/publish", "POST /api/v2/clips/export"],
		);
	});
});

endpoints("reads and writes alike go below the path of the service's URL", () =>
	withClient(
		answering(200, EMPTY),
		async (client, server) => {
			await client.accounts(never);
			await client.send(client.publishCall(postRequest(), "a"), {
				operation: "op",
				arm: async () => {},
				signal: never,
			});
			assert.equal(
				server.links.map(({ line }) => line),
				["GET /deep/down/api/v2/social-media/accounts", "POST /deep/down/api/v2/social-media/publish"],
			);
		},
		{ path: "/deep/down" },
	),
);

endpoints.run();

const connecting = suite("connecting");

connecting("happens once, at the first request, for all that come at once", () =>
	withFaultServer(answering(200, EMPTY), async (server) => {
		let count = 0;
		const connect = async () => {
			count++;
			return { url: server.url, apiKey: new Secret(KEY) };
		};
		const client = createClient({ settings: settings(), connect, clock: fakeClock() });
		client.publishCall(postRequest(), "a");
		assert.is(count, 0);
		await Promise.all([client.accounts(never), client.accounts(never)]);
		await client.accounts(never);
		await client.close();
		assert.equal([count, server.links.length], [1, 3]);
	}),
);

connecting("is tried again after it failed, and closing does not mind", () =>
	withFaultServer(answering(200, EMPTY), async (server) => {
		let count = 0;
		const connect = async () => {
			if (count++ === 0) throw new Error("not yet");
			return { url: server.url, apiKey: new Secret(KEY) };
		};
		const client = createClient({ settings: settings(), connect, clock: fakeClock() });
		assert.is(await client.accounts(never).catch((error: Error) => error.message), "not yet");
		await client.close();
		assert.equal(await client.accounts(never), []);
		await client.close();
	}),
);

connecting("a client that was never used closes without connecting", async () => {
	const connect = () => Promise.reject(new Error("must not be called"));
	await createClient({ settings: settings(), connect, clock: fakeClock() }).close();
});

connecting.run();

const pace = suite("pace");

pace("reads and writes share the requests a minute", () => {
	const clock: FakeClock = fakeClock();
	return withClient(
		answering(200, EMPTY),
		async (client) => {
			const sending = { operation: "op", arm: async () => {}, signal: never };
			await client.accounts(never);
			await client.send(client.publishCall(postRequest(), "a"), sending);
			assert.equal(clock.waits, []);
			await client.accounts(never);
			assert.equal(clock.waits, [61_000]);
		},
		{ clock, over: { limits: { requestsPerMinute: 2, runningTasks: 5 } } },
	);
});

pace("a stop while waiting for a turn sends nothing", () => {
	const stop = new AbortController();
	return withClient(
		answering(200, EMPTY),
		async (client, server) => {
			await client.accounts(never);
			const sending = { operation: "op", arm: async () => {}, signal: stop.signal };
			setTimeout(() => stop.abort(new Error("stopped")), 30);
			const outcome = await client.send(client.publishCall(postRequest(), "a"), sending);
			assert.equal(
				[outcome.class, outcome.message, server.links.length],
				["not-sent", "not sent: stopped", 1],
			);
		},
		{ clock: systemClock, over: { limits: { requestsPerMinute: 1, runningTasks: 5 } } },
	);
});

pace.run();
