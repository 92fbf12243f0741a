// May share a process: the process that owns a folder ends with its test.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Secret } from "../../src/model/secret.ts";
import { connectEmbedded, readEmbedded, startService } from "../../src/service/embedded.ts";
import type { RunningService, ServiceOptions } from "../../src/service/options.ts";
import { StoreFault } from "../../src/service/store/fault.ts";
import { systemClock } from "../../src/system/clock.ts";
import type { WireAccount, WirePublishTask } from "../../src/wire/messages.gen.ts";
import { fakeEngine } from "../fakes/engine.ts";
import { builtScript } from "../journeys/built-program.ts";
import {
	accountOn,
	call,
	exported,
	heldClock,
	listing,
	optionsFor,
	results,
	START,
	submit,
	until,
	withWorld,
} from "./world.ts";

const owners = suite("one owner per data folder");
const usernames = async (service: RunningService) => {
	const { body } = await call(service, { method: "GET", path: "/api/v2/social-media/accounts" });
	return (body.data as readonly WireAccount[]).map((account) => account.platform_username);
};

async function withFolder(body: (options: ServiceOptions, folder: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-owner-"));
	try {
		await body(optionsFor(folder, { clock: systemClock, engine: fakeEngine() }), folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Runs with another process that owns the folder; it is ended with the body. */
async function withOwner(
	given: { readonly folder: string; readonly renders: number },
	body: (owner: RunningService, child: ChildProcess) => Promise<void>,
): Promise<void> {
	const script = await builtScript(fileURLToPath(new URL("owner-process.ts", import.meta.url)));
	const child = spawn(process.execPath, [script, given.folder, `${given.renders}`], {
		stdio: ["pipe", "pipe", "inherit"],
	});
	try {
		const [line] = (await once(createInterface({ input: child.stdout }), "line", {
			signal: AbortSignal.timeout(300_000),
		})) as [string];
		const { url, key } = JSON.parse(line) as { readonly url: string; readonly key: string };
		await body({ url, apiKey: new Secret(key), close: async () => undefined }, child);
	} finally {
		if (child.exitCode === null && child.signalCode === null) {
			child.kill("SIGKILL");
			await once(child, "exit");
		}
	}
}

owners("a second process connects to the first, and leaves it running when it lets go", () =>
	withFolder(async (options, folder) =>
		withOwner({ folder, renders: 9 }, async (owner) => {
			const second = await connectEmbedded(options);
			assert.is(second.url, owner.url);
			assert.equal(await usernames(second), ["Acme", "@acme", "Acme Inc."]);
			await second.close();
			assert.is((await usernames(owner)).length, 3);
		}),
	),
);

owners("the owner is told by a file that only its user can read, and that goes with it", () =>
	withFolder(async (options) => {
		const service = await connectEmbedded(options);
		const path = join(options.data, "owner.json");
		assert.is((await stat(path)).mode & 0o777, 0o600);
		assert.is((await stat(join(options.data, "link.key"))).mode & 0o777, 0o600);
		assert.is(JSON.parse(await readFile(path, "utf8")).url, service.url);
		await service.close();
		assert.equal((await readdir(options.data)).sort(), ["data.id", "link.key"]);
	}),
);

for (const [umask, before] of [
	[0o000, undefined],
	[0o022, 0o755],
	[0o077, 0o777],
] as const)
	owners(
		`the data folder is its owner's alone, with umask ${umask.toString(8)} and after ${before?.toString(8)}`,
		() =>
			withFolder(async (options) => {
				const former = process.umask(umask);
				try {
					if (before !== undefined) {
						await mkdir(options.data, { recursive: true });
						await chmod(options.data, before);
					}
					const service = await startService(options);
					assert.is((await stat(options.data)).mode & 0o777, 0o700);
					await service.close();
				} finally {
					process.umask(former);
				}
			}),
	);

owners("a data folder that holds the outbox can be passed through by who reads there", () =>
	withFolder(async (options) => {
		await mkdir(options.data, { recursive: true });
		await chmod(options.data, 0o755);
		const service = await startService({ ...options, outbox: join(options.data, "outbox") });
		assert.is((await stat(options.data)).mode & 0o777, 0o711);
		await service.close();
	}),
);

owners("a configured key is never written", () =>
	withFolder(async (options) => {
		const service = await startService({ ...options, apiKeys: [new Secret("configured-key")] });
		const names = (await readdir(options.data)).filter((name) => !name.endsWith(".sock"));
		for (const name of names)
			assert.not.match(await readFile(join(options.data, name), "utf8"), /configured-key/);
		await service.close();
	}),
);

owners("of several that start at once one owns the folder and the others connect", () =>
	withFolder(async (options) => {
		const services = await Promise.all([1, 2, 3].map(() => connectEmbedded(options)));
		assert.is(new Set(services.map((service) => service.url)).size, 1);
		await Promise.all(services.map((service) => service.close()));
	}),
);

owners("a data folder that cannot be made is told of with a remedy, not as a bug", () =>
	withFolder(async (options, folder) => {
		await writeFile(join(folder, "file"), "in the way");
		const error = await startService({ ...options, data: join(folder, "file", "data") }).catch(
			(thrown: unknown) => thrown,
		);
		assert.instance(error, StoreFault);
		assert.match(
			error instanceof StoreFault ? `${error.message} ${error.remedy}` : "",
			/file\/data cannot be used \(ENOTDIR\)\. .*embedded\.data/,
		);
	}),
);

owners("closing twice is closing once", () =>
	withFolder(async (options) => {
		const service = await connectEmbedded(options);
		await Promise.all([service.close(), service.close()]);
		await (await connectEmbedded(options)).close();
	}),
);

owners("a note that a killed owner left is not believed, nor is a stranger shown the key", () =>
	withFolder(async (options) => {
		const shown: string[] = [];
		const stranger = createServer((request, response) => {
			shown.push(request.headers.authorization ?? "none");
			response.end(JSON.stringify({ data: { proof: "0".repeat(64) } }));
		});
		stranger.listen(0, "127.0.0.1");
		await once(stranger, "listening");
		const { port } = stranger.address() as { readonly port: number };
		await mkdir(options.data, { recursive: true });
		await writeFile(
			join(options.data, "owner.json"),
			JSON.stringify({ format: 1, url: `http://127.0.0.1:${port}`, key: "k" }),
		);
		const reader = await readEmbedded(options);
		assert.equal([reader.url.endsWith(`:${port}`), shown], [false, ["none"]]);
		await reader.close();
		stranger.close();
	}),
);

owners("kill -9 in the middle loses nothing: the next process goes on where it was", () =>
	withFolder(async (options, folder) => {
		let id = "";
		await withOwner({ folder, renders: 1 }, async (owner, child) => {
			const world = {
				service: owner,
				call: (method: string, path: string, more?: object) => call(owner, { method, path, ...more }),
			};
			id = await submit(world, { enable_export: true });
			await until(
				() => results(world, id),
				(task) => task.clips.length === 1,
			);
			child.kill("SIGKILL");
			await once(child, "exit");
		});
		const engine = fakeEngine();
		const service = await connectEmbedded({ ...options, engine });
		const world = {
			service,
			call: (method: string, path: string, more?: object) => call(service, { method, path, ...more }),
		};
		const task = await until(
			() => results(world, id),
			(read) => read.status === "SUCCEEDED",
		);
		assert.equal(
			[task.clips.length, engine.analyzed.length, engine.rendered.map(({ clip }) => clip.beginMs).sort()],
			[3, 0, [30_000, 60_000]],
		);
		await service.close();
	}),
);

owners.run();

const readers = suite("reading only");

readers("a folder that is not there shows the declared accounts, and is still not there", () =>
	withFolder(async (options, folder) => {
		const reader = await readEmbedded(options);
		assert.equal(await usernames(reader), ["Acme", "@acme", "Acme Inc."]);
		await reader.close();
		assert.equal(await readdir(folder), []);
	}),
);

readers("everything can be read and nothing is written: no job goes on, no due post is delivered", () =>
	withWorld({}, async (world) => {
		const project_id = await exported(world);
		const publish_configs = { [await accountOn(world, "youtube")]: { title: "T" } };
		const published = await world.call("POST", "/api/v2/social-media/publish", {
			body: { project_id, idx: 0, publish_configs, scheduled_at: START + 3_600_000 },
		});
		const { task_id } = published.body.data as WirePublishTask;
		world.engine.before = (step) => (step === "analyze" ? new Promise(() => undefined) : undefined);
		const waiting = await submit(world, {}, "another talk");
		await until(
			() => results(world, waiting),
			(task) => task.status === "ONGOING",
		);
		await world.service.close();
		world.clock.move(2 * 3_600_000);
		const before = await listing(world.folder);
		world.service = await readEmbedded({ ...world.options, clock: heldClock() });
		const task = await results(world, project_id);
		assert.equal([task.status, (await fetch(task.clips[0]?.export_link ?? "")).status], ["SUCCEEDED", 200]);
		assert.is((await results(world, waiting)).status, "ONGOING");
		assert.is(
			((await world.call("GET", `/api/v2/social-media/publish/${task_id}`)).body.data as WirePublishTask)
				.status,
			"SCHEDULED",
		);
		for (const path of [
			"/api/v2/clips",
			"/api/v2/clips/export",
			"/api/v2/social-media/publish",
			"/api/v2/social-media/oauth/youtube",
			"/api/v2/upload/single-file",
		]) {
			assert.is((await world.call("POST", path, { body: {} })).status, 403, path);
		}
		await world.service.close();
		assert.equal(await listing(world.folder), before);
	}),
);

readers("a reader connects to the owner where there is one", () =>
	withFolder(async (options) => {
		const owner = await startService(options);
		const reader = await readEmbedded(options);
		assert.is(reader.url, owner.url);
		await reader.close();
		assert.is((await usernames(owner)).length, 3);
		await owner.close();
	}),
);

readers.run();

const folders = suite("what is in the data folder");

const foreign: Record<string, [string, string, RegExp]> = {
	"a torn record": [
		"tasks/01ARZ3NDEKTSV4RRFFQ69G5FAV.json",
		'{"format":1,"id"',
		/01ARZ3NDEKTSV4RRFFQ69G5FAV\.json is not a record of this version/,
	],
	"a record under another name": [
		"publishes/01ARZ3NDEKTSV4RRFFQ69G5FAV.json",
		'{"format":1,"id":"x"}',
		/01ARZ3NDEKTSV4RRFFQ69G5FAV\.json is not a record/,
	],
	"a foreign file": ["exports/notes.txt", "hello", /notes\.txt does not belong in the data folder/],
	"a torn link key": ["link.key", "abc", /link\.key does not hold a key/],
};

for (const [title, [name, text, message]] of Object.entries(foreign)) {
	folders(`${title} stops the start with its name, and the folder can be owned again`, () =>
		withFolder(async (options) => {
			const path = join(options.data, name);
			await mkdir(join(path, ".."), { recursive: true });
			await writeFile(path, text);
			const fault = await startService(options).then(
				() => undefined,
				(error: unknown) => error as Error,
			);
			assert.match(fault?.message ?? "", message);
			await rm(path);
			await (await startService(options)).close();
		}),
	);
}

folders("a half-written record that a killed process left beside is ignored", () =>
	withFolder(async (options) => {
		await mkdir(join(options.data, "tasks"), { recursive: true });
		await writeFile(join(options.data, "tasks", ".01ARZ3NDEKTSV4RRFFQ69G5FAV.json.1.abc.tmp"), "{");
		await (await startService(options)).close();
	}),
);

folders("half-made videos that a killed process left are removed", () =>
	withFolder(async (options) => {
		for (const name of ["sources", "renders"]) {
			await mkdir(join(options.data, name), { recursive: true });
			await writeFile(join(options.data, name, ".upload.1.abc.tmp"), "half a video");
		}
		const service = await startService(options);
		assert.equal(
			[await readdir(join(options.data, "sources")), await readdir(join(options.data, "renders"))],
			[[], []],
		);
		await service.close();
	}),
);

folders("a torn list of accounts is said in the answer", () =>
	withFolder(async (options) => {
		const service = await startService(options);
		await writeFile(join(options.data, "accounts.json"), "{");
		const { status, body } = await call(service, { method: "GET", path: "/api/v2/social-media/accounts" });
		assert.is(status, 500);
		assert.match(body.message ?? "", /accounts\.json is not a list of accounts/);
		await service.close();
	}),
);

folders("an address that is taken is a fault with a remedy, and the folder is free again", () =>
	withFolder(async (options) => {
		const blocker = createServer();
		blocker.listen(0, "127.0.0.1");
		await once(blocker, "listening");
		const { port } = blocker.address() as { readonly port: number };
		const fault = await startService({ ...options, listen: { host: "127.0.0.1", port } }).then(
			() => undefined,
			(error: unknown) => error as Error,
		);
		assert.match(fault?.message ?? "", /cannot listen on 127\.0\.0\.1:\d+ \(EADDRINUSE\)/);
		blocker.close();
		await (await startService(options)).close();
	}),
);

folders.run();
