import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Secret } from "../../../src/model/secret.ts";
import { type Credential, openCredentials } from "../../../src/service/credentials/credentials.ts";
import { openAccounts } from "../../../src/service/store/accounts.ts";
import { folderStore } from "../../../src/service/store/folder/store.ts";
import { newWebhookSecret } from "../../../src/webhooks/signature.ts";
import type { WireAccount, WirePublishTask } from "../../../src/wire/messages.gen.ts";
import { type Receiver, startReceiver } from "../../fakes/webhook-receiver.ts";
import { accountOn, exported, START, until, untilLater, type World, withWorld } from "../world.ts";

const HOUR = 3_600_000;
const PATH = "/api/v2/social-media/publish";
const GONE = { kind: "status", status: 410 } as const;
const PAGE = { platform: "facebook", username: "Page" } as const;

const secret = newWebhookSecret();

/** A service whose account on Facebook was connected while it ran, as `connect` gives how. */
interface Ground {
	readonly world: World;
	readonly receiver: Receiver;
	/** What the command did, one word a line. */
	readonly ran: () => Promise<readonly string[]>;
	connect(credential: Credential): Promise<void>;
	restart(): Promise<void>;
}

async function withConnected(body: (ground: Ground) => Promise<void>): Promise<void> {
	let now = () => START;
	const receiver = await startReceiver(secret.reveal(), { now: () => now() });
	try {
		await withWorld({}, async (world) => {
			now = world.clock.now;
			const source = { file: join(world.folder, "user", "credentials.key") };
			const options = { credentials: source, env: process.env, memory: join(world.folder, "memory") };
			await world.restart(options);
			const { data } = world.options;
			const book = openAccounts(folderStore(data), []);
			await body({
				world,
				receiver,
				ran: async () =>
					(await readFile(join(world.folder, "ran"), "utf8").catch(() => "")).split("\n").filter(Boolean),
				connect: async (credential) => {
					await openCredentials(folderStore(data), source).put(book.idOf(PAGE), credential);
					await book.connect({ ...PAGE, via: credential.kind }, world.clock.now());
				},
				restart: () => world.restart(options),
			});
		});
	} finally {
		await receiver.close();
	}
}

function webhookTo(receiver: Receiver, delivery: "once" | "repeat" = "once"): Credential {
	const url = new Secret(receiver.url);
	return { kind: "webhook", url, secret, privateHosts: true, delivery, attach: "link" };
}

/** A command that writes down each start, waits while `held` is there, and ends with what is in `code`. */
async function commandIn(world: World): Promise<Credential> {
	const path = join(world.folder, "post.sh");
	const script = `#!/bin/sh\necho "$SHOWRUN_PHASE" >> '${world.folder}/ran'\nwhile [ -e '${world.folder}/held' ]; do sleep 0.02; done\nexit $(cat '${world.folder}/code')\n`;
	await writeFile(path, script);
	await chmod(path, 0o755);
	return { kind: "command", argv: [path], env: [], timeoutMs: 60_000, settle: false };
}

