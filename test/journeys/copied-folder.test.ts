import { chmod, cp, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Secret } from "../../src/model/secret.ts";
import { type Credential, openCredentials } from "../../src/service/credentials/credentials.ts";
import { openAccounts } from "../../src/service/store/accounts.ts";
import { folderStore } from "../../src/service/store/folder/store.ts";
import { newWebhookSecret } from "../../src/webhooks/signature.ts";
import type { WirePublishTask } from "../../src/wire/messages.gen.ts";
import { startReceiver } from "../fakes/webhook-receiver.ts";
import { accountOn, exported, until } from "../service/world.ts";
import { type Owner, own } from "./owner.ts";
import { ROOM } from "./program.ts";

const PATH = "/api/v2/social-media/publish";
const PAGE = { platform: "facebook", username: "Page" } as const;
const secret = newWebhookSecret();

/** Something that posts: at first it asks to come back later. */
interface Poster {
	readonly credential: Credential;
	/** From now on it posts. */
	take(): Promise<void>;
	/** How often it posted. */
	posted(): Promise<number>;
	close(): Promise<void>;
}

async function webhook(): Promise<Poster> {
	const receiver = await startReceiver(secret.reveal());
	receiver.behave({ kind: "status", status: 429, headers: { "retry-after": "1" } });
	return {
		credential: {
			...{ kind: "webhook", url: new Secret(receiver.url), secret, privateHosts: true },
			...({ delivery: "once", attach: "link" } as const),
		},
		take: async () => receiver.behave({ kind: "ok" }),
		posted: async () => receiver.commits.length,
		close: () => receiver.close(),
	};
}

async function command(folder: string): Promise<Poster> {
	const path = join(folder, "post.sh");
	const script = '#!/bin/sh\ncd "$(dirname "$0")"\ntest -e taking || exit 75\necho posted >> posted\n';
	await writeFile(path, script);
	await chmod(path, 0o755);
	return {
		credential: { kind: "command", argv: [path], env: [], timeoutMs: 60_000, settle: false },
		take: () => writeFile(join(folder, "taking"), ""),
		posted: async () =>
			(await readFile(join(folder, "posted"), "utf8").catch(() => "")).split("\n").length - 1,
		close: async () => undefined,
	};
}

async function read(owner: Owner, id: string): Promise<WirePublishTask> {
	return (await owner.call("GET", `${PATH}/${id}`)).body.data as WirePublishTask;
}

/** Starts a service, and posts a clip that has to wait. */
async function waitingPost(folder: string, memory: string, { credential }: Poster) {
	const data = join(folder, "data");
	const book = openAccounts(folderStore(data), []);
	await mkdir(data, { recursive: true });
	await openCredentials(folderStore(data), { file: join(memory, "credentials.key") }).put(
		book.idOf(PAGE),
		credential,
	);
	await book.connect({ ...PAGE, via: credential.kind }, Date.now());
	const owner = await own(folder, memory);
	const [project_id, account] = [await exported(owner), await accountOn(owner, "facebook")];
	const { body } = await owner.call("POST", PATH, {
		body: { project_id, idx: 0, publish_configs: { [account]: { title: "T" } } },
	});
	const { task_id: id } = body.data as WirePublishTask;
	await until(
		() => read(owner, id),
		({ results }) => results?.[0]?.note !== undefined,
	);
	return { owner, id };
}

const copied = suite("a data folder that is copied while its posts are due");

for (const kind of ["webhook", "command"] as const)
	copied(`sends nothing twice by a ${kind}, also where both are told to deliver`, async () => {
		const folder = await mkdtemp(join(ROOM, `copied-${kind}-`));
		const [live, copy, memory] = ["live", "copy", "memory"].map((name) => join(folder, name)) as [
			...[string, string, string],
		];
		await mkdir(live);
		const poster = kind === "webhook" ? await webhook() : await command(folder);
		const { owner, id } = await waitingPost(live, memory, poster);
		await cp(join(live, "data"), join(copy, "data"), {
			recursive: true,
			// What says which process owns it would lead to that one.
			filter: (path) => !/^\.?owner/.test(basename(path)),
		});
		const refused = await own(copy, memory).catch((error: Error) => error.message);
		assert.match(String(refused), /is a copy of .*live.*, which delivers the same posts/);
		const second = await own(copy, memory, "deliver");
		await poster.take();
		const ended = await Promise.all(
			[owner, second].map((each) =>
				until(
					() => read(each, id),
					({ status }) => status === "DONE" || status === "ERROR",
				),
			),
		);
		const states = ended.map(({ status, results }) => results?.[0]?.state ?? status);
		assert.equal([states.sort(), await poster.posted()], [["DONE", "unknown"], 1]);
		await Promise.all([owner, second].map((each) => each.end("SIGKILL")));
		await poster.close();
	});

copied.run();
