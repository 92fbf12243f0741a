import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Secret } from "../../src/model/secret.ts";
import { isWebhookSecret, newWebhookSecret, signatureHeaders } from "../../src/webhooks/signature.ts";

const SECRET = new Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");

const signature = suite("webhook signature");

signature("the example of the standard is signed as it says", () => {
	const content = {
		id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
		timestamp: 1_614_265_330,
		body: Buffer.from('{"test": 2432232314}'),
	};
	assert.equal(signatureHeaders(content, SECRET), {
		"webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
		"webhook-timestamp": "1614265330",
		"webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
	});
});

signature("an independent reader verifies what a new secret signs, and refuses another body", () => {
	const secret = newWebhookSecret();
	const body = Buffer.from('{"title":"Grüße 🎬"}');
	const headers = signatureHeaders(
		{ id: "msg_1_acc_2", timestamp: Math.floor(Date.now() / 1000), body },
		secret,
	);
	const reader = new Webhook(secret.reveal());
	assert.equal(reader.verify(body, headers), { title: "Grüße 🎬" });
	assert.throws(() => reader.verify('{"title":"else"}', headers), /signature/i);
});

signature("while a secret is replaced, readers of either one verify the message", () => {
	const [old, next] = [newWebhookSecret(), newWebhookSecret()];
	const both = new Secret(`${old.reveal()} ${next.reveal()}`);
	const body = Buffer.from("{}");
	const headers = signatureHeaders({ id: "msg_1", timestamp: Math.floor(Date.now() / 1000), body }, both);
	for (const one of [old, next]) assert.equal(new Webhook(one.reveal()).verify(body, headers), {});
});

signature("a secret is whsec_ and 24 to 64 bytes in base64", () => {
	const of = (bytes: number) => `whsec_${randomBytes(bytes).toString("base64")}`;
	const cases: Record<string, boolean> = {
		[of(24)]: true,
		[of(64)]: true,
		[`${of(32)} ${of(32)}`]: true,
		[of(23)]: false,
		[of(65)]: false,
		[of(32).slice(6)]: false,
		whsec_: false,
		"": false,
		"whsec_not base64 at all, and long enough": false,
		[`${of(32)} and more`]: false,
	};
	for (const [text, expected] of Object.entries(cases)) assert.is(isWebhookSecret(text), expected, text);
});

signature.run();
