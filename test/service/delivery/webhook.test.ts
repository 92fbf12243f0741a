import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Secret } from "../../../src/model/secret.ts";
import { openWebhook } from "../../../src/service/delivery/destinations/webhook.ts";
import { pauseAfter } from "../../../src/service/delivery/destinations/webhook-schedule.ts";
import type { WebhookSettings } from "../../../src/service/delivery/destinations/webhook-settings.ts";
import { newWebhookSecret } from "../../../src/webhooks/signature.ts";
import { type Behaviour, type Receiver, startReceiver } from "../../fakes/webhook-receiver.ts";
import { deliverByPhases, type Kept, type Kill, withWork } from "./phases.ts";

const secret = newWebhookSecret();

interface Ground {
	readonly receiver: Receiver;
	/** Delivers the post, perhaps killed once. */
	deliver(kill?: Kill): Promise<Kept>;
}

interface Way extends Partial<Pick<WebhookSettings, "delivery" | "attach">> {
	readonly remembers?: boolean;
	readonly canSettle?: boolean;
}

async function withReceiver(way: Way, body: (ground: Ground) => Promise<void>): Promise<void> {
	await withWork(async ({ work, clock }) => {
		const receiver = await startReceiver(secret.reveal(), { now: clock.now, ...way });
		const url = new Secret(receiver.url);
		const settings: WebhookSettings = {
			...{ kind: "webhook", url, secret, privateHosts: true, delivery: "once", attach: "link" },
			...way,
			...(way.canSettle && { settleUrl: new Secret(`${receiver.url}/state`) }),
		};
		try {
			const deliver = (kill?: Kill) =>
				deliverByPhases(openWebhook(settings, { isReachable: true }), { work, clock, kill });
			await body({ receiver, deliver });
		} finally {
			await receiver.close();
		}
	});
}

const webhook = suite("webhook");

webhook("a post arrives signed, with its texts, its account and links to its files", () =>
	withReceiver({}, async ({ receiver, deliver }) => {
		assert.equal((await deliver()).phase, "done");
		const [arrived] = receiver.commits;
		assert.is(arrived?.id, "msg_01KABCDEFGHJKMNPQRSTVWXYZ0_acc_0123456789abcdef01234567");
		const { type, timestamp, data } = (arrived?.event ?? {}) as Record<string, unknown>;
		assert.equal([type, timestamp], ["post.publish", "2026-11-20T12:00:00.000Z"]);
		const { files, ...texts } = data as Record<string, unknown>;
		assert.equal(texts, {
			task_id: "01KABCDEFGHJKMNPQRSTVWXYZ0",
			title: "A title",
			account: { id: "acc_0123456789abcdef01234567", platform: "youtube", username: "Acme" },
		});
		const { video } = files as Record<string, Record<string, unknown>>;
		assert.equal(
			{ ...video, sha256: undefined },
			{
				url: "http://127.0.0.1:9/files/video",
				size: 15,
				sha256: undefined,
				content_type: "video/mp4",
				expires_at: "2026-11-21T12:00:00.000Z",
			},
		);
		assert.equal(receiver.wrong, []);
	}),
);

webhook("attached, the video comes with the message, and the signed part has its sha256", () =>
	withReceiver({ attach: "multipart" }, async ({ receiver, deliver }) => {
		assert.is((await deliver()).phase, "done");
		const [arrived] = receiver.commits;
		const data = arrived?.event.data as { readonly files: { readonly video: Record<string, unknown> } };
		assert.is(data.files.video.sha256, arrived?.fileSha256);
		assert.is("url" in data.files.video, false);
		assert.equal(receiver.wrong, []);
	}),
);

const answers: Record<string, readonly [Behaviour, phase: Kept["phase"], words: RegExp, commits: number]> = {
	"any 2xx means that it was handed over": [{ kind: "status", status: 202, commits: true }, "done", /^$/, 1],
	"an answer may name where it was posted": [{ kind: "ok" }, "done", /^https:\/\/example\.com\/posted$/, 1],
	"an address that is no web address is left out": [
		{ kind: "ok", body: { url: "javascript:alert(1)" } },
		"done",
		/^$/,
		1,
	],
	"410: the webhook is gone": [{ kind: "status", status: 410 }, "refused", /410: this webhook is gone/, 0],
	"404: its address is wrong": [{ kind: "status", status: 404 }, "refused", /404: check its address/, 0],
	"401: the secret is wrong": [{ kind: "status", status: 401 }, "refused", /401: check the secret/, 0],
	"a redirect is not followed": [
		{ kind: "status", status: 302, headers: { location: "https://example.com/" } },
		"refused",
		/redirects are not followed/,
		0,
	],
	"500: nobody knows": [{ kind: "status", status: 500, commits: true }, "unknown", /./, 1],
	"503, whatever it asks for: nobody knows": [
		{ kind: "status", status: 503, headers: { "retry-after": "1" } },
		"unknown",
		/./,
		0,
	],
	"a page in place of JSON was handed over": [
		{ kind: "status", status: 200, commits: true, text: "<html>thanks</html>" },
		"done",
		/^$/,
		1,
	],
};
for (const [title, [behaviour, phase, words, commits]] of Object.entries(answers))
	webhook(title, () =>
		withReceiver({}, async ({ receiver, deliver }) => {
			receiver.behave(behaviour);
			const kept = await deliver();
			assert.is(kept.phase, phase);
			assert.match(kept.words ?? "", words);
			assert.is(receiver.commits.length, commits);
			assert.not.match(kept.words ?? "", /hooks\/posts/);
		}),
	);

