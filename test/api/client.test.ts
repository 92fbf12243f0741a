import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createClient } from "../../src/api/client.ts";
import { createLimiter, type Pause } from "../../src/api/rate-limit.ts";
import { read } from "../../src/api/read.ts";
import { createSkewMeter } from "../../src/api/skew-meter.ts";
import { Fault } from "../../src/model/fault.ts";
import { Secret } from "../../src/model/secret.ts";
import type { ServiceSettings } from "../../src/model/settings.ts";
import { type Clock, systemClock } from "../../src/system/clock.ts";
import { NOW, postRequest, request } from "../builders/world.ts";
import { type FakeClock, fakeClock } from "../fakes/clock.ts";
import { ACCEPTED, type Behaviour, type FaultServer, type Link, withFaultServer } from "./fault-server.ts";
import { KEY } from "./sending.ts";

const never = new AbortController().signal;
const EMPTY = '{"data":[]}';
const TASK =
	'{"data":{"id":"t-1","status":"SUCCEEDED","clips":[{"idx":0,"begin_ms":0,"end_ms":9,"export_link":"https://e/0"}]}}';

function settings(over: Partial<ServiceSettings> = {}): ServiceSettings {
	const url = "https://service.example";
	const platforms = {
		youtube: "youtube",
		tiktok: "tt",
		twitter: "x",
		instagram: "instagram",
		facebook: "facebook",
		linkedin: "linkedin",
	};
	const limits = { requestsPerMinute: Number.POSITIVE_INFINITY, runningTasks: 5 };
	return {
		url,
		versionHeader: "x-acme-api-version",
		platforms,
		limits,
		idempotency: false,
		publishStatus: true,
		transcripts: true,
		...over,
	};
}

interface Around {
	readonly clock?: Clock;
	readonly path?: string;
	readonly over?: Partial<ServiceSettings>;
	readonly onPause?: (pause: Pause) => void;
}

async function withClient(
	behaviour: Behaviour,
	test: (client: ReturnType<typeof createClient>, server: FaultServer) => Promise<void>,
	{ clock = fakeClock(), path = "", over = {}, onPause }: Around = {},
): Promise<void> {
	await withFaultServer(behaviour, async (server) => {
		const connect = async () => ({ url: `${server.url}${path}`, apiKey: new Secret(KEY) });
		const client = createClient({ settings: settings(over), connect, clock, ...(onPause && { onPause }) });
		try {
			await test(client, server);
		} finally {
			await client.close();
		}
	});
}

const answering = (status: number, body: string, headers = {}): Behaviour => ({
	whole: (link) => link.answer(status, body, headers),
});

/** Does each of the given things with one request after the other, the last with all others. */
function oneByOne(...acts: ((link: Link) => void)[]): Behaviour {
	let count = 0;
	return { whole: (link) => acts[Math.min(count++, acts.length - 1)]?.(link) };
}

async function faultOf(work: Promise<unknown>): Promise<Fault> {
	const error = await work.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (!(error instanceof Fault)) throw new Error(`not a fault: ${error}`);
	return error;
}

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

const reads = suite("reads");

const passing: Record<string, (link: Link) => void> = {
	"a 408": (link) => link.answer(408, ""),
	"a 425": (link) => link.answer(425, ""),
	"a 429": (link) => link.answer(429, "{}"),
	"a 500": (link) => link.answer(500, "oops"),
	"a 503": (link) => link.answer(503, "oops"),
	"a reset": (link) => link.reset(),
	"a close": (link) => void link.socket.end(),
	"a broken answer": (link) =>
		link.socket.write('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"data"', () => link.reset()),
};
for (const [title, act] of Object.entries(passing)) {
	reads(`${title} passes: it is asked again after a pause`, () => {
		const clock = fakeClock();
		const behaviour = oneByOne(act, act, (link) => link.answer(200, EMPTY));
		return withClient(
			behaviour,
			async (client, server) => {
				assert.equal(await client.accounts(never), []);
				assert.is(server.links.length, 3);
				assert.equal(
					[clock.waits.length, clock.waits.every((ms, each) => ms <= 1_000 * 2 ** each)],
					[2, true],
					clock.waits.join(),
				);
			},
			{ clock },
		);
	});
}

