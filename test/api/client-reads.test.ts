import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createClient } from "../../src/api/client.ts";
import { createDeclaration } from "../../src/api/declaration.ts";
import { createLimiter, type Pause } from "../../src/api/rate-limit.ts";
import { read } from "../../src/api/read.ts";
import { createSkewMeter } from "../../src/api/skew-meter.ts";
import { Fault } from "../../src/model/fault.ts";
import { Secret } from "../../src/model/secret.ts";
import { systemClock } from "../../src/system/clock.ts";
import { NOW } from "../builders/world.ts";
import { fakeClock } from "../fakes/clock.ts";
import { answering, EMPTY, never, settings, withClient } from "./client-server.ts";
import { type Behaviour, type Link, withFaultServer } from "./fault-server.ts";
import { KEY } from "./sending.ts";

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
			declaration: createDeclaration(),
			clock,
			dispatcher,
			contact: { made: false },
		};
		const fault = await faultOf(
			// A busy machine takes a while to connect.
			read({ ...reader, timeoutMs: 300 }, { method: "GET", path: "/", signal: never }),
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
