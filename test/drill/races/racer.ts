import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { startService } from "../../../src/service/embedded.ts";
import type { RunningService } from "../../../src/service/options.ts";
import { fakeEngine } from "../../fakes/engine.ts";
import { type Callable, call, exported, optionsFor } from "../../service/world.ts";
import { movableClock } from "./clock.ts";

/** A service that can be moved in time and killed at any moment. */
export interface Racer extends Callable {
	/** Holds the folders `data` and `outbox`. */
	readonly folder: string;
	/** The service's time, in epoch milliseconds. */
	now(): number;
	move(ms: number): void;
	/** Kills it and starts another one on what it left. */
	kill(): Promise<Racer>;
	close(): Promise<void>;
}

/** A folder with a project whose clips can be published. */
export interface Template {
	readonly folder: string;
	readonly project: string;
}

/** Runs with a project that each race begins from. */
export async function withTemplate<Result>(body: (template: Template) => Promise<Result>): Promise<Result> {
	const folder = await newFolder();
	try {
		const racer = await startInProcess(folder, 0);
		const project = await exported(racer);
		await racer.close();
		return await body({ folder, project });
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** A copy to race in. */
export async function copyOf({ folder }: Pick<Template, "folder">): Promise<string> {
	const copy = await newFolder();
	copyState(folder, copy);
	return copy;
}

/** What the call of a test needs, for a service wherever it runs. */
export function callable(service: RunningService): Callable {
	return { service, call: (method, path, more) => call(service, { method, path, ...more }) };
}

/**
 * A service of this process. Killing it is copying what is on disk at this moment, as it is, and going on
 * from there: nothing runs in between, and what the first one still does concerns nobody.
 */
export async function startInProcess(folder: string, aheadMs: number): Promise<Racer> {
	const clock = movableClock(aheadMs);
	const service = await startService(optionsFor(folder, { clock, engine: fakeEngine() }));
	let killed: string | undefined;
	return {
		...callable(service),
		folder,
		now: () => clock.now(),
		move: clock.move,
		kill: async () => {
			killed = await newFolder();
			copyState(folder, killed);
			const [next] = await Promise.all([startInProcess(killed, clock.aheadMs), service.close()]);
			rmSync(folder, { recursive: true, force: true });
			return next;
		},
		close: () => service.close(),
	};
}

function newFolder(): Promise<string> {
	return mkdtemp(join(tmpdir(), "showrun-race-"));
}

/** Without the notes of who owns it, which name a process that lives. */
function copyState(from: string, to: string): void {
	const filter = (path: string) => !/^\.?owner\./.test(basename(path));
	cpSync(from, to, { recursive: true, filter });
	// A service that starts again finds its outbox where its records say.
	const names = readdirSync(join(to, "data"), { recursive: true, encoding: "utf8" });
	for (const path of names.filter((name) => name.endsWith(".json")).map((name) => join(to, "data", name))) {
		const text = readFileSync(path, "utf8");
		if (text.includes(from)) writeFileSync(path, text.replaceAll(from, to));
	}
}
