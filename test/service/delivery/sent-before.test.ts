import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Secret } from "../../../src/model/secret.ts";
import { newWebhookSecret } from "../../../src/webhooks/signature.ts";
import type { WirePublishTask } from "../../../src/wire/messages.gen.ts";
import { type Receiver, startReceiver } from "../../fakes/webhook-receiver.ts";
import { type Answer, accountOn, exported, START, until, type World, withWorld } from "../world.ts";

const HOUR = 3_600_000;
const PATH = "/api/v2/social-media/publish";
const secret = newWebhookSecret();

/** A service with a webhook that remembers outside of its data folder. */
async function withWebhook(body: (world: World, receiver: Receiver) => Promise<void>): Promise<void> {
	let now = () => START;
	const receiver = await startReceiver(secret.reveal(), { now: () => now() });
	const webhook = {
		...{ url: new Secret(receiver.url), secret, privateHosts: true },
		...({ delivery: "once", attach: "link" } as const),
	};
	const accounts = [{ platform: "youtube", username: "Acme", via: "webhook", webhook }] as const;
	try {
		await withWorld({ accounts }, async (world) => {
			now = world.clock.now;
			await world.restart({ memory: join(world.folder, "memory") });
			await body(world, receiver);
		});
	} finally {
		await receiver.close();
	}
}

/** Goes on with another data folder of the same user. */
function onData(world: World, data: string, restored?: "deliver"): Promise<void> {
	const options = { memory: join(world.folder, "memory"), data: join(world.folder, data) };
	return world.restart(restored === undefined ? options : { ...options, restored });
}

async function publish(world: World, more: object = {}): Promise<string> {
	const [project_id, account] = [await exported(world), await accountOn(world, "youtube")];
	const publish_configs = { [account]: { title: "A title" } };
	const { body, status } = await world.call("POST", PATH, {
		body: { project_id, idx: 0, publish_configs, ...more },
	});
	if (status !== 200) throw new Error(`publish answered ${status}: ${body.message}`);
	return (body.data as WirePublishTask).task_id;
}

async function read(world: World, id: string): Promise<WirePublishTask> {
	return (await world.call("GET", `${PATH}/${id}`)).body.data as WirePublishTask;
}

function ended(world: World, id: string): Promise<WirePublishTask> {
	return until(
		() => read(world, id),
		({ status }) => ["DONE", "ERROR"].includes(status),
	);
}

async function change(world: World, path: string, body: object = {}): Promise<Answer> {
	const { version } = await read(world, path.split("/")[0] ?? "");
	return world.call("POST", `${PATH}/${path}`, { body, headers: { "if-match": `"${version}"` } });
}

/** In that data folder the account is known by the id that its platform gave it. */
async function identify(world: World, data: string): Promise<void> {
	const account = { platform: "youtube", username: "Acme", id: "UCacme", tokenValid: true };
	const accounts = [{ ...account, tokenExpiringSoon: false }];
	await mkdir(join(world.folder, data), { recursive: true });
	await writeFile(join(world.folder, data, "accounts.json"), JSON.stringify({ format: 1, accounts }));
}

/** What a person found of the only account of a post. */
async function resolve(world: World, id: string, outcome: "posted" | "not_posted"): Promise<Answer> {
	const account_id = await accountOn(world, "youtube");
	return change(world, `${id}/resolve`, { account_id, outcome });
}

const sent = suite("a clip that was sent to an account before");

sent("from the original of a copied folder is unknown there, and a person can tell", () =>
	withWebhook(async (world, receiver) => {
		const id = await publish(world, { scheduled_at: START + HOUR });
		await world.service.close();
		await cp(world.options.data, join(world.folder, "copy"), { recursive: true });
		await onData(world, "data");
		world.clock.move(HOUR);
		assert.is((await ended(world, id)).status, "DONE");
		await onData(world, "copy", "deliver");
		const [result] = (await ended(world, id)).results ?? [];
		assert.equal([result?.state, receiver.commits.length], ["unknown", 1]);
		assert.match(result?.error_message ?? "", /it was sent at 2026-.*Z from .*data, as 01/);
		assert.is((await change(world, `${id}/retry`)).status, 409);
		assert.is((await resolve(world, id, "not_posted")).status, 409);
		assert.is((await resolve(world, id, "posted")).status, 200);
		assert.equal([(await read(world, id)).status, receiver.arrived.length], ["DONE", 1]);
	}),
);

