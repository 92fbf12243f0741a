import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { serveMetrics } from "../../src/metrics/serve.ts";
import { listenAddress } from "../../src/model/listen-address.ts";

async function withServer(
	body: (url: URL) => Promise<void>,
	exposition: () => Promise<string> = async () => "showrun_x 1\n",
): Promise<void> {
	const server = await serveMetrics({ host: "127.0.0.1", port: 0 }, exposition);
	try {
		await body(new URL(server.url));
	} finally {
		await server.stop();
	}
}

/** Status and body of a request with these headers. */
function asked(
	url: URL,
	{ path = url.pathname, method = "GET", host = url.host },
): Promise<readonly [number | undefined, string]> {
	return new Promise((settle, fail) => {
		request(
			{ ...{ hostname: url.hostname, port: url.port, path, method }, headers: { host } },
			(response) => {
				let text = "";
				response.on("data", (chunk) => {
					text += chunk;
				});
				response.on("end", () => settle([response.statusCode, text]));
			},
		)
			.on("error", fail)
			.end();
	});
}

const serving = suite("the server of metrics");
serving("answers /metrics and nothing else, to names of this machine", () =>
	withServer(async (url) => {
		const port = url.port;
		assert.equal(
			[
				await asked(url, {}),
				await asked(url, { host: `localhost:${port}` }),
				await asked(url, { method: "HEAD" }),
				await asked(url, { path: "/" }),
				await asked(url, { method: "POST" }),
				await asked(url, { host: `attacker.example:${port}` }),
			],
			[
				[200, "showrun_x 1\n"],
				[200, "showrun_x 1\n"],
				[200, ""],
				[404, "The metrics: /metrics\n"],
				[405, "GET only.\n"],
				[403, "Unknown Host header.\n"],
			],
		);
	}),
);
serving("what cannot be read is an error of the scrape, and says nothing of what it is", () =>
	withServer(
		async (url) => assert.equal(await asked(url, {}), [500, "The metrics cannot be read.\n"]),
		() => Promise.reject(new Error("secret")),
	),
);
serving("cuts who sends no whole request, and answers others meanwhile", () =>
	withServer(async (url) => {
		const slow = connect(Number(url.port), "127.0.0.1").on("error", () => {});
		await once(slow, "connect");
		slow.write("GET /metrics HT");
		const ended = once(slow.resume(), "close");
		assert.is((await asked(url, {}))[0], 200);
		await ended;
	}),
);
serving("a port that is taken is a fault with what to do", () =>
	withServer(async (url) => {
		const again = serveMetrics({ host: "127.0.0.1", port: Number(url.port) }, async () => "");
		const fault = await again.then(
			() => undefined,
			(error: unknown) => error,
		);
		assert.match(String(fault), /cannot be served on 127\.0\.0\.1:\d+ \(EADDRINUSE\)/);
	}),
);

const addresses: Record<string, ReturnType<typeof listenAddress>> = {
	"9187": { host: "127.0.0.1", port: 9187 },
	"0.0.0.0:0": { host: "0.0.0.0", port: 0 },
	"[::1]:80": { host: "::1", port: 80 },
	"metrics.internal:9187": { host: "metrics.internal", port: 9187 },
	"": undefined,
	"65536": undefined,
	":9187": undefined,
	"::1:80": undefined,
	"http://127.0.0.1:80": undefined,
};
for (const [text, address] of Object.entries(addresses))
	serving(`"${text}" is ${address === undefined ? "no address" : "an address"}`, () =>
		assert.equal(listenAddress(text), address),
	);
serving.run();
