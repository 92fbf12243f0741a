import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { epochMs } from "../../src/model/brand.ts";
import { startService } from "../../src/service/embedded.ts";
import type { RunningService, ServiceOptions } from "../../src/service/options.ts";
import type { Clock } from "../../src/system/clock.ts";
import type { WireAccount, WireTask } from "../../src/wire/messages.gen.ts";
import { type FakeEngine, fakeEngine } from "../fakes/engine.ts";
import "./answer-checks.ts";

export const START = Date.UTC(2026, 10, 20, 12);
const HANG_MS = 300_000;

/** A clock that stands still until it is moved; waits end when it gets there. */
export interface HeldClock extends Clock {
	move(ms: number): void;
}

export interface Answer {
	readonly status: number;
	readonly headers: Headers;
	readonly body: {
		readonly data?: unknown;
		readonly message?: string;
		readonly status?: number;
		readonly error?: string;
		readonly path?: string;
		readonly timestamp?: string;
	};
}

/** A service that can be called. */
export interface Callable {
	readonly service: RunningService;
	call(
		method: string,
		path: string,
		more?: { readonly body?: unknown; readonly headers?: Record<string, string> },
	): Promise<Answer>;
}

export interface World extends Callable {
	readonly folder: string;
	readonly options: ServiceOptions;
	readonly clock: HeldClock;
	readonly engine: FakeEngine;
	/** Bugs that were told. */
	readonly log: string[];
	/** The service that runs now. */
	service: RunningService;
	/** Ends the service and starts it again, with these options changed. */
	restart(changed?: Partial<ServiceOptions>): Promise<void>;
}

/** Runs with a service in a new folder, and takes both away. */
export async function withWorld(
	changed: Partial<ServiceOptions>,
	body: (world: World) => Promise<void>,
): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-service-"));
	const [clock, engine, log] = [heldClock(), fakeEngine(), [] as string[]];
	const options = {
		...optionsFor(folder, { clock, engine }),
		log: (text: string) => log.push(text),
		// The machine runs on while a test moves its clock.
		uptime: async () => ({ boot: "test", ms: clock.now() }),
		...changed,
	};
	const world: World = {
		folder,
		options,
		clock,
		engine,
		log,
		service: await startService(options),
		call: (method, path, more) => call(world.service, { method, path, ...more }),
		restart: async (again) => {
			await world.service.close();
			world.service = await startService({ ...options, ...again });
		},
	};
	try {
		await body(world);
	} finally {
		await world.service.close();
		await rm(folder, { recursive: true, force: true });
	}
}

/** Complete options over a folder. */
export function optionsFor(folder: string, parts: Pick<ServiceOptions, "clock" | "engine">): ServiceOptions {
	return {
		data: join(folder, "data"),
		outbox: join(folder, "outbox"),
		plan: "enterprise",
		resultLifetimeMs: 3 * 24 * 3_600_000,
		rendersAtOnce: 1,
		accounts: [
			{ platform: "youtube", username: "Acme" },
			{ platform: "tiktok", username: "@acme" },
			{ platform: "linkedin", username: "Acme Inc." },
		],
		listen: { host: "127.0.0.1", port: 0 },
		fetching: { privateAddresses: false, maxBytes: 1e9, limitMs: 300_000, pauseMs: 10 },
		apiKeys: [],
		versionHeaders: ["x-service-api-version", "x-wayinvideo-api-version"],
		...parts,
	};
}

/** A request with the headers of the interface; `body` is sent as JSON unless it is a string. */
export async function call(
	service: RunningService,
	request: {
		readonly method: string;
		readonly path: string;
		readonly body?: unknown;
		readonly headers?: Record<string, string>;
	},
): Promise<Answer> {
	const { method, path, body, headers } = request;
	const sent = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
	const standard = {
		authorization: `Bearer ${service.apiKey.reveal()}`,
		"content-type": "application/json",
		"x-service-api-version": "v2",
	};
	const response = await fetch(path.startsWith("http") ? path : `${service.url}${path}`, {
		method,
		headers: { ...standard, ...headers },
		signal: AbortSignal.timeout(HANG_MS),
		...sent,
	});
	const text = await response.text();
	return {
		status: response.status,
		headers: response.headers,
		body: text.startsWith("{") ? JSON.parse(text) : { message: text },
	};
}

/** Uploads a text as a video and gives its identity. */
export async function upload(world: Callable, content: string, name = "talk.mp4"): Promise<string> {
	const { body } = await world.call("POST", "/api/v2/upload/single-file", { body: { name } });
	const target = body.data as { readonly upload_url: string; readonly identity: string };
	const put = await fetch(target.upload_url, { method: "PUT", body: content });
	if (put.status !== 200) throw new Error(`upload answered ${put.status}: ${await put.text()}`);
	return target.identity;
}

