// May share a process: what it starts ends with it.
import { readdirSync, readFileSync } from "node:fs";
import { type Running, start, until } from "../../journeys/program.ts";
import { type Between, proxyTo } from "../../postgres/proxy.ts";

/** A process that shares the database of a service, with its own way there. */
export interface Actor {
	readonly name: string;
	readonly proxy: Between;
	/** Starts it again where it has ended. */
	revive(): Promise<void>;
	signal(signal: NodeJS.Signals): void;
	/** Where it answers. Absent: it does not. */
	url(): string;
	/** Whether a program of its own runs below it. */
	isMaking(): boolean;
	close(): Promise<void>;
}

/** What an actor is started with. */
export interface Casting {
	readonly name: string;
	readonly args: readonly string[];
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
	/** Folder of the server's socket, and of its own. */
	readonly sockets: readonly [server: string, own: string];
	/** How far its clock is ahead. Milliseconds. */
	readonly aheadMs: number;
}

const LIMIT_MS = 1_800_000;

/** Starts it, and waits until it works. */
export async function cast({ name, args, cwd, env, sockets, aheadMs }: Casting): Promise<Actor> {
	const proxy = await proxyTo(...sockets);
	const at = { cwd, env: { ...env, ...clockOf(aheadMs) }, limitMs: LIMIT_MS };
	let running = start(args, at);
	let hasEnded = false;
	const begun = async () => {
		const own = running;
		void own.ended.then(
			() => (hasEnded = running === own),
			() => (hasEnded = running === own),
		);
		await until(() => READY.test(own.said()), { running: own });
	};
	await begun();
	return {
		...{ name, proxy },
		async revive() {
			if (!hasEnded) return;
			hasEnded = false;
			running = start(args, at);
			await begun();
		},
		signal: (signal) => running.kill(signal),
		url: () => READY.exec(running.said())?.[1] ?? "",
		isMaking: () => hasChild(running),
		async close() {
			running.kill("SIGKILL");
			await running.ended.catch(() => {});
			await proxy.close();
		},
	};
}

const READY = /Serving on (http:\S+)\n|Working on .*\n/;

/** A wall clock of its own: time runs as everywhere. */
function clockOf(aheadMs: number): Readonly<Record<string, string>> {
	if (aheadMs === 0) return {};
	const hook = `const { now } = Date; Date.now = () => now() + ${aheadMs};`;
	return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` };
}

function hasChild({ pid }: Running): boolean {
	return readdirSync("/proc").some((name) => /^\d+$/.test(name) && parentOf(name) === pid);
}

function parentOf(pid: string): number | undefined {
	try {
		return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]);
	} catch {
		return undefined;
	}
}
