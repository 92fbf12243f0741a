import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Destination } from "../../src/service/delivery/destination.ts";
import { startService } from "../../src/service/embedded.ts";
import type { RunningService, ServiceOptions } from "../../src/service/options.ts";
import { postgresStore } from "../../src/service/store/postgres/store.ts";
import type { PublishRecord } from "../../src/service/store/shapes.ts";
import { systemClock } from "../../src/system/clock.ts";
import { fakeEngine } from "../fakes/engine.ts";
import {
	accountOn,
	type Callable,
	call,
	exported,
	optionsFor,
	results,
	submit,
	until,
} from "../service/world.ts";
import { type Database, postgresServer, type Server } from "./server.ts";

const outages = suite("a service whose database goes away");

/** Longer than work waits for a database that starts anew. */
const LONG_MS = 4_000;

interface Ground extends Pick<Database, "ask"> {
	readonly server: Server;
	readonly options: ServiceOptions;
	start(changed?: Partial<ServiceOptions>): Promise<Callable>;
	/** A publishing task, as the database has it. */
	post(id: string): Promise<PublishRecord | undefined>;
}

async function withGround(work: (ground: Ground) => Promise<void>): Promise<void> {
	const server = await postgresServer();
	const { url, ask } = await server.database();
	const folder = await mkdtemp(join(tmpdir(), "po-"));
	const options = optionsFor(folder, { clock: systemClock, engine: fakeEngine() });
	const started: RunningService[] = [];
	const look = postgresStore(url, { keep: false });
	const start: Ground["start"] = async (changed) => {
		const store = postgresStore(url, { keep: true });
		const service = await startService({ ...options, store, ...changed });
		started.push(service);
		return { service, call: (method, path, more) => call(service, { method, path, ...more }) };
	};
	try {
		await work({
			server,
			options,
			start,
			ask,
			post: (id) => look.records<PublishRecord>("publishes").get(id),
		});
	} finally {
		await Promise.all(started.map((service) => service.close()));
		await rm(folder, { recursive: true, force: true });
	}
}

function gate(): { readonly opened: Promise<void>; open(): void } {
	let open = () => {};
	const opened = new Promise<void>((done) => {
		open = done;
	});
	return { opened, open: () => open() };
}

/** A destination that says when it was armed, and goes on when it is let. */
function printer() {
	const [armed, mayEnd] = [gate(), gate()];
	const seen = { published: 0 };
	const destination: Destination = {
		kind: "printer",
		lead: { earliestMs: 0, livesMs: null },
		prepare: async () => ({ kind: "ready", progress: { v: 1, step: "ready" } }),
		publish: async ({ tools }, _, arm) => {
			await arm();
			seen.published += 1;
			armed.open();
			tools.signal.addEventListener("abort", mayEnd.open, { once: true });
			await mayEnd.opened;
			return { kind: "posted" };
		},
	};
	const programs = [{ platform: "youtube", username: "Printed", destination }] as const;
	return { seen, armed: armed.opened, goOn: mayEnd.open, programs };
}

async function publishOne(world: Callable, project?: string): Promise<string> {
	const project_id = project ?? (await exported(world));
	const accounts = (await world.call("GET", "/api/v2/social-media/accounts")).body.data as readonly {
		readonly id: string;
		readonly platform_username: string;
	}[];
	const account = accounts.find(({ platform_username }) => platform_username === "Printed");
	const publish_configs = { [account?.id ?? ""]: { title: "One" } };
	const body = { project_id, idx: 0, publish_configs };
	const answer = await world.call("POST", "/api/v2/social-media/publish", { body });
	return (answer.body.data as { readonly task_id: string }).task_id;
}

outages("it answers 503 with Retry-After meanwhile, and has lost nothing afterwards", () =>
	withGround(async ({ server, start }) => {
		const world = await start();
		const id = await exported(world);
		await server.crash(async () => {
			for (const [method, path] of [
				["GET", `/api/v2/clips/results/${id}`],
				["POST", "/api/v2/social-media/oauth/youtube"],
			] as const) {
				const { status, headers, body } = await world.call(method, path);
				assert.equal([status, headers.get("retry-after")], [503, "5"]);
				assert.match(body.message ?? "", /database of the service does not answer/);
			}
			// What the process itself knows is told all the same.
			const headers = { authorization: `Bearer ${world.service.apiKey.reveal()}` };
			const told = await fetch(`${world.service.url}/metrics`, { headers });
			assert.equal([told.status, /showrun_works\{.+\} \d/.test(await told.text())], [200, true]);
		});
		assert.is((await results(world, id)).status, "SUCCEEDED");
		assert.type(await accountOn(world, "youtube"), "string");
	}),
);

outages("a task whose steps cannot be written waits, and is made", () =>
	withGround(async ({ server, start, options }) => {
		const [begun, end] = [gate(), gate()];
		const engine: ServiceOptions["engine"] = {
			...options.engine,
			analyze: async (...asked) => {
				begun.open();
				await end.opened;
				return options.engine.analyze(...asked);
			},
		};
		const world = await start({ engine });
		const id = await submit(world, { enable_export: true });
		await begun.opened;
		await server.crash(async () => {
			end.open();
			await sleep(LONG_MS);
		});
		const task = await until(
			() => results(world, id),
			({ status }) => status === "SUCCEEDED" || status === "FAILED",
		);
		assert.equal([task.status, task.error_message], ["SUCCEEDED", undefined]);
	}),
);

outages("a post whose outcome cannot be written is not sent again, and known in the end", () =>
	withGround(async ({ server, start, post }) => {
		const { seen, armed, goOn, programs } = printer();
		const id = await publishOne(await start({ programs }));
		await armed;
		await server.crash(async () => {
			goOn();
			await sleep(LONG_MS);
		});
		const done = await until(
			() => post(id),
			(task) => task?.status === "DONE",
		);
		assert.equal([done?.targets[0]?.phase, seen.published], ["done", 1]);
	}),
);

outages("a post that was armed when both went away is only read from then on", () =>
	withGround(async ({ server, start, post }) => {
		const { seen, armed, goOn, programs } = printer();
		const world = await start({ programs });
		const id = await publishOne(world);
		await armed;
		await server.crash(async () => {
			const closing = world.service.close();
			goOn();
			await closing;
		});
		await start({ programs });
		const ended = await until(
			() => post(id),
			(task) => task?.status === "ERROR",
		);
		assert.equal([ended?.targets[0]?.phase, seen.published], ["unknown", 1]);
	}),
);

outages.run();