/** Submits an uploaded text and gives the task's id. */
export async function submit(
	world: Callable,
	more: Record<string, unknown> = {},
	content = "a talk",
): Promise<string> {
	const video_url = await upload(world, content);
	const { status, body } = await world.call("POST", "/api/v2/clips", { body: { video_url, ...more } });
	if (status !== 200) throw new Error(`submit answered ${status}: ${body.message}`);
	return (body.data as { readonly id: string }).id;
}

export async function results(world: Callable, id: string, kind = "results"): Promise<WireTask> {
	const { status, body } = await world.call("GET", `/api/v2/clips/${kind}/${id}`);
	if (status !== 200) throw new Error(`results answered ${status}: ${body.message}`);
	return body.data as WireTask;
}

/** How long one that waits looks away: at first, at most, and one part in so many of what it waited. */
const [LOOK_MS, LONGEST_LOOK_MS, LOOKED_AWAY] = [5, 25, 40];

/** Reads again until the condition holds. Throws after a minute, which only a service that hangs takes. */
export async function until<Value>(
	read: () => Promise<Value>,
	holds: (value: Value) => boolean,
): Promise<Value> {
	const began = performance.now();
	for (;;) {
		const value = await read();
		if (holds(value)) return value;
		const waited = performance.now() - began;
		if (waited > HANG_MS) throw new Error(`waited too long, last seen: ${JSON.stringify(value)}`);
		await sleep(Math.min(LONGEST_LOOK_MS, LOOK_MS + waited / LOOKED_AWAY));
	}
}

/** How long a minute of the service takes while it is waited for: what it does is never hours late. */
const MINUTE_TAKES_MS = 50;

/** Reads again until the condition holds, while minutes pass one by one; not where `stands` says so. */
export async function untilLater<Value>(
	{ clock }: Pick<World, "clock">,
	read: () => Promise<Value>,
	{ holds, stands = () => false }: Later<Value>,
): Promise<Value> {
	let moved = performance.now();
	return until(async () => {
		const value = await read();
		if (!holds(value) && !stands(value) && performance.now() - moved > MINUTE_TAKES_MS) {
			clock.move(60_000);
			moved = performance.now();
		}
		return value;
	}, holds);
}

interface Later<Value> {
	readonly holds: (value: Value) => boolean;
	/** Whether time stands still now. */
	readonly stands?: (value: Value) => boolean;
}

/** All clips of a video are made at once, so that one that is held up is in no other's way. */
export const ALL_AT_ONCE = { rendersAtOnce: 3 };

/** Holds up for ever the clips that begin later. */
export function heldBehind(beginMs: number): FakeEngine["before"] {
	return (step, _, begin) =>
		step === "render" && begin > beginMs ? new Promise<never>(() => undefined) : undefined;
}

/** Submits with export and waits for its success. */
export async function exported(
	world: Callable,
	more: Record<string, unknown> = {},
	content = "a talk",
): Promise<string> {
	const id = await submit(world, { enable_export: true, ...more }, content);
	await until(
		() => results(world, id),
		(task) => task.status === "SUCCEEDED",
	);
	return id;
}

/** Id of the connected account of a platform. */
export async function accountOn(world: Callable, platform: string): Promise<string> {
	const { body } = await world.call("GET", "/api/v2/social-media/accounts");
	const account = (body.data as readonly WireAccount[]).find((each) => each.platform === platform);
	if (!account) throw new Error(`no account on ${platform}`);
	return account.id;
}

/** Every path below a folder with its size and times, to compare before and after. */
export async function listing(folder: string): Promise<Record<string, string>> {
	const names = await readdir(folder, { recursive: true }).catch(() => []);
	const entries = names.sort().map(async (name) => {
		const { size, mtimeMs, ctimeMs } = await stat(join(folder, name));
		return [name, `${size} ${mtimeMs} ${ctimeMs}`];
	});
	return Object.fromEntries(await Promise.all(entries));
}

export function heldClock(): HeldClock {
	let now = START;
	const sleepers = new Set<{ readonly due: number; readonly wake: () => void }>();
	return {
		now: () => epochMs(now),
		monotonic: () => now,
		move: (ms) => {
			now += ms;
			for (const sleeper of [...sleepers].filter((each) => each.due <= now)) sleeper.wake();
		},
		sleep: (ms, signal) =>
			new Promise((settle, reject) => {
				signal.throwIfAborted();
				const wake = () => {
					sleepers.delete(sleeper);
					signal.removeEventListener("abort", stop);
					settle();
				};
				const stop = () => {
					sleepers.delete(sleeper);
					reject(signal.reason);
				};
				const sleeper = { due: now + ms, wake };
				sleepers.add(sleeper);
				signal.addEventListener("abort", stop, { once: true });
			}),
	};
}
