import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SEND_LIMITS } from "../../src/api/send.ts";
import { systemClock } from "../../src/system/clock.ts";
import { newAttempt, withLastByteHeld } from "../../src/system/sending/last-byte.ts";
import { ACCEPTED, type Behaviour, type FaultServer, type Link, withFaultServer } from "./fault-server.ts";
import { PAYLOAD, publishCall, sendTo, type Trial } from "./sending.ts";

const held = suite("the last byte");

const accepting: Behaviour = {
	whole: (link) => {
		link.commit();
		link.answer(200, ACCEPTED);
	},
};
const bytes = (server: FaultServer) => server.links[0]?.body.length ?? 0;

/** A process that stands still for a time while it arms. */
function pausing(ms: number): Trial {
	let paused = 0;
	const clock = { ...systemClock, monotonic: () => paused };
	return {
		clock,
		arm: async () => {
			paused = ms;
		},
	};
}

const payloads: Record<string, string> = {
	"a small body": PAYLOAD,
	"a body of several hundred kilobytes": JSON.stringify({ title: "ü🎬".repeat(60_000) }),
	"the smallest body": "{}",
};
for (const [title, payload] of Object.entries(payloads)) {
	held(`of ${title} leaves only after arming`, () =>
		withFaultServer(accepting, async (server) => {
			const length = Buffer.byteLength(payload);
			const arm = async () => {
				await wait(60);
				assert.is(bytes(server), length - 1, "all but the last byte is there");
				assert.throws(
					() => JSON.parse(server.links[0]?.body.toString("utf8") ?? ""),
					"what is there cannot be executed",
				);
				assert.is(server.commits.length, 0);
			};
			assert.is((await sendTo(server.url, { arm, call: publishCall(payload) })).class, "done");
			assert.is(server.commits[0]?.payload, payload);
		}),
	);
}

held("is a closing brace", () => assert.is(publishCall().payload.at(-1), "}"));

held("never leaves when arming throws, and what it threw comes out", () =>
	withFaultServer(accepting, async (server) => {
		const broken = new Error("the disk is full");
		const caught = await sendTo(server.url, { arm: () => Promise.reject(broken) }).catch(
			(error: unknown) => error,
		);
		await wait(60);
		assert.is(caught, broken);
		assert.equal([server.commits.length, bytes(server)], [0, Buffer.byteLength(PAYLOAD) - 1]);
		assert.ok(
			server.links[0]?.socket.destroyed || server.links[0]?.socket.readableEnded,
			"the connection is gone",
		);
	}),
);

held("never leaves when arming took longer than the window", () =>
	withFaultServer(accepting, async (server) => {
		const outcome = await sendTo(server.url, pausing(2_001));
		await wait(60);
		assert.equal([outcome.class, outcome.next, server.commits.length], ["not-sent", "retry", 0]);
	}),
);

held("leaves when arming took just the window", () =>
	withFaultServer(accepting, async (server) => {
		assert.is((await sendTo(server.url, pausing(2_000))).class, "done");
	}),
);

held("never leaves when the other end goes away while arming", () =>
	withFaultServer(
		{ ...accepting, held: (link) => void setTimeout(() => link.reset(), 60) },
		async (server) => {
			let recorded = false;
			const arm = async () => {
				await wait(150);
				recorded = true;
			};
			const outcome = await sendTo(server.url, { arm });
			assert.equal([outcome.class, outcome.next, server.commits.length], ["not-sent", "retry", 0]);
			assert.ok(recorded, "the outcome comes after the armed record");
		},
	),
);

held("never leaves when a refusal comes while arming", () =>
	withFaultServer(
		{ ...accepting, held: (link) => void setTimeout(() => link.answer(403, '{"message":"no"}'), 60) },
		async (server) => {
			let recorded = false;
			const arm = async () => {
				await wait(150);
				recorded = true;
			};
			const outcome = await sendTo(server.url, { arm });
			assert.equal(
				[outcome.class, outcome.evidence.httpStatus, server.commits.length, recorded],
				["refused", 403, 0, true],
			);
		},
	),
);

held("never leaves after a refusal, even when arming throws", () =>
	withFaultServer(
		{ ...accepting, held: (link) => void setTimeout(() => link.answer(403, "{}"), 60) },
		async (server) => {
			const arm = () => wait(150).then(() => Promise.reject(new Error("no longer wanted")));
			const caught = await sendTo(server.url, { arm }).catch((error: Error) => error.message);
			assert.equal([caught, server.commits.length], ["no longer wanted", 0]);
		},
	),
);

const turnsThatNeverCome = {
	"the other end goes away": { act: (link: Link) => link.reset(), class: "not-sent" },
	"a refusal comes": { act: (link: Link) => link.answer(403, "{}"), class: "refused" },
	"it is stopped": { act: (_: Link, stop: () => void) => stop(), class: "not-sent" },
};
for (const [what, { act, class: expected }] of Object.entries(turnsThatNeverCome))
	held(`is not armed when ${what} while it waits for its turn`, () => {
		const stop = new AbortController();
		const behaviour: Behaviour = {
			...accepting,
			held: (link) => void setTimeout(() => act(link, () => stop.abort(new Error("stopped"))), 60),
		};
		return withFaultServer(behaviour, async (server) => {
			let armed = 0;
			const outcome = await sendTo(server.url, {
				turn: (over) => new Promise((settle) => over.onEnd(settle)),
				arm: async () => void armed++,
				signal: stop.signal,
			});
			assert.equal([outcome.class, armed, server.commits.length], [expected, 0, 0]);
		});
	});

