import { once } from "node:events";
import { createServer } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createDeclaration } from "../../src/api/declaration.ts";
import { createLimiter } from "../../src/api/rate-limit.ts";
import { read } from "../../src/api/read.ts";
import { createSkewMeter } from "../../src/api/skew-meter.ts";
import { Secret } from "../../src/model/secret.ts";
import { fakeClock } from "../fakes/clock.ts";

/** Reads from a port that nobody listens on; gives the fault's words and how long was waited in all. */
async function refused(contact: {
	made: boolean;
}): Promise<{ readonly words: string; readonly waitedMs: number; readonly tries: number }> {
	const [{ Agent }, clock] = [await import("undici"), fakeClock()];
	const dispatcher = new Agent();
	const reader = {
		connection: { url: `http://127.0.0.1:${await freePort()}`, apiKey: new Secret("key") },
		headers: {},
		limiter: createLimiter(Number.POSITIVE_INFINITY, clock),
		skew: createSkewMeter(clock),
		declaration: createDeclaration(),
		clock,
		dispatcher,
		timeoutMs: 300_000,
		contact,
	};
	const words = await read(reader, { method: "GET", path: "/", signal: AbortSignal.timeout(300_000) }).then(
		String,
		(fault: Error) => fault.message,
	);
	await dispatcher.destroy();
	return { words, waitedMs: clock.waits.reduce((sum, each) => sum + each, 0), tries: clock.waits.length + 1 };
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	await new Promise((closed) => server.close(closed));
	return typeof address === "object" && address ? address.port : 0;
}

const contacts = suite("a service that refuses connections");
contacts("is given up within eight seconds when it was never reached", async () => {
	for (let round = 0; round < 5; round++) {
		const { words, waitedMs } = await refused({ made: false });
		assert.match(words, /cannot be reached: connection refused/);
		assert.ok(waitedMs <= 8_000, `${waitedMs} ms`);
	}
});
contacts("is tried six times when it answered before: it may be starting again", async () => {
	assert.is((await refused({ made: true })).tries, 6);
});
contacts.run();
