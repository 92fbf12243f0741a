import { EventEmitter, once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Secret } from "../../src/model/secret.ts";
import { createKey } from "../../src/service/tenants/keys.ts";
import { type Callable, call, results, START, submit, until, type World, withWorld } from "./world.ts";

const tasks = suite("tasks side by side");

/** A service that renders one clip at a time, of which the first is held up until `go`. */
async function held(
	world: World,
	first: () => Promise<string>,
): Promise<{ readonly id: string; readonly go: () => void }> {
	const events = new EventEmitter();
	const gone = once(events, "go").then(() => undefined);
	const begun = once(events, "begun");
	world.engine.before = (step) => {
		if (step !== "render") return undefined;
		events.emit("begun");
		return gone.then(() => sleep(20));
	};
	const id = await first();
	await begun;
	return { id, go: () => void events.emit("go") };
}

function isDone({ status }: { readonly status: string }): boolean {
	return status === "SUCCEEDED";
}

/** Which talks the rendered clips are of, in their order. */
async function rendered({ engine }: World): Promise<readonly string[]> {
	return Promise.all(engine.rendered.map(({ file }) => readFile(file, "utf8")));
}

/** The service with a key of another tenant. */
async function asTenant(world: World, tenant: string): Promise<Callable> {
	const scopes = ["read", "submit"] as const;
	const { key } = await createKey(world.options.data, { name: tenant, tenant, scopes, now: START });
	const service = { ...world.service, apiKey: new Secret(key.reveal()) };
	return { service, call: (method, path, more) => call(service, { method, path, ...more }) };
}

const EXPORTED = { enable_export: true };

tasks("an express task is worked on between the clips of the task under way", () =>
	withWorld({ rendersAtOnce: 1 }, async (world) => {
		const usual = await held(world, () => submit(world, EXPORTED, "usual"));
		const express = await submit(world, { ...EXPORTED, enable_express_mode: true }, "express");
		await until(
			() => results(world, express),
			({ status }) => status === "ONGOING",
		);
		usual.go();
		await until(() => results(world, usual.id), isDone);
		await until(() => results(world, express), isDone);
		const order = await rendered(world);
		assert.ok(order.indexOf("express") < order.lastIndexOf("usual"), order.join());
	}),
);

tasks("a task of one tenant is worked on between the clips of another", () =>
	withWorld({ rendersAtOnce: 1 }, async (world) => {
		const little = await asTenant(world, "little");
		const much = await held(world, () => submit(world, EXPORTED, "much"));
		const id = await submit(little, EXPORTED, "little");
		await until(
			() => results(little, id),
			({ status }) => status === "ONGOING",
		);
		much.go();
		await until(() => results(little, id), isDone);
		await until(() => results(world, much.id), isDone);
		const order = await rendered(world);
		assert.is(order[0], "much");
		assert.ok(order.indexOf("little") < order.lastIndexOf("much"), order.join());
	}),
);

tasks.run();