const final: Record<string, [Behaviour, number, RegExp]> = {
	"a 403 names the key's variable": [
		answering(403, '{"error":"Forbidden"}'),
		1,
		/API key \(status 403: Forbidden\).*SHOWRUN_API_KEY/,
	],
	"a 404 is said once": [answering(404, '{"message":"no such task"}'), 1, /status 404: no such task/],
	"a 410 is said once": [answering(410, ""), 1, /status 410/],
	"a redirect is not followed": [
		{ whole: (link) => link.answer(302, "", { location: `${link.server.url}/x` }) },
		1,
		/status 302/,
	],
	"a page is said once": [answering(200, "<html>hello</html>"), 1, /cannot be read: it is not JSON/],
	"an answer without data is said once": [
		answering(200, '{"ok":true}'),
		1,
		/cannot be read: it has no `data`/,
	],
	"an answer of 9 MB is too large": [answering(200, `{"data":"${"x".repeat(9 << 20)}"}`), 1, /too large/],
	"a lasting 503 is given up after six": [
		answering(503, '{"message":"down"}'),
		6,
		/unavailable \(status 503: down\)/,
	],
	"lasting resets are given up after six": [{ whole: (link) => link.reset() }, 6, /cannot be reached/],
	"answers that are always cut off are given up after six": [
		{
			whole: (link) =>
				link.socket.write("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{", () => link.reset()),
		},
		6,
		/cut off/,
	],
	"a Retry-After of a 503 beyond two minutes is left to the caller": [
		answering(503, "{}", { "retry-after": "121" }),
		1,
		/unavailable \(status 503\)/,
	],
};
for (const [title, [behaviour, requests, said]] of Object.entries(final)) {
	reads(title, () =>
		withClient(behaviour, async (client, server) => {
			const fault = await faultOf(client.results("t-1", never));
			assert.is(server.links.length, requests);
			assert.match(`${fault.message} ${fault.remedy}`, said);
			assert.not.match(fault.message, KEY);
		}),
	);
}

reads("Retry-After is honoured", () => {
	const clock = fakeClock();
	const later = new Date(clock.now() + 16_000).toUTCString();
	const behaviour = oneByOne(
		(link) => link.answer(429, "", { "retry-after": "7" }),
		(link) => link.answer(503, "", { "retry-after": later }),
		(link) => link.answer(200, EMPTY),
	);
	return withClient(
		behaviour,
		async (client) => {
			await client.accounts(never);
			assert.equal(clock.waits, [7_000, 9_000]);
		},
		{ clock },
	);
});

/** How long each of these answers keeps the next request back. */
const TOO_MANY: Record<string, [header: string, least: number, most: number]> = {
	"ten minutes": ["600", 600_000, 600_000],
	"ten years, which nobody waits": ["315360000", 3_600_000, 3_600_000],
	"a number without end": ["9".repeat(400), 500, 1_000],
	nothing: ["", 500, 1_000],
	"no time at all": ["0", 500, 1_000],
	"a time in the past": ["-5", 500, 1_000],
	"a date in the past": ["Thu, 01 Jan 1970 00:00:00 GMT", 500, 1_000],
	"a date that is none": ["soon", 500, 1_000],
};
for (const [title, [header, least, most]] of Object.entries(TOO_MANY))
	reads(`a 429 that asks for ${title} is waited out, and says until when`, () => {
		const [clock, announced] = [fakeClock(), [] as Pause[]];
		const answers = oneByOne(
			(link) => link.answer(429, "", header === "" ? {} : { "retry-after": header }),
			(link) => link.answer(200, EMPTY),
		);
		return withClient(
			answers,
			async (client) => {
				assert.equal(await client.accounts(never), []);
				const [waited = 0, ...more] = clock.waits;
				assert.ok(waited >= least && waited <= most && more.length === 0, clock.waits.join());
				assert.equal(
					announced.map(({ forMs, until, why }) => [forMs, until - NOW, why]),
					waited < 2_000 ? [] : [[waited, waited, "asked"]],
				);
			},
			{ clock, onPause: (pause) => announced.push(pause) },
		);
	});

