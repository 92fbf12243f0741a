import { once } from "node:events";
import { createServer } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Secret } from "../../src/model/secret.ts";
import { systemClock } from "../../src/system/clock.ts";
import { parseWebhookAddress } from "../../src/webhooks/address.ts";
import { sendWebhook, type WebhookTarget } from "../../src/webhooks/send.ts";
import { newWebhookSecret } from "../../src/webhooks/signature.ts";
import { type Behaviour, type Receiver, startReceiver } from "../fakes/webhook-receiver.ts";

const LIMITS = { settleMs: 30, windowMs: 2_000, beforeMs: 5_000, answerMs: 400 };
const BODY = Buffer.from('{"type":"post.publish"}');
const MESSAGE = {
	id: "msg_01K_acc_1",
	body: BODY,
	signed: BODY,
	type: "application/json",
};
const secret = newWebhookSecret();

async function withReceiver(
	body: (receiver: Receiver, target: WebhookTarget) => Promise<void>,
): Promise<void> {
	const receiver = await startReceiver(secret.reveal());
	try {
		await body(receiver, { url: new Secret(receiver.url), secret, privateHosts: true });
	} finally {
		await receiver.close();
	}
}

function send(target: WebhookTarget, arm: () => Promise<void> = async () => {}) {
	const signal = new AbortController().signal;
	return sendWebhook(MESSAGE, target, { arm, clock: systemClock, signal, limits: LIMITS });
}

const sender = suite("webhook sender");

sender("a message arrives once, signed, after it was armed and over a connection of its own", () =>
	withReceiver(async (receiver, target) => {
		const before: number[] = [];
		for (const _ of [1, 2])
			await send(target, async () => {
				before.push(receiver.arrived.length);
			});
		assert.equal(before, [0, 1]);
		assert.equal(
			receiver.commits.map(({ id }) => id),
			[MESSAGE.id, MESSAGE.id],
		);
		assert.is(receiver.connections(), 2);
		assert.equal(receiver.wrong, []);
	}),
);

const results: Record<string, readonly [Behaviour, expected: string, commits: number]> = {
	"an answer is given with its status": [{ kind: "ok" }, "answered 200", 1],
	"a redirect is an answer, and is not followed": [
		{ kind: "status", status: 307, headers: { location: "/elsewhere" } },
		"answered 307",
		0,
	],
	"a slow answer within the limit is waited for": [{ kind: "ok", afterMs: 150 }, "answered 200", 1],
	"an answer that never comes is no answer": [{ kind: "silent" }, "no_answer", 1],
	"an answer that breaks off is no answer": [{ kind: "cut" }, "no_answer 200", 1],
	"a reset after the commit is no answer": [{ kind: "reset", when: "after_commit" }, "no_answer", 1],
	"a reset before the commit looks the same": [{ kind: "reset", when: "before_commit" }, "no_answer", 0],
	"a reset at the headers means that nothing was sent": [{ kind: "reset", when: "headers" }, "not_sent", 0],
};
for (const [title, [behaviour, expected, commits]] of Object.entries(results))
	sender(title, () =>
		withReceiver(async (receiver, target) => {
			receiver.behave(behaviour);
			const result = await send(target);
			const status = result.kind === "not_sent" ? undefined : result.status;
			assert.is([result.kind, status].filter(Boolean).join(" "), expected);
			assert.is(receiver.commits.length, commits);
			assert.is(receiver.connections(), 1);
			assert.equal(receiver.wrong, []);
		}),
	);

sender("where arming fails, the receiver never gets the last byte", () =>
	withReceiver(async (receiver, target) => {
		const fault = new Error("disk full");
		const failed = await send(target, () => Promise.reject(fault)).catch((error: unknown) => error);
		assert.is(failed, fault);
		assert.equal(receiver.arrived, []);
	}),
);

sender("nobody listening means that nothing was sent, and nothing is armed", async () => {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as { readonly port: number };
	server.close();
	let armed = 0;
	const url = new Secret(`http://127.0.0.1:${port}/`);
	const result = await send({ url, secret, privateHosts: true }, async () => {
		armed += 1;
	});
	assert.is(result.kind, "not_sent");
	assert.is(armed, 0);
});

sender("a name of this machine is not connected to unless it was named on purpose", () =>
	withReceiver(async (receiver, target) => {
		const url = new Secret(receiver.url.replace("127.0.0.1", "localhost").replace("http:", "https:"));
		const result = await send({ ...target, url, privateHosts: false });
		assert.is(result.kind === "not_sent" && String(result.why).includes("private network"), true);
		assert.is(receiver.connections(), 0);
	}),
);

const addresses: Record<string, readonly [text: string, privateHosts: boolean, refused: boolean]> = {
	"https to anybody": ["https://hooks.example.com/a?b=c", false, false],
	"http to anybody": ["http://hooks.example.com/", false, true],
	"http where private hosts are allowed": ["http://n8n.internal:5678/webhook/x", true, false],
	"http to a public IP address, though private hosts are allowed": ["http://8.8.8.8/", true, true],
	"a private IP address": ["https://10.0.0.7/", false, true],
	"a private IP address that was named on purpose": ["https://10.0.0.7/", true, false],
	"the metadata address of a cloud": ["https://169.254.169.254/", false, true],
	"a password": ["https://me:secret@hooks.example.com/", true, true],
	"a file": ["file:///etc/passwd", true, true],
	"no address": ["hooks", true, true],
};
for (const [title, [text, privateHosts, refused]] of Object.entries(addresses))
	sender(`${title} is ${refused ? "refused" : "taken"}`, () => {
		const parse = () => parseWebhookAddress(text, { privateHosts });
		if (refused) assert.throws(parse, (error: Error) => !error.message.includes("secret"));
		else assert.is(parse().href, text);
	});

sender.run();
