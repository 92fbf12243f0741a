// May share a process: what it starts ends with the test.
/** Starts the platforms for a test, as a process of their own, and talks to them behind their backs. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { builtStart } from "../journeys/built-program.ts";
import type { RequestNote } from "./core/exchange.ts";
import type { PlannedFault } from "./core/faults.ts";
import { countPublic, type Entry, type PublicCounts } from "./core/log.ts";
import type { Json, PlatformName, Settings } from "./core/platform.ts";
import type { Addresses } from "./core/server.ts";

const SERVE = fileURLToPath(new URL("./serve.ts", import.meta.url));

export interface StartOptions {
	/** For the log and the list of canaries. */
	readonly dir: string;
	/** ISO 8601. Absent: the machine's time. */
	readonly now?: string;
	/** Virtual milliseconds that pass in a real one. */
	readonly rate?: number;
}

/** What a test does with the platforms. */
export interface Handle extends Addresses {
	/** Plans faults, behind those that are planned already. */
	faults(...faults: readonly PlannedFault[]): Promise<void>;
	/** Drops the faults that did not happen, and returns them. */
	clearFaults(): Promise<readonly PlannedFault[]>;
	/** Moves time and tells it, in milliseconds. */
	clock(change?: { readonly advance?: number; readonly rate?: number }): Promise<number>;
	/** Changes what a platform does; without changes it only tells. */
	settings(platform: PlatformName, changes?: Settings): Promise<Settings>;
	/** An operation of a platform: `token`, `consent`, `revoke`, … */
	operate<Result = Json>(platform: PlatformName, operation: string, input?: Json): Promise<Result>;
	/** What really happened. */
	entries(): Promise<readonly Entry[]>;
	/** What was wrong of clients: `ROUTE: WHAT`. */
	violations(): Promise<readonly string[]>;
	counts(): Promise<PublicCounts>;
	asked(): Promise<readonly RequestNote[]>;
}

export interface Platforms extends Handle {
	stop(): Promise<void>;
}

export async function startPlatforms({ dir, now, rate }: StartOptions): Promise<Platforms> {
	const options = [
		"--dir",
		dir,
		...(now ? ["--now", now] : []),
		...(rate === undefined ? [] : ["--rate", `${rate}`]),
	];
	const child = spawn(process.execPath, [await builtStart(SERVE), ...options], {
		stdio: ["pipe", "pipe", "inherit"],
	});
	const ended = once(child, "exit");
	let line = "";
	for await (const piece of child.stdout) {
		line += piece;
		if (line.includes("\n")) break;
	}
	if (!line.includes("\n")) throw new Error(`the platforms did not start (${(await ended)[0]})`);
	const addresses: Addresses = JSON.parse(line);
	return {
		...handleOf(addresses),
		stop: async () => {
			child.stdin.end();
			await ended;
		},
	};
}

/** Talks to platforms that run already. */
export function handleOf(addresses: Addresses): Handle {
	const control = async <Result>(path: string, input: Json = {}): Promise<Result> => {
		const response = await fetch(`${addresses.control}/${path}`, {
			method: "POST",
			body: JSON.stringify(input),
		});
		const value = await response.json();
		if (!response.ok) throw new Error(String((value as Json).error));
		return value as Result;
	};
	const entries = async () => (await control<{ entries: readonly Entry[] }>("log")).entries;
	return {
		...addresses,
		entries,
		faults: async (...faults) => void (await control("faults", { add: faults })),
		clearFaults: async () => {
			const { left } = await control<{ left: readonly PlannedFault[] }>("faults");
			await control("faults", { clear: true });
			return left;
		},
		clock: async (change = {}) => (await control<{ now: number }>("clock", change)).now,
		settings: (platform, changes = {}) => control(`${platform}/settings`, changes),
		operate: (platform, operation, input = {}) => control(`${platform}/${operation}`, input),
		violations: async () =>
			(await entries()).flatMap((each) => (each.kind === "violation" ? [`${each.route}: ${each.what}`] : [])),
		counts: async () => countPublic(await entries()),
		asked: async () => (await control<{ requests: readonly RequestNote[] }>("requests")).requests,
	};
}