webhook("429 is tried again when the receiver asks for it", () =>
	withReceiver({}, async ({ receiver, deliver }) => {
		receiver.behave({ kind: "status", status: 429, headers: { "retry-after": "60" } }, { kind: "ok" });
		assert.is((await deliver()).phase, "done");
		assert.is(receiver.commits.length, 1);
	}),
);

webhook("what was only taken is asked for until the receiver has posted it", () =>
	withReceiver({}, async ({ receiver, deliver }) => {
		const states = ["accepted", "posted"];
		receiver.behave({ kind: "ok", body: { state: "accepted", status_url: `${receiver.url}/1` } });
		receiver.settles(() => ({ status: 200, body: { state: states.shift(), url: "https://example.com/v" } }));
		assert.equal(await deliver().then(({ phase, words }) => [phase, words]), [
			"done",
			"https://example.com/v",
		]);
		assert.equal([receiver.commits.length, states], [1, []]);
	}),
);

webhook("a status address somewhere else is not asked", () =>
	withReceiver({}, async ({ receiver, deliver }) => {
		receiver.behave({ kind: "ok", body: { state: "accepted", status_url: "http://169.254.169.254/" } });
		assert.is((await deliver()).phase, "done");
	}),
);

/** What a receiver does with one message, and how often it acts on it where it is not sent again. */
const BEHAVIOURS: Record<string, readonly Behaviour[]> = {
	ok: [{ kind: "ok" }],
	"lost before commit": [{ kind: "reset", when: "before_commit" }, { kind: "ok" }],
	"lost after commit": [{ kind: "reset", when: "after_commit" }, { kind: "ok" }],
	"reset at the headers": [{ kind: "reset", when: "headers" }, { kind: "ok" }],
	"slow, but in time": [{ kind: "ok", afterMs: 50 }],
	"cut off": [{ kind: "cut" }, { kind: "ok" }],
	"wrong with commit": [{ kind: "status", status: 500, commits: true }, { kind: "ok" }],
	"wrong without commit": [{ kind: "status", status: 503 }, { kind: "ok" }],
	refused: [{ kind: "status", status: 422 }],
};
/** Two writes of a way to the end are not always there: a kill at one that never comes changes nothing. */
const KILLS: readonly (Kill | undefined)[] = [
	undefined,
	...[1, 2, 3, 4, 5].flatMap((write) => [
		{ write, when: "before" } as const,
		{ write, when: "after" } as const,
	]),
];
const WAYS: Record<string, { readonly way: Way; readonly ends: readonly Kept["phase"][] }> = {
	"once, to a receiver that forgets": { way: {}, ends: ["done", "refused", "unknown"] },
	"once, to a receiver that can be asked": { way: { canSettle: true }, ends: ["done", "refused"] },
	"repeated, to a receiver that drops what it knows": {
		way: { delivery: "repeat", remembers: true },
		ends: ["done", "refused"],
	},
};
for (const [title, { way, ends }] of Object.entries(WAYS))
	for (const [name, behaviours] of Object.entries(BEHAVIOURS))
		webhook(`${title}: ${name}, killed at every write, posts at most once`, () =>
			Promise.all(
				KILLS.map((kill) =>
					withReceiver(way, async ({ receiver, deliver }) => {
						receiver.behave(...behaviours);
						const { phase } = await deliver(kill);
						const seen = `${JSON.stringify(kill)} ended ${phase} with ${receiver.commits.length}`;
						assert.ok(receiver.commits.length <= 1, seen);
						assert.ok(ends.includes(phase), seen);
						if (phase === "done") assert.is(receiver.commits.length, 1, seen);
						if (phase === "refused") assert.is(receiver.commits.length, 0, seen);
						assert.equal(receiver.wrong, [], seen);
					}),
				),
			).then(() => undefined),
		);

webhook("a receiver that forgets although it promised not to posts again: the mode is its promise", () =>
	withReceiver({ delivery: "repeat" }, async ({ receiver, deliver }) => {
		receiver.behave({ kind: "reset", when: "after_commit" }, { kind: "ok" });
		assert.is((await deliver()).phase, "done");
		assert.is(new Set(receiver.commits.map(({ id }) => id)).size, 1);
		assert.is(receiver.commits.length, 2);
	}),
);

webhook("repeats end after nine pauses of the schedule, and then a person is asked", () =>
	withReceiver({ delivery: "repeat" }, async ({ receiver, deliver }) => {
		receiver.behave({ kind: "status", status: 500 });
		assert.is((await deliver()).phase, "unknown");
		assert.is(receiver.arrived.length, 10);
	}),
);

webhook("the pauses are those of the standard and up to a fifth more, the same each time", () => {
	const bases = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
	const pauses = bases.map((_, at) => pauseAfter(at + 1, "msg_1") ?? 0);
	assert.ok(
		pauses.every((pause, at) => pause >= (bases[at] ?? 0) * 1_000 && pause < (bases[at] ?? 0) * 1_200),
	);
	assert.equal(
		pauses,
		bases.map((_, at) => pauseAfter(at + 1, "msg_1")),
	);
	assert.is.not(pauseAfter(1, "msg_1"), pauseAfter(1, "msg_2"));
	assert.is(pauseAfter(10, "msg_1"), undefined);
});

webhook.run();
