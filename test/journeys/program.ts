// May share a process: what it starts ends with it, and each workspace is a folder of its own.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { CACHE } from "../builders/cache.ts";
import { FFMPEG } from "../builders/media.ts";
import { builtMain, builtProgram } from "./built-program.ts";

/** A folder that is gone when the test file ends, however it ends. */
export const ROOM = mkdtempSync(join(tmpdir(), "showrun-journey-"));
/** Processes that end with this one. */
export const underWay = new Set<ChildProcess>();
process.on("exit", () => {
	for (const child of underWay) child.kill("SIGKILL");
	rmSync(ROOM, { recursive: true, force: true, maxRetries: 5 });
});

/** The program as it is shipped, built once for all test files beside the installed packages. */
export const PROGRAM = await builtProgram();
const MAIN = await builtMain();
export const HOME = join(ROOM, "home");
/** What this machine remembers of posts, as far as one test file goes. */
export function memory(): string {
	return join(ROOM, "memory", encodeURIComponent(globalThis.testFile ?? ""));
}
shareCode(join(HOME, ".cache"));

/** Lets a user's cache have the code that V8 compiled in all tests: each user would compile it again. */
export function shareCode(cache: string): void {
	const [folder, shared] = [join(cache, "showrun"), join(CACHE, "code")];
	for (const each of [folder, shared]) mkdirSync(each, { recursive: true });
	symlinkSync(shared, join(folder, "code"));
}

/** How a command ended. */
export interface Ended {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
	readonly ms: number;
}

/** A command that runs. */
export interface Running {
	readonly pid: number;
	readonly stdin: NonNullable<ChildProcess["stdin"]>;
	/** Both streams so far. */
	readonly said: () => string;
	readonly kill: (signal: NodeJS.Signals) => void;
	/** Rejects when the command did not end within its limit; it is killed then. */
	readonly ended: Promise<Ended>;
}

/** Where and how to run a command. */
export interface At {
	readonly cwd: string;
	readonly env?: Readonly<Record<string, string>>;
	readonly limitMs?: number;
	/** Program and arguments that start the command instead of node alone. */
	readonly through?: readonly string[];
}

/** Ends a hang; it judges nothing. */
export const LIMIT_MS = 300_000;

/** How long whoever waits looks away at least. */
const LOOK_MS = 15;

/** Runs showrun to its end. */
export function showrun(args: readonly string[], at: At): Promise<Ended> {
	return start(args, at).ended;
}

/** Starts showrun with an environment of its own: no colour, no settings, no terminal. */
export function start(
	args: readonly string[],
	{ cwd, env = {}, limitMs = LIMIT_MS, through = [] }: At,
): Running {
	const [path = "", ...rest] = [...through, process.execPath, MAIN, ...args];
	const began = performance.now();
	const child = spawn(path, rest, { cwd, env: { ...ownEnvironment(), ...env }, stdio: "pipe" });
	underWay.add(child);
	const streams = { out: "", err: "" };
	child.stdout.setEncoding("utf8").on("data", (text: string) => (streams.out += text));
	child.stderr.setEncoding("utf8").on("data", (text: string) => (streams.err += text));
	child.stdin.on("error", () => {});
	const ended = new Promise<Ended>((settle, reject) => {
		const late = setTimeout(() => {
			child.kill("SIGKILL");
			const said = [`showrun ${args.join(" ")} took longer than ${limitMs} ms`, streams.out, streams.err];
			reject(new Error(said.join("\n")));
		}, limitMs);
		child.once("error", reject);
		child.once("close", (code) => {
			clearTimeout(late);
			underWay.delete(child);
			settle({ code, ...streams, ms: performance.now() - began });
		});
	});
	ended.catch(() => {});
	return {
		pid: child.pid ?? 0,
		stdin: child.stdin,
		said: () => streams.out + streams.err,
		kill: (signal) => child.kill(signal),
		ended,
	};
}

/** The ffmpeg that starts fastest comes first; test/engine and one journey use a system's. */
const FAST_PATH = [dirname(FFMPEG), process.env.PATH ?? ""].join(delimiter);

/** No colour, no settings, a home of its own. */
export function ownEnvironment(): Record<string, string> {
	return { PATH: FAST_PATH, HOME, TMPDIR: tmpdir(), XDG_STATE_HOME: memory(), LANG: "C.UTF-8", TZ: "UTC" };
}

/**
 * Waits until something holds; fails when the command ends before, or when it takes too long. Looks away
 * longer the more a look costs.
 */
export async function until(
	holds: () => unknown,
	{ running, ms = LIMIT_MS }: { readonly running?: Running; readonly ms?: number } = {},
): Promise<void> {
	let over: Ended | undefined;
	void running?.ended.then((ended) => (over = ended));
	const deadline = performance.now() + ms;
	for (let looked = performance.now(); !(await holds()); looked = performance.now()) {
		if (over) throw new Error(`the command ended first (${over.code})\n${over.out}\n${over.err}`);
		if (performance.now() > deadline) throw new Error(`waited ${ms} ms in vain\n${running?.said() ?? ""}`);
		await pause(Math.max(LOOK_MS, 5 * (performance.now() - looked)));
	}
}

export function pause(ms: number): Promise<void> {
	return new Promise((settle) => setTimeout(settle, ms));
}

/** What a message to a person must not hold: a stack, a bug report, an escape code. */
export function unseemly(text: string): string[] {
	const signs = [/^\s+at .*:\d+:\d+\)?$/m, /This is a bug/, /\p{Cc}\[/u, /\bundefined\b/, /\[object /];
	return signs.filter((sign) => sign.test(text)).map(String);
}
