// May share a process: the processes it keeps end with it.
/** Runs commands in processes that have run one before: where the process itself is not what is tested. */
import { type ChildProcess, fork } from "node:child_process";
import { NODE_FLAGS } from "../builders/node-flags.ts";
import { builtWarm } from "./built-program.ts";
import { type At, type Ended, LIMIT_MS, ownEnvironment, PROGRAM, showrun, underWay } from "./program.ts";
import type { WarmCommand, WarmEnd } from "./warm-host.ts";

/** What goes on for long, reads its input or never ends its own process needs a process of its own. */
const OWN_PROCESS = /^(serve|watch|connect|--?version|-V|version)$/;
/** What a process reads once, when it starts. */
const OWN_ENVIRONMENT = /^(NODE_|LANG$|LC_|TZ$|DRILL_(STEP|STOP|SHORT)$)/;
/** What is loaded before the program may be there already. */
const LOADED = /^--import=\S+$/;

/** How long a process waits for a command: its first ones cost as much as ten later ones. */
const IDLE_MS = 30_000;

/** Processes that wait, by what was loaded before the program. */
const idle = new Map<string, readonly ChildProcess[]>();
const waits = new WeakMap<ChildProcess, NodeJS.Timeout>();

/** Runs showrun to its end, as `showrun` does, in a process that did so before if there is one. */
export async function showrunWarm(args: readonly string[], at: At): Promise<Ended> {
	const { NODE_OPTIONS = "", ...env } = at.env ?? {};
	const isOwn =
		at.through !== undefined ||
		args.some((each) => each === "-" || OWN_PROCESS.test(each)) ||
		Object.keys(env).some((name) => OWN_ENVIRONMENT.test(name)) ||
		(NODE_OPTIONS !== "" && !LOADED.test(NODE_OPTIONS));
	if (isOwn) return showrun(args, at);
	const began = performance.now();
	const host = nextIdle(NODE_OPTIONS) ?? (await started(NODE_OPTIONS));
	const command = { args, cwd: at.cwd, env: { ...ownEnvironment(), ...at.env } };
	const { isClean, ...ended } = await answered(host, command, at.limitMs ?? LIMIT_MS);
	if (isClean) rest(NODE_OPTIONS, host);
	else host.kill("SIGKILL");
	return { ...ended, ms: performance.now() - began };
}

async function started(options: string): Promise<ChildProcess> {
	const { host, source } = await builtWarm();
	const child = fork(host, [source, `${PROGRAM}/dist`], {
		env: { ...ownEnvironment(), ...(options !== "" && { NODE_OPTIONS: options }) },
		execArgv: [...NODE_FLAGS],
		stdio: ["pipe", "pipe", "pipe", "ipc"],
	});
	underWay.add(child);
	child.once("exit", () => underWay.delete(child));
	return child;
}

/** Keeps a process for the next command, and ends it when there is none for long. */
function rest(options: string, host: ChildProcess): void {
	idle.set(options, [...(idle.get(options) ?? []), host]);
	const limit = setTimeout(() => end(host), IDLE_MS);
	waits.set(host, limit);
}

/** The one that waits for the shortest time. */
function nextIdle(options: string): ChildProcess | undefined {
	const hosts = idle.get(options) ?? [];
	const host = hosts.at(-1);
	idle.set(options, hosts.slice(0, -1));
	if (host) clearTimeout(waits.get(host));
	return host;
}

function end(host: ChildProcess): void {
	clearTimeout(waits.get(host));
	for (const [options, hosts] of idle)
		idle.set(
			options,
			hosts.filter((each) => each !== host),
		);
	host.disconnect();
}

// The tests of this process are over.
process.once("disconnect", () => {
	for (const host of [...idle.values()].flat()) end(host);
});

/** Sends a command and waits for its end. */
async function answered(host: ChildProcess, command: WarmCommand, limitMs: number): Promise<WarmEnd> {
	let [out, err] = ["", ""];
	const hear = [(text: Buffer) => (out += text), (text: Buffer) => (err += text)] as const;
	host.stdout?.on("data", hear[0]);
	host.stderr?.on("data", hear[1]);
	let late: NodeJS.Timeout | undefined;
	try {
		return await new Promise<WarmEnd>((settle, reject) => {
			late = setTimeout(() => {
				host.kill("SIGKILL");
				reject(new Error(`showrun ${command.args.join(" ")} took longer than ${limitMs} ms\n${out}${err}`));
			}, limitMs);
			host.once("close", (code) => settle({ code: code ?? -1, out, err, isClean: false }));
			host.once("message", (end: WarmEnd) => settle(end));
			host.send(command);
		});
	} finally {
		clearTimeout(late);
		host.removeAllListeners("message").removeAllListeners("close");
		host.stdout?.off("data", hear[0]);
		host.stderr?.off("data", hear[1]);
	}
}
