import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Secret } from "../../src/model/secret.ts";
import { folderStore } from "../../src/service/store/folder/store.ts";
import { createKey } from "../../src/service/tenants/keys.ts";
import { type Callable, call, START, submit, until, type World, withWorld } from "./world.ts";

const limits = suite("limits of tenants");

async function asTenant(world: World, tenant: string): Promise<Callable> {
	const scopes = ["read", "submit", "admin"] as const;
	const { key } = await createKey(folderStore(world.options.data), {
		name: tenant,
		tenant,
		scopes,
		now: START,
	});
	const service = { ...world.service, apiKey: new Secret(key.reveal()) };
	return { service, call: (method, path, more) => call(service, { method, path, ...more }) };
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
	return work.then(
		() => "",
		(error: unknown) => (error instanceof Error ? error.message : String(error)),
	);
}

limits("a tenant has the usual ones, and its own where the settings say so", () =>
	withWorld({ limits: { runningTasks: 1 }, tenantLimits: { acme: { runningTasks: 2 } } }, async (world) => {
		world.engine.before = () => new Promise<void>(() => undefined);
		const [acme, other] = [await asTenant(world, "acme"), await asTenant(world, "other")];
		await submit(acme, {}, "one");
		await submit(acme, {}, "two");
		await submit(other, {}, "one");
		assert.equal(
			[await refusalOf(submit(acme, {}, "three")), await refusalOf(submit(other, {}, "two"))],
			[
				"submit answered 429: Too many running projects: at most 2 at a time.",
				"submit answered 429: Too many running projects: at most 1 at a time.",
			],
		);
		const answer = await fetch(`${world.service.url}/metrics`, {
			headers: { authorization: `Bearer ${world.service.apiKey.reveal()}` },
		});
		assert.equal((await answer.text()).match(/^showrun_tenant_tasks_open\{.*$/gm), [
			'showrun_tenant_tasks_open{tenant="main"} 0',
			'showrun_tenant_tasks_open{tenant="acme"} 2',
			'showrun_tenant_tasks_open{tenant="other"} 1',
		]);
	}),
);

limits("one that keeps as much as it may uploads nothing more, and the others do", () =>
	withWorld({ tenantLimits: { acme: { storageBytes: 20 } } }, async (world) => {
		const acme = await asTenant(world, "acme");
		await submit(acme, {}, "fifteen letters");
		assert.match(
			await refusalOf(submit(acme, {}, "ten more..")),
			/^upload answered 429: .*There is no more room for this: 0 MiB of at most 0 MiB of videos and clips are kept/,
		);
		await submit(await asTenant(world, "other"), {}, "thirty letters and then some more");
		await until(
			async () => world.engine.analyzed.length,
			(times) => times === 2,
		);
	}),
);

limits.run();