reads("a 429 never fails them, however often it comes", () => {
	const clock = fakeClock();
	const often = Array.from({ length: 40 }, () => (link: Link) => link.answer(429, "{}"));
	return withClient(
		oneByOne(...often, (link) => link.answer(200, EMPTY)),
		async (client) => {
			assert.equal(await client.accounts(never), []);
			assert.is(clock.waits.length, 40);
			assert.ok(Math.max(...clock.waits) <= 60_000);
		},
		{ clock },
	);
});

reads("the difference of the clocks is known from what they answered", () => {
	const [clock, date] = [fakeClock(), new Date(NOW + 75_000).toUTCString()];
	return withClient(
		{ whole: (link) => link.answer(200, EMPTY, { date }) },
		async (client) => {
			assert.is(client.skew(), undefined);
			await client.accounts(never);
			assert.equal(client.skew(), { aheadMs: 75_500, withinMs: 500 });
		},
		{ clock },
	);
});

reads("the embedded service has our clock, whatever its answers say", () => {
	const { url: _, ...without } = settings();
	return withFaultServer(
		answering(200, EMPTY, { date: new Date(NOW - 90_000).toUTCString() }),
		async (server) => {
			const connect = async () => ({ url: server.url, apiKey: new Secret(KEY) });
			const client = createClient({ settings: without, connect, clock: fakeClock() });
			await client.accounts(never);
			assert.is(client.skew(), undefined);
			await client.close();
		},
	);
});

reads("the key is in no fault, even when the service echoes it", () =>
	withClient(
		{
			whole: (link) =>
				link.answer(400, JSON.stringify({ message: `you sent ${link.headers.authorization}` })),
		},
		async (client) => {
			const fault = await faultOf(client.accounts(never));
			assert.is(fault.message, "The service refused the request (status 400: you sent Bearer ***).");
			assert.is(JSON.stringify([fault, fault.stack, fault.cause]).includes(KEY), false);
		},
	),
);

reads("silence is given up in time", () =>
	withFaultServer({}, async (server) => {
		const { Agent } = await import("undici");
		const [clock, dispatcher] = [fakeClock(), new Agent()];
		const reader = {
			connection: { url: server.url, apiKey: new Secret(KEY) },
			headers: {},
			limiter: createLimiter(Number.POSITIVE_INFINITY, clock),
			skew: createSkewMeter(clock),
			clock,
			dispatcher,
			contact: { made: false },
		};
		const fault = await faultOf(
			read({ ...reader, timeoutMs: 20 }, { method: "GET", path: "/", signal: never }),
		);
		await dispatcher.destroy();
		assert.equal([fault.next, fault.fatal, server.links.length], ["retry", true, 6]);
	}),
);

reads("a stop ends a read under way, and a pause, with its reason", () => {
	const [asking, pausing] = [new AbortController(), new AbortController()];
	return withClient(
		oneByOne(
			() => asking.abort("stopped"),
			(link) => {
				link.answer(503, "", { "retry-after": "60" });
				setTimeout(() => pausing.abort("stopped too"), 30);
			},
		),
		async (client) => {
			assert.is(await client.accounts(asking.signal).catch((reason: unknown) => reason), "stopped");
			assert.is(await client.accounts(pausing.signal).catch((reason: unknown) => reason), "stopped too");
		},
		{ clock: systemClock },
	);
});

reads.run();

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