sent("by another service is refused by name, and goes out once somebody asks for it", () =>
	withWebhook(async (world, receiver) => {
		const first = await publish(world);
		assert.is((await ended(world, first)).status, "DONE");
		await onData(world, "other");
		const id = await publish(world);
		const [result] = (await ended(world, id)).results ?? [];
		assert.equal([result?.status, result?.state, receiver.arrived.length], ["ERROR", undefined, 1]);
		assert.match(result?.error_message ?? "", `as ${first}. To send it once more: showrun posts retry ${id}`);
		assert.is((await change(world, `${id}/retry`)).status, 200);
		assert.equal([(await ended(world, id)).status, receiver.arrived.length], ["DONE", 2]);
	}),
);

sent("by another service is found by the platform's own id, also by a post that waits under another", () =>
	withWebhook(async (world, receiver) => {
		const waiting = await publish(world, { scheduled_at: START + HOUR });
		await identify(world, "other");
		await onData(world, "other");
		assert.is(await accountOn(world, "youtube"), "UCacme");
		assert.is((await ended(world, await publish(world))).status, "DONE");
		await identify(world, "data");
		await onData(world, "data");
		world.clock.move(HOUR);
		assert.equal([(await ended(world, waiting)).status, receiver.arrived.length], ["ERROR", 1]);
	}),
);

sent("by the same service goes out again where that is asked for", () =>
	withWebhook(async (world, receiver) => {
		for (const count of [1, 2]) {
			assert.is((await ended(world, await publish(world))).status, "DONE");
			assert.is(receiver.arrived.length, count);
		}
	}),
);

sent("and refused was not posted: another service may send it", () =>
	withWebhook(async (world, receiver) => {
		receiver.behave({ kind: "status", status: 422 }, { kind: "ok" });
		assert.is((await ended(world, await publish(world))).status, "ERROR");
		await onData(world, "other");
		assert.is((await ended(world, await publish(world))).status, "DONE");
	}),
);

const unknown = suite("a post of a webhook whose outcome is unknown");

unknown("is sent once more when a person did not find it, and not before it can be known", () =>
	withWebhook(async (world, receiver) => {
		receiver.behave({ kind: "reset", when: "before_commit" }, { kind: "ok" });
		const id = await publish(world);
		assert.is((await ended(world, id)).results?.[0]?.state, "unknown");
		assert.match((await resolve(world, id, "not_posted")).body.message ?? "", /less than 10 minutes ago/);
		world.clock.move(600_000);
		assert.is((await resolve(world, id, "not_posted")).status, 200);
		assert.equal([(await read(world, id)).status, receiver.commits.length], ["ERROR", 0]);
		assert.is((await change(world, `${id}/retry`)).status, 200);
		assert.equal([(await ended(world, id)).status, receiver.commits.length], ["DONE", 1]);
	}),
);

unknown("is done when a person found it, also after a restart, and cannot be retried", () =>
	withWebhook(async (world, receiver) => {
		receiver.behave({ kind: "reset", when: "after_commit" });
		const id = await publish(world);
		assert.is((await ended(world, id)).results?.[0]?.state, "unknown");
		assert.is((await resolve(world, id, "posted")).status, 200);
		await onData(world, "data");
		assert.is((await read(world, id)).status, "DONE");
		assert.is((await change(world, `${id}/retry`)).status, 409);
		assert.equal([receiver.commits.length, receiver.wrong], [1, []]);
	}),
);

sent.run();
unknown.run();
