// Several services of one database, in one process.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as assert from "uvu/assert";
import type { Destination } from "../../src/service/delivery/destination.ts";
import { startService } from "../../src/service/embedded.ts";
import type { RunningService, ServiceOptions } from "../../src/service/options.ts";
import { postgresStore } from "../../src/service/store/postgres/store.ts";
import { systemClock } from "../../src/system/clock.ts";
import { type FakeEngine, fakeEngine } from "../fakes/engine.ts";
import { type Callable, call, optionsFor, until } from "../service/world.ts";
import { type Database, postgresServer } from "./server.ts";

interface Ground extends Database {
	readonly folder: string;
	readonly options: ServiceOptions;
	readonly engine: FakeEngine;
	/** Titles of what was published, by whichever service. */
	readonly published: string[];
	start(changed?: Partial<ServiceOptions>): Promise<Callable>;
}

export async function withGround(work: (ground: Ground) => Promise<void>): Promise<void> {
	const database = await (await postgresServer()).database();
	const folder = await mkdtemp(join(tmpdir(), "several-"));
	const [engine, published, started] = [fakeEngine(), [] as string[], [] as RunningService[]];
	const destination: Destination = {
		kind: "printer",
		lead: { earliestMs: 0, livesMs: null },
		prepare: async () => ({ kind: "ready", progress: { v: 1, step: "ready" } }),
		publish: async ({ post }, _, arm) => {
			await arm();
			published.push(post.config.title ?? "");
			return { kind: "posted" };
		},
	};
	const programs = [{ platform: "youtube", username: "Printed", destination }] as const;
	const options = { ...optionsFor(folder, { clock: systemClock, engine }), programs };
	const start: Ground["start"] = async (changed) => {
		const service = await startService({
			...options,
			store: postgresStore(database.url, { keep: true }),
			...changed,
		});
		started.push(service);
		return { service, call: (method, path, more) => call(service, { method, path, ...more }) };
	};
	try {
		await work({ ...database, folder, options, engine, published, start });
	} finally {
		await Promise.all(started.map((service) => service.close()));
		await rm(folder, { recursive: true, force: true });
	}
}

interface Post {
	readonly title: string;
	readonly key?: string;
	readonly scheduled_at?: number;
}

export async function publish(world: Callable, project_id: string, { title, key, ...more }: Post) {
	const accounts = (await world.call("GET", "/api/v2/social-media/accounts")).body.data as readonly {
		readonly id: string;
		readonly platform_username: string;
	}[];
	const account = accounts.find(({ platform_username }) => platform_username === "Printed");
	const body = { project_id, idx: 0, ...more, publish_configs: { [account?.id ?? ""]: { title } } };
	const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
	const { data, ...rest } = (await world.call("POST", "/api/v2/social-media/publish", { body, headers }))
		.body;
	assert.ok(data, JSON.stringify(rest));
	return (data as { readonly task_id: string }).task_id;
}

export async function statusOf(world: Callable, id: string): Promise<string> {
	const { data } = (await world.call("GET", `/api/v2/social-media/publish/${id}`)).body;
	return (data as { readonly status: string }).status;
}

export const isDone = (world: Callable, id: string) =>
	until(
		() => statusOf(world, id),
		(status) => status === "DONE",
	);

/** Holds the next analysis up, until it is let go on or aborted. */
export function heldUp(engine: FakeEngine) {
	const [begun, mayEnd] = [gate(), gate()];
	engine.before = async (step) => {
		if (step !== "analyze") return;
		begun.resolve();
		await mayEnd.promise;
	};
	return { begun: begun.promise, goOn: mayEnd.resolve };
}

function gate(): { readonly promise: Promise<void>; readonly resolve: () => void } {
	let resolve = () => {};
	const promise = new Promise<void>((done) => {
		resolve = done;
	});
	return { promise, resolve: () => resolve() };
}
