import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Secret } from "../../../src/model/secret.ts";
import { openCredentials } from "../../../src/service/credentials/credentials.ts";
import { openAccounts } from "../../../src/service/store/accounts.ts";
import { folderStore } from "../../../src/service/store/folder/store.ts";
import { newWebhookSecret } from "../../../src/webhooks/signature.ts";
import { type Receiver, startReceiver } from "../../fakes/webhook-receiver.ts";
import { accountOn, exported, START, until, type World, withWorld } from "../world.ts";

const secret = newWebhookSecret();

/** A service one of whose accounts leaves by a webhook. */
async function withWebhook(body: (world: World, receiver: Receiver) => Promise<void>): Promise<void> {
	const receiver = await startReceiver(secret.reveal(), { now: () => START });
	const webhook = {
		...{ url: new Secret(receiver.url), secret, privateHosts: true },
		...({ delivery: "once", attach: "link" } as const),
	};
	const accounts = [
		{ platform: "youtube", username: "Acme", via: "webhook", webhook },
		{ platform: "linkedin", username: "Acme Inc." },
	] as const;
	try {
		await withWorld({ accounts }, (world) => body(world, receiver));
	} finally {
		await receiver.close();
	}
}

interface Reading {
	readonly status: string;
	readonly results: readonly { readonly error_message?: string; readonly state?: string }[];
}

async function publish(world: World, platform: string): Promise<Reading> {
	const [project, account] = [await exported(world), await accountOn(world, platform)];
	const { body } = await world.call("POST", "/api/v2/social-media/publish", {
		body: { project_id: project, idx: 0, publish_configs: { [account]: { title: "A title" } } },
	});
	const { task_id } = body.data as { readonly task_id: string };
	return until(
		async () => (await world.call("GET", `/api/v2/social-media/publish/${task_id}`)).body.data as Reading,
		({ status }) => ["DONE", "ERROR"].includes(status),
	);
}

const accounts = suite("accounts of webhooks");

accounts("a post leaves through the webhook of its account, and its link gives the video, in parts too", () =>
	withWebhook(async (world, receiver) => {
		assert.is((await publish(world, "youtube")).status, "DONE");
		assert.is(receiver.commits.length, 1);
		const data = receiver.commits[0]?.event.data as {
			readonly files: {
				readonly video: { readonly url: string; readonly sha256: string; readonly size: number };
			};
		};
		const { url, sha256, size } = data.files.video;
		const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
		assert.equal([createHash("sha256").update(whole).digest("hex"), whole.length], [sha256, size]);
		const part = await fetch(url, { headers: { range: "bytes=0-3" } });
		assert.equal([part.status, await part.text()], [206, whole.subarray(0, 4).toString()]);
		assert.is((await fetch(url.replace(/signature=.{4}/, "signature=AAAA"))).status, 403);
		assert.equal(receiver.wrong, []);
	}),
);

accounts("what nobody knows is named, and is not tried again", () =>
	withWebhook(async (world, receiver) => {
		receiver.behave({ kind: "status", status: 500, commits: true });
		const { status, results } = await publish(world, "youtube");
		assert.equal([status, receiver.arrived.length], ["ERROR", 1]);
		assert.is(results[0]?.state, "unknown");
		assert.match(results[0]?.error_message ?? "", /^It is unknown whether this was posted/);
	}),
);

accounts("an account that is connected while the service runs leaves by its command", () =>
	withWorld({}, async (world) => {
		const source = { file: join(world.folder, "user", "credentials.key") };
		const log = join(world.folder, "log");
		await world.restart({ credentials: source, env: process.env });
		const { data } = world.options;
		const book = openAccounts(folderStore(data), []);
		const account = { platform: "facebook", username: "Page" } as const;
		await openCredentials(folderStore(data), source).put(book.idOf(account), {
			...{ kind: "command", env: [], timeoutMs: 60_000, settle: false },
			argv: ["/bin/sh", "-c", `cp video.mp4 '${log}'`],
		});
		await book.connect({ ...account, via: "command" }, START);
		assert.is((await publish(world, "facebook")).status, "DONE");
		const copied = await readFile(log);
		assert.ok(copied.length > 0);
	}),
);

accounts.run();
