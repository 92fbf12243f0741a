import { readdir, readFile, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import source from "../../schemas/service.openapi.json" with { type: "json" };
import { Secret } from "../../src/model/secret.ts";
import { restoreBackup } from "../../src/service/backup/restore.ts";
import { writeBackup } from "../../src/service/backup/write.ts";
import { startService } from "../../src/service/embedded.ts";
import { ROUTES } from "../../src/service/routes/routes.ts";
import { folderStore } from "../../src/service/store/folder/store.ts";
import { createKey, revokeKey } from "../../src/service/tenants/keys.ts";
import { SCOPES, type Scope } from "../../src/service/tenants/scopes.ts";
import type { WireAccount, WireTask, WireUploadTarget } from "../../src/wire/messages.gen.ts";
import {
	type Answer,
	type Callable,
	call,
	exported,
	START,
	until,
	upload,
	type World,
	withWorld,
} from "./world.ts";

const tenants = suite("tenants");

/** The service as a tenant sees it, with a key that is made for it. */
async function client(
	world: World,
	tenant: string,
	scopes: readonly Scope[] = ["read", "submit", "publish"],
): Promise<Callable & { readonly keyId: string; readonly key: string }> {
	const name = `${tenant} ${scopes.join()} ${Math.random()}`;
	const made = await createKey(folderStore(world.options.data), { name, tenant, scopes, now: START });
	const service = { ...world.service, apiKey: made.key };
	return {
		service,
		keyId: made.kept.id,
		key: made.key.reveal(),
		call: (method, path, more) => call(service, { method, path, ...more }),
	};
}

/** Connects an account on the page that the service gives. */
async function connect({ call: ask }: Callable, username: string): Promise<string> {
	const { body } = await ask("POST", "/api/v2/social-media/oauth/tiktok");
	const { auth_url } = body.data as { readonly auth_url: string };
	const page = await (await fetch(auth_url)).text();
	const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";
	const form = { csrf: field("csrf"), state: field("state"), username, decision: "allow" };
	assert.is((await fetch(auth_url, { method: "POST", body: new URLSearchParams(form) })).status, 200);
	const listed = (await ask("GET", "/api/v2/social-media/accounts")).body.data as readonly WireAccount[];
	return listed.find((account) => account.platform_username === username)?.id ?? "";
}

/** Everything that a client can have: a task, an export, an account and a post that waits. */
async function belongings(tenant: Callable) {
	const project = await exported(tenant);
	const started = await tenant.call("POST", "/api/v2/clips/export", { body: { project_id: project } });
	const account = await connect(tenant, "@same");
	const body = {
		project_id: project,
		idx: 0,
		publish_configs: { [account]: { description: "a post" } },
		scheduled_at: START + 3_600_000,
	};
	const published = await tenant.call("POST", "/api/v2/social-media/publish", { body });
	assert.is(published.status, 200, published.body.message ?? "");
	const post = (published.body.data as { readonly task_id: string }).task_id;
	return { project, account, post, export: (started.body.data as { readonly id: string }).id, body };
}

tenants("a tenant sees nothing of another: every route, with every id", () =>
	withWorld({}, async (world) => {
		const [acme, other] = [await client(world, "acme"), await client(world, "other")];
		const own = await belongings(acme);
		const ids = Object.values(own).filter((id) => typeof id === "string");
		const seen: string[] = [];
		for (const { method, path, guard } of ROUTES.filter((route) => route.guard === "key")) {
			for (const id of path.includes(":id") ? ids : [""]) {
				const more = {
					...(method === "POST" || method === "PATCH" ? { body: bodyFor(path, own) } : {}),
					headers: { "if-match": "*" },
				};
				const asked = path.replace(":id", id).replace(":platform", "youtube");
				const answer = await other.call(method, asked, more);
				const text = JSON.stringify(answer.body.data ?? null);
				if (ids.some((each) => each !== id && text.includes(each))) seen.push(`${method} ${asked}`);
				// What names an id of another is refused like one that nobody has.
				const names = path.includes(":id") || JSON.stringify(more).includes(own.project);
				if (names && answer.status < 400) seen.push(`${method} ${asked}: ${answer.status}`);
				assert.is(guard, "key");
			}
		}
		assert.equal(seen, []);
		const after = (await acme.call("GET", `/api/v2/social-media/publish/${own.post}`)).body.data;
		assert.is((after as { readonly status: string }).status, "SCHEDULED");
		assert.is((await acme.call("GET", `/api/v2/clips/results/${own.project}`)).status, 200);
	}),
);

/** A request that would do something with what the other tenant has. */
function bodyFor(path: string, own: Awaited<ReturnType<typeof belongings>>): unknown {
	if (path === "/api/v2/social-media/publish") return own.body;
	if (path === "/api/v2/clips") return { video_url: own.project };
	if (path === "/api/v2/clips/export") return { project_id: own.project };
	if (path.endsWith("/:id")) return { scheduled_at: START + 7_200_000 };
	return path.includes("upload") ? { name: "talk.mp4" } : {};
}

tenants("the first tenant sees nothing of the others either, and has what it always had", () =>
	withWorld({}, async (world) => {
		const acme = await client(world, "acme");
		const own = await belongings(acme);
		assert.is((await world.call("GET", `/api/v2/clips/results/${own.project}`)).status, 404);
		const listed = (await world.call("GET", "/api/v2/social-media/accounts")).body.data;
		assert.equal(
			(listed as readonly WireAccount[]).map((account) => account.platform_username),
			["Acme", "@acme", "Acme Inc."],
		);
	}),
);

tenants("posts of accounts with one name go to the outbox of each, with a feed of its own", () =>
	withWorld({}, async (world) => {
		const delivered: unknown[] = [];
		for (const name of ["acme", "other"]) {
			const tenant = await client(world, name);
			const { project, account } = await belongings(tenant);
			const body = { project_id: project, idx: 0, publish_configs: { [account]: { description: name } } };
			const { body: answer } = await tenant.call("POST", "/api/v2/social-media/publish", { body });
			const { task_id } = answer.data as { readonly task_id: string };
			await until(
				() => tenant.call("GET", `/api/v2/social-media/publish/${task_id}`),
				({ body: read }) => (read.data as { readonly status: string }).status === "DONE",
			);
			const feed = await fetch(`${world.service.url}/outbox/tenants/${name}/tiktok/@same/feed.xml`);
			delivered.push([feed.status, (await feed.text()).includes(task_id)]);
			assert.is((await readdir(join(world.options.outbox, "tenants", name, "tiktok"))).length, 1);
		}
		assert.equal(delivered, [
			[200, true],
			[200, true],
		]);
		assert.is((await fetch(`${world.service.url}/outbox/tiktok/@same/feed.xml`)).status, 404);
		assert.is((await fetch(`${world.service.url}/outbox/tenants/none/tiktok/@same/feed.xml`)).status, 404);
	}),
);

tenants("what a tenant has is there after a restart, and a post that waits goes out without a key", () =>
	withWorld({}, async (world) => {
		const acme = await client(world, "acme");
		const own = await belongings(acme);
		await revokeKey(folderStore(world.options.data), acme.keyId, START);
		await world.restart();
		world.clock.move(3_600_000);
		const again = await client(world, "acme");
		const read = () => again.call("GET", `/api/v2/social-media/publish/${own.post}`);
		await until(read, ({ body }) => (body.data as { readonly status: string }).status === "DONE");
		const task = (await again.call("GET", `/api/v2/clips/results/${own.project}`)).body.data as WireTask;
		assert.is(task.status, "SUCCEEDED");
		const link = task.clips[0]?.export_link ?? "";
		assert.is((await fetch(link)).status, 200);
	}),
);

tenants("a backup holds all of them", () =>
	withWorld({}, async (world) => {
		const acme = await client(world, "acme");
		const own = await belongings(acme);
		const file = join(world.folder, "backup.tar");
		const { signal } = new AbortController();
		await writeBackup({ data: world.options.data, file, now: START, signal });
		await world.service.close();
		const data = join(world.folder, "restored");
		await restoreBackup({ file, data, signal });
		world.service = await startService({ ...world.options, data, restored: "skip" });
		const service = { ...world.service, apiKey: new Secret(acme.key) };
		const read = await call(service, { method: "GET", path: `/api/v2/social-media/publish/${own.post}` });
		assert.is((read.body.data as { readonly status: string }).status, "SCHEDULED");
	}),
);

tenants("limits count for each tenant", () =>
	withWorld({ apiKeys: [new Secret("k")], limits: { requestsPerMinute: 2 } }, async (world) => {
		const [acme, other] = [await client(world, "acme"), await client(world, "other")];
		const asked = async (tenant: Callable) => (await tenant.call("GET", "/api/v2/extensions")).status;
		assert.equal([await asked(acme), await asked(acme), await asked(acme)], [200, 200, 429]);
		assert.equal([await asked(other), await asked(world)], [200, 200]);
	}),
);

type Shown = Callable & { readonly key: string };

/** The tasks, of the service that runs now. */
function listedAgain({ service }: World, { key }: Shown): Promise<Answer> {
	return call({ ...service, apiKey: new Secret(key) }, { method: "GET", path: "/api/v2/clips" });
}

tenants("one whose folder is broken is not served and not touched, and the others are", () =>
	withWorld({}, async (world) => {
		const [acme, other] = [await client(world, "acme"), await client(world, "other")];
		await belongings(acme);
		await belongings(other);
		const folder = join(world.options.data, "tenants", "acme", "publishes");
		const path = join(folder, (await readdir(folder)).find((each) => each.endsWith(".json")) ?? "");
		const whole = await readFile(path, "utf8");
		await world.service.close();
		await writeFile(path, whole.slice(0, 100));
		await world.restart();
		const again = (tenant: Shown) => listedAgain(world, tenant);
		const refused = await again(acme);
		assert.equal(
			[refused.status, refused.body.message],
			[
				429,
				"The data of this tenant cannot be opened, so that nothing is done for it: " +
					"the log of the service says why, and whoever runs it can repair that.",
			],
		);
		assert.equal((await again(other)).status, 200);
		assert.equal(
			world.log.filter((text) => text.includes("acme")),
			[
				`The tenant acme is not served: ${path} is not a record of this version of the service. ` +
					"Restore it from a backup, or move it out of the data folder. Then start again.",
			],
		);
		assert.equal(await (await fetch(`${world.service.url}/readyz`)).json(), {
			status: "ready",
			why: "1 of the tenants cannot be opened: the log says why.",
		});
		assert.is(await readFile(path, "utf8"), whole.slice(0, 100));
		await world.service.close();
		await writeFile(path, whole);
		await world.restart();
		assert.is((await again(acme)).status, 200);
	}),
);

tenants.run();

const keys = suite("keys of tenants");

keys("every operation of the document has a scope, and a key without it is refused", () =>
	withWorld({}, async (world) => {
		const clients = new Map(
			await Promise.all(SCOPES.map(async (each) => [each, await client(world, "acme", [each])] as const)),
		);
		const routes = ROUTES.filter(({ guard }) => guard === "key");
		assert.ok(routes.length >= Object.keys(source.paths).length - 3);
		for (const { method, path, scope = "read" } of routes) {
			const asked = path.replace(":id", "x").replace(":platform", "youtube");
			for (const [given, tenant] of clients) {
				const { status, body } = await tenant.call(method, asked);
				const isRefused = status === 403 && /needs the scope/.test(body.message ?? "");
				assert.is(isRefused, given !== scope && given !== "admin", `${method} ${path} with ${given}`);
			}
		}
	}),
);

keys("/metrics of the whole service needs a key of the first tenant that is good for everything", () =>
	withWorld({}, async (world) => {
		const statuses: number[] = [];
		for (const [tenant, scope] of [
			["main", "admin"],
			["main", "read"],
			["acme", "admin"],
		] as const) {
			const { key } = await client(world, tenant, [scope]);
			const headers = { authorization: `Bearer ${key}` };
			statuses.push((await fetch(`${world.service.url}/metrics`, { headers })).status);
		}
		assert.equal(statuses, [200, 403, 403]);
	}),
);

keys("nothing in the data folder is a key, and a revoked one is refused at once", () =>
	withWorld({}, async (world) => {
		const acme = await client(world, "acme");
		assert.is((await acme.call("GET", "/api/v2/clips")).status, 200);
		const text = await readFile(join(world.options.data, "keys.json"), "utf8");
		const [secret = ""] = /[^_]+_[^_]+_(.+)/.exec(acme.key)?.slice(1) ?? [];
		assert.ok(secret.length > 20 && !text.includes(secret));
		await revokeKey(folderStore(world.options.data), acme.keyId, START);
		const answer = await acme.call("GET", "/api/v2/clips");
		assert.is(answer.status, 403);
		assert.match(answer.body.message ?? "", /^The API key is missing or wrong/);
	}),
);

keys("a key that is revoked in mid-upload ends it, and nothing more is taken", () =>
	withWorld({}, async (world) => {
		const acme = await client(world, "acme");
		const { body } = await acme.call("POST", "/api/v2/upload/single-file", { body: { name: "talk.mp4" } });
		const { upload_url } = body.data as WireUploadTarget;
		const sent = request(upload_url, { method: "PUT", headers: { "content-length": "1000" } });
		const ended = new Promise((settle) => sent.on("error", settle));
		sent.write("a talk");
		await revokeKey(folderStore(world.options.data), acme.keyId, START);
		await ended;
		const again = await fetch(upload_url, { method: "PUT", body: "a talk" });
		assert.is(again.status, 403);
		assert.match(await again.text(), /announced with was revoked/);
	}),
);

keys(
	"a key that is revoked between two parts of an upload takes no further part, nor says what is here",
	() =>
		withWorld({}, async (world) => {
			const acme = await client(world, "acme");
			const { body } = await acme.call("POST", "/api/v2/upload/single-file", { body: { name: "talk.mp4" } });
			const { upload_url } = body.data as WireUploadTarget;
			const put = (range: string, part?: string) =>
				fetch(upload_url, {
					method: "PUT",
					headers: { "content-range": `bytes ${range}/12` },
					...(part !== undefined && { body: part }),
				});
			assert.is((await put("0-5", "a talk")).status, 308);
			await revokeKey(folderStore(world.options.data), acme.keyId, START);
			for (const answer of [await put("6-11", " goes "), await put("*")]) assert.is(answer.status, 403);
		}),
);

keys("an upload of a key that is good is taken", () =>
	withWorld({}, async (world) => assert.ok((await upload(await client(world, "acme"), "a talk")) !== "")),
);

keys.run();