async function publish(world: World, more: object = {}): Promise<string> {
	const [project_id, account] = [await exported(world), await accountOn(world, "facebook")];
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

const noteIn = ({ results }: WirePublishTask) => results?.[0]?.note ?? "";
const waits = (world: World, id: string) =>
	until(
		() => read(world, id),
		(task) => noteIn(task) !== "" || task.status === "ERROR",
	);
/** Looks at it again while it waits, until it is over. No time passes while it is sent. */
const ends = (world: World, id: string) =>
	untilLater(world, () => read(world, id), {
		holds: ({ status }) => ["DONE", "ERROR", "CANCELLED"].includes(status),
		stands: ({ results }) => {
			const [{ note, state = "" } = {}] = results ?? [];
			return !["queued", "settling"].includes(state) && (note === undefined || state === "armed");
		},
	});

const reconnect = suite("a post whose account has to be connected again");

reconnect(
	"waits where the webhook is gone, by name, and goes out once to the one that is connected next",
	() =>
		withConnected(async ({ world, receiver, connect }) => {
			await connect(webhookTo(receiver));
			receiver.behave(GONE);
			const id = await publish(world);
			const waiting = await waits(world, id);
			assert.is(waiting.status, "PROCESSING");
			assert.match(
				noteIn(waiting),
				/answered 410: this webhook is gone\. Connect a new one\. It waits until the account is connected again\.$/,
			);
			await until(
				async () => (await world.call("GET", "/api/v2/social-media/accounts")).body.data as WireAccount[],
				(accounts) => accounts.some((each) => each.platform === "facebook" && !each.token_valid),
			);
			world.clock.move(10 * 60_000);
			assert.equal([(await read(world, id)).status, receiver.arrived.length], ["PROCESSING", 1]);
			receiver.behave({ kind: "ok" });
			await connect(webhookTo(receiver));
			assert.is((await ends(world, id)).status, "DONE");
			assert.equal([receiver.commits.length, receiver.wrong], [1, []]);
		}),
);

reconnect("waits where the command says so, also over a restart, and runs once more then", () =>
	withConnected(async ({ world, ran, connect, restart }) => {
		await writeFile(join(world.folder, "code"), "77");
		await connect(await commandIn(world));
		const id = await publish(world);
		assert.match(noteIn(await waits(world, id)), /^The command has to be authorized again\. It waits until/);
		await restart();
		world.clock.move(5 * 60_000);
		assert.equal([(await read(world, id)).status, await ran()], ["PROCESSING", ["publish"]]);
		await writeFile(join(world.folder, "code"), "0");
		await connect(await commandIn(world));
		assert.equal([(await ends(world, id)).status, await ran()], ["DONE", ["publish", "publish"]]);
	}),
);

reconnect("goes out though the answer to the connection before came after somebody connected it again", () =>
	withConnected(async ({ world, ran, connect }) => {
		for (const name of ["held", "code"]) await writeFile(join(world.folder, name), "77");
		await connect(await commandIn(world));
		const id = await publish(world);
		await until(ran, ({ length }) => length === 1);
		world.clock.move(1_000);
		await connect(await commandIn(world));
		await rm(join(world.folder, "held"));
		await until(
			() => read(world, id),
			({ results }) => results?.[0]?.state !== "armed",
		);
		await writeFile(join(world.folder, "code"), "0");
		assert.equal([(await ends(world, id)).status, await ran()], ["DONE", ["publish", "publish"]]);
	}),
);

reconnect("goes out by a command where it was a webhook before", () =>
	withConnected(async ({ world, receiver, ran, connect }) => {
		await writeFile(join(world.folder, "code"), "0");
		await connect(webhookTo(receiver));
		receiver.behave(GONE);
		const id = await publish(world);
		await waits(world, id);
		await connect(await commandIn(world));
		assert.equal(
			[(await ends(world, id)).status, await ran(), receiver.commits.length],
			["DONE", ["publish"], 0],
		);
	}),
);

for (const [action, state] of [
	["skip", "skipped"],
	["hold", "held"],
] as const)
	reconnect(`follows its rule to ${action} what is late meanwhile`, () =>
		withConnected(async ({ world, receiver, connect }) => {
			await connect(webhookTo(receiver));
			receiver.behave(GONE);
			const late_rule = { max_ms: HOUR, action };
			const id = await publish(world, { scheduled_at: START + HOUR, late_rule });
			world.clock.move(HOUR);
			await waits(world, id);
			world.clock.move(HOUR + 1);
			const { status, results } = await ends(world, id);
			assert.equal([status, results?.[0]?.state], ["ERROR", state]);
			receiver.behave({ kind: "ok" });
			await connect(webhookTo(receiver));
			assert.equal([(await ends(world, id)).status, receiver.commits.length], ["ERROR", 0]);
		}),
	);

reconnect("can be cancelled, and never goes out", () =>
	withConnected(async ({ world, receiver, connect }) => {
		await connect(webhookTo(receiver));
		receiver.behave(GONE);
		const id = await publish(world);
		const { version } = await waits(world, id);
		const headers = { "if-match": `"${version}"` };
		assert.is((await world.call("POST", `${PATH}/${id}/cancel`, { headers })).status, 200);
		receiver.behave({ kind: "ok" });
		await connect(webhookTo(receiver));
		assert.equal([(await ends(world, id)).status, receiver.commits.length], ["CANCELLED", 0]);
	}),
);

reconnect("is unknown where an earlier attempt may have arrived: another receiver does not know it", () =>
	withConnected(async ({ world, receiver, connect }) => {
		await connect(webhookTo(receiver, "repeat"));
		receiver.behave({ kind: "reset", when: "after_commit" }, GONE);
		const id = await publish(world);
		const { status, results } = await ends(world, id);
		assert.equal([status, results?.[0]?.state], ["ERROR", "unknown"]);
		assert.match(results?.[0]?.error_message ?? "", /an earlier attempt may have arrived, and then .* 410/);
		receiver.behave({ kind: "ok" });
		await connect(webhookTo(receiver, "repeat"));
		assert.equal([(await ends(world, id)).status, receiver.commits.length], ["ERROR", 1]);
	}),
);

reconnect("leaves an account that nothing is sent to before: the next post waits without an attempt", () =>
	withConnected(async ({ world, receiver, connect }) => {
		await connect(webhookTo(receiver));
		const next = await publish(world, { scheduled_at: START + 2 * HOUR });
		receiver.behave(GONE);
		const first = await publish(world);
		await waits(world, first);
		world.clock.move(2 * HOUR);
		assert.match(noteIn(await waits(world, next)), /reconnect the account/);
		assert.is(receiver.arrived.length, 1);
		receiver.behave({ kind: "ok" });
		await connect(webhookTo(receiver));
		await ends(world, first);
		assert.equal([(await ends(world, next)).status, receiver.commits.length], ["DONE", 2]);
	}),
);

reconnect.run();