held("counts as sent before it is given away: whoever takes it may have executed it", async () => {
	const sending = { operation: "op", arm: async () => {}, signal: new AbortController().signal };
	const limits = { ...SEND_LIMITS, settleMs: 0 };
	const attempt = newAttempt({ sending, clock: systemClock, limits });
	const body = withLastByteHeld(Buffer.from("{}"), attempt);
	const given: (readonly [string, string])[] = [];
	for await (const piece of body) given.push([piece.toString(), attempt.phase]);
	attempt.read.end();
	assert.equal(given, [
		["{", "before"],
		["}", "sent"],
	]);
});

held.run();

const stopping = suite("Ctrl-C");

stopping("before the request sends nothing, and connects to nothing", () =>
	withFaultServer(accepting, async (server) => {
		const outcome = await sendTo(server.url, { signal: AbortSignal.abort(new Error("stopped")) });
		assert.equal([outcome.class, outcome.message, server.links.length], ["not-sent", "not sent: stopped", 0]);
	}),
);

stopping("before arming ends the attempt", () => {
	const stop = new AbortController();
	return withFaultServer({ ...accepting, headed: () => stop.abort(new Error("stopped")) }, async (server) => {
		let armed = 0;
		const outcome = await sendTo(server.url, {
			signal: stop.signal,
			limits: { settleMs: 200 },
			arm: async () => void armed++,
		});
		assert.equal([outcome.class, armed, server.commits.length], ["not-sent", 0, 0]);
	});
});

stopping("while arming, or later, lets the request finish", () => {
	const [arming, waiting] = [new AbortController(), new AbortController()];
	const slow: Behaviour = {
		whole: (link) => {
			link.commit();
			waiting.abort();
			setTimeout(() => link.answer(200, ACCEPTED), 50);
		},
	};
	return withFaultServer(slow, async (server) => {
		assert.is((await sendTo(server.url, { signal: waiting.signal })).class, "done");
		assert.is(
			(await sendTo(server.url, { signal: arming.signal, arm: async () => arming.abort() })).class,
			"done",
		);
		assert.is(server.commits.length, 2);
	});
});

stopping.run();

const connections = suite("connections");

connections("each write has one of its own, and says so", () =>
	withFaultServer(accepting, async (server) => {
		await sendTo(server.url);
		await sendTo(server.url);
		assert.is(new Set(server.links.map(({ socket }) => socket)).size, 2);
		assert.equal(
			server.links.map(({ headers }) => headers.connection),
			["close", "close"],
		);
	}),
);

connections("all headers of the interface and the key of the attempt are sent", () =>
	withFaultServer(accepting, async (server) => {
		await sendTo(server.url);
		const [link] = server.links;
		const { host, ...headers } = link?.headers ?? {};
		assert.is(link?.line, "POST /api/v2/social-media/publish");
		assert.equal(headers, {
			authorization: "Bearer sk-live-9f3b7c21d4",
			"content-type": "application/json",
			"x-service-api-version": "v2",
			"accept-encoding": "identity",
			"content-length": String(Buffer.byteLength(PAYLOAD)),
			"idempotency-key": "01J0000000000000000000000",
			connection: "close",
		});
	}),
);

connections("a service below a path is asked below it", () =>
	withFaultServer(accepting, async (server) => {
		assert.is((await sendTo(`${server.url}/clips-service`)).class, "done");
		assert.is(server.links[0]?.line, "POST /clips-service/api/v2/social-media/publish");
	}),
);

async function closedPort(): Promise<string> {
	const listener = createServer().listen(0, "127.0.0.1");
	await once(listener, "listening");
	const address = listener.address();
	listener.close();
	return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

const nowhere: Record<string, [() => Promise<string>, RegExp]> = {
	"a port where nothing listens": [closedPort, /connection refused/],
	"a name nobody knows": [async () => "http://showrun.invalid", /host name/],
};
for (const [title, [url, said]] of Object.entries(nowhere)) {
	connections(`${title}: not sent, and it is said why`, async () => {
		let armed = 0;
		const outcome = await sendTo(await url(), { arm: async () => void armed++ });
		assert.equal([outcome.class, outcome.next, armed], ["not-sent", "retry", 0]);
		assert.match(outcome.message, said);
	});
}

connections("TLS with something that does not speak it: not sent", () =>
	withFaultServer(
		{ connected: (link) => void setTimeout(() => link.socket.write("220 mail ready\r\n"), 20) },
		async (server) => {
			let armed = 0;
			const outcome = await sendTo(server.url.replace("http:", "https:"), {
				arm: async () => void armed++,
				limits: { beforeMs: 2_000 },
			});
			assert.equal([outcome.class, armed], ["not-sent", 0]);
		},
	),
);

connections("a server that takes the connection and nothing else: not sent, in time", () => {
	const deaf: Behaviour = { connected: ({ socket }) => void socket.pause() };
	return withFaultServer(deaf, async (server) => {
		// Larger than what the kernels between the two take without a reader.
		const call = publishCall(JSON.stringify({ title: "x".repeat(24 << 20) }));
		const outcome = await sendTo(server.url, { call, limits: { beforeMs: 400 } });
		assert.equal(
			[outcome.class, outcome.message],
			["not-sent", "not sent: connecting and sending took too long"],
		);
	});
});

connections("a request that is not the recorded one is not sent", () =>
	withFaultServer(accepting, async (server) => {
		const fault = await sendTo(server.url, {
			call: { ...publishCall(), payloadSha256: "0".repeat(64) },
		}).catch((error: Error) => error.message);
		assert.equal(
			[fault, server.links.length],
			["The request was changed after it was recorded, so it is not sent.", 0],
		);
	}),
);

connections.run();
