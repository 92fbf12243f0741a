import { suite } from "uvu";
import * as assert from "uvu/assert";
import { probe } from "../../src/api/probe.ts";
import { ASK_LIMITS, sendToEndpoint } from "../../src/language/ask.ts";
import { EndpointFault } from "../../src/language/endpoint-fault.ts";
import { Secret } from "../../src/model/secret.ts";
import { type ProxyBehaviour, withProxy } from "../fakes/proxy.ts";
import { ACCEPTED, type Behaviour, withFaultServer } from "./fault-server.ts";
import { sendTo } from "./sending.ts";

const proxies = suite("through a proxy");

const AWAY = "http://service.test";
const accepting: Behaviour = {
	headed: (link) => link.line.startsWith("GET") && link.answer(200, '{"data":[]}'),
	whole: (link) => {
		if (link.line.startsWith("GET")) return;
		link.commit();
		link.answer(200, ACCEPTED);
	},
};
const portOf = (url: string) => Number(new URL(url).port);
const connection = { url: AWAY, apiKey: new Secret("sk-1") };
const settings = { versionHeader: "x-service-api-version" };
const never = new AbortController().signal;

proxies("a write goes by CONNECT, also to http, once and with the proxy's password", () =>
	withFaultServer(accepting, (server) =>
		withProxy({ port: portOf(server.url) }, async (proxy) => {
			assert.is((await sendTo(AWAY)).class, "done");
			assert.equal(proxy.asked, ["CONNECT service.test:80"]);
			assert.equal(proxy.keys, [`Basic ${Buffer.from("me:s@crit").toString("base64")}`]);
			assert.is(server.commits.length, 1);
			assert.is(server.links[0]?.headers["proxy-authorization"], undefined);
			assert.is(server.links[0]?.headers.host, "service.test");
		}),
	),
);

proxies("a read does", () =>
	withFaultServer(accepting, (server) =>
		withProxy({ port: portOf(server.url) }, async (proxy) => {
			assert.is((await probe(connection, settings, never)).status, 200);
			assert.equal(proxy.asked, ["CONNECT service.test:80"]);
		}),
	),
);

proxies("an endpoint's question does", () =>
	withFaultServer({ whole: (link) => link.answer(200, "{}") }, (server) =>
		withProxy({ port: portOf(server.url) }, async (proxy) => {
			const endpoint = { url: `${AWAY}/v1`, model: "m" };
			const question = { endpoint, path: "/chat/completions", type: "application/json" } as const;
			assert.is(await sendToEndpoint({ ...question, body: Buffer.from("{}") }, ASK_LIMITS, never), "{}");
			assert.equal(proxy.asked, ["CONNECT service.test:80"]);
		}),
	),
);

proxies("loopback addresses go around it", () =>
	withFaultServer(accepting, (server) =>
		withProxy({ port: 1 }, async (proxy) => {
			assert.is((await sendTo(server.url)).class, "done");
			assert.equal(proxy.asked, []);
		}),
	),
);

const refusing: Record<string, [ProxyBehaviour, RegExp]> = {
	"that refuses CONNECT": [
		{ port: 1, answer: "HTTP/1.1 405 Not Allowed\r\ncontent-length: 0\r\n\r\n" },
		/^not sent: the proxy http:\/\/127\.0\.0\.1:\d+ refuses CONNECT to service\.test:80 \(status 405\); a proxy that only forwards may send a request twice$/,
	],
	"that wants another password": [
		{ port: 1, answer: "HTTP/1.1 407 Auth\r\ncontent-length: 0\r\n\r\n" },
		/wants a user name and a password, .* \(status 407\)$/,
	],
	"that hangs up": [{ port: 1, answer: "" }, /made no connection to service\.test:80: socket hang up/],
	"that answers garbage": [
		{ port: 1, answer: "SSH-2.0\r\n" },
		/made no connection to service\.test:80: Parse Error/,
	],
};
for (const [title, [behaviour, message]] of Object.entries(refusing))
	proxies(`nothing is sent by one ${title}, and the fault says so`, () =>
		withProxy(behaviour, async (proxy) => {
			const outcome = await sendTo(AWAY);
			assert.equal([outcome.class, outcome.next], ["not-sent", "retry"]);
			assert.match(outcome.message, message);
			assert.is(
				outcome.remedy,
				"Let the proxy carry connections (CONNECT) there, or list the host in NO_PROXY.",
			);
			assert.not.match(JSON.stringify(outcome), /crit/);
			assert.equal(proxy.asked, ["CONNECT service.test:80"]);
		}),
	);

proxies("a refusal names the risk for an endpoint too", () =>
	withProxy({ port: 1, answer: "HTTP/1.1 403 No\r\n\r\n" }, async () => {
		const endpoint = { url: `${AWAY}/v1`, model: "m" };
		const question = { endpoint, path: "/chat/completions", type: "application/json" } as const;
		const fault = await sendToEndpoint(
			{ ...question, body: Buffer.from("{}") },
			{ ...ASK_LIMITS, pauseMs: 1 },
			never,
		).catch((error: unknown) => error);
		assert.instance(fault, EndpointFault);
		assert.match(String(fault), /cannot be reached: the proxy .* refuses CONNECT/);
	}),
);

proxies.run();
