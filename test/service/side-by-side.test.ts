import { EventEmitter, once } from "node:events";
import { readFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Secret } from "../../src/model/secret.ts";
import { folderStore } from "../../src/service/store/folder/store.ts";
import { createKey } from "../../src/service/tenants/keys.ts";
import { type Callable, call, results, START, submit, until, type World, withWorld } from "./world.ts";

/** Only a service that hangs takes so long, in milliseconds. */
const HANG_MS = 60_000;

const tasks = suite("tasks side by side");

interface Held {
	readonly id: string;
	readonly go: () => void;
	/** `probed`: another video is about to be analysed. */
	readonly events: EventEmitter;
}

/** A task that renders its first clip until `go`; the next one waits for the engine. */
async function held({ engine }: World, first: () => Promise<string>): Promise<Held> {
	const events = new EventEmitter();
	const gone = once(events, "go").then(() => undefined);
	const begun = once(events, "begun", { signal: AbortSignal.timeout(HANG_MS) });
	const { probe } = engine;
	engine.before = (step) => {
		if (step !== "render") return undefined;
		Object.assign(engine, {
			probe: async (...given: Parameters<typeof probe>) => {
				const media = await probe(...given);
				events.emit("probed");
				return media;
			},
		});
		events.emit("begun");
		return gone;
	};
	const id = await first();
	await begun;
	return { id, go: () => void events.emit("go"), events };
}

/** Which talks the rendered clips are of, in their order. */
async function rendered({ engine }: World): Promise<readonly string[]> {
	return Promise.all(engine.rendered.map(({ file }) => readFile(file, "utf8")));
}

/** The service with a key of another tenant. */
async function asTenant(world: World, tenant: string): Promise<Callable> {
	const scopes = ["read", "submit"] as const;
	const { key } = await createKey(folderStore(world.options.data), {
		name: tenant,
		tenant,
		scopes,
		now: START,
	});
	const service = { ...world.service, apiKey: new Secret(key.reveal()) };
	return { service, call: (method, path, more) => call(service, { method, path, ...more }) };
}

const EXPORTED = { enable_export: true };

/** Holds a task up in its first clip, queues another, and gives what begins next, in its order. */
async function begunNext(world: World, second: () => Promise<void>): Promise<readonly string[]> {
	const first = await held(world, () => submit(world, EXPORTED, "first"));
	const queued = once(first.events, "probed", { signal: AbortSignal.timeout(HANG_MS) });
	await second();
	await queued;
	// What it leads to waits for the engine by then.
	await setImmediate();
	const begun: string[] = [];
	world.engine.before = (step) => void begun.push(step);
	first.go();
	await until(
		() => results(world, first.id),
		({ status }) => status === "SUCCEEDED",
	);
	return begun;
}

tasks("an express task comes before the other clips of the task under way", () =>
	withWorld({ rendersAtOnce: 1 }, async (world) => {
		const express = { ...EXPORTED, enable_express_mode: true };
		const begun = await begunNext(world, async () => void (await submit(world, express, "express")));
		assert.is(begun[0], "analyze");
	}),
);

tasks("the tenant that used less comes before the other clips of one that used more", () =>
	withWorld({ rendersAtOnce: 1 }, async (world) => {
		const little = await asTenant(world, "little");
		const begun = await begunNext(world, async () => void (await submit(little, EXPORTED, "little")));
		assert.is(begun[0], "analyze");
	}),
);

tasks("another task of the same tenant waits until the one before is done", () =>
	withWorld({ rendersAtOnce: 1 }, async (world) => {
		const first = await held(world, () => submit(world, EXPORTED, "first"));
		const id = await submit(world, EXPORTED, "second");
		await until(
			() => results(world, id),
			({ status }) => status !== "CREATED",
		);
		assert.is((await results(world, id)).status, "QUEUED");
		first.go();
		await until(
			() => results(world, id),
			({ status }) => status === "SUCCEEDED",
		);
		assert.equal([...new Set(await rendered(world))], ["first", "second"]);
	}),
);

tasks.run();
