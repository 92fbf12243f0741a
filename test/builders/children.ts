// May share a process: who follows a child ends it.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const LIMIT_MS = 300_000;

/** A process under way. */
export interface Child {
	readonly process: ChildProcess;
	/** Lines said so far. */
	readonly lines: readonly string[];
	/** Waits for a line that fits; fails when the process ends without it. */
	said(words: RegExp): Promise<string>;
	/** Waits for its end. */
	ended(): Promise<number | NodeJS.Signals>;
}

/**
 * Starts processes that run one script, in one piece: many starts would take long otherwise. Ends
 * those still under way.
 */
export async function withChildren<Result>(
	script: URL,
	work: (start: (...args: string[]) => Child, file: string) => Promise<Result>,
): Promise<Result> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-child-"));
	const outfile = join(folder, "child.mjs");
	const started: Child[] = [];
	try {
		await build({
			entryPoints: [fileURLToPath(script)],
			bundle: true,
			platform: "node",
			format: "esm",
			outfile,
		});
		const start = (...args: string[]) => {
			const child = follow(
				spawn(process.execPath, [outfile, ...args], { stdio: ["ignore", "pipe", "inherit"] }),
			);
			started.push(child);
			return child;
		};
		return await work(start, outfile);
	} finally {
		for (const child of started) child.process.kill("SIGKILL");
		await Promise.all(started.map((child) => child.ended()));
		await rm(folder, { recursive: true, force: true });
	}
}

/** Follows what a process says, and kills it when it takes too long. */
export function follow(
	child: ChildProcess,
	{ limitMs = LIMIT_MS }: { readonly limitMs?: number } = {},
): Child {
	const lines: string[] = [];
	const closed = once(child, "close").then(([code, signal]) => (signal ?? code) as number | NodeJS.Signals);
	const limit = setTimeout(() => child.kill("SIGKILL"), limitMs);
	closed.then(() => clearTimeout(limit));
	let rest = "";
	const listeners = new Set<() => void>();
	child.stdout?.setEncoding("utf8").on("data", (piece: string) => {
		const parts = (rest + piece).split("\n");
		rest = parts.pop() ?? "";
		lines.push(...parts);
		for (const listener of listeners) listener();
	});
	const said = (words: RegExp) =>
		new Promise<string>((settle, reject) => {
			const look = () => {
				const line = lines.find((each) => words.test(each));
				if (line !== undefined) settle(line);
			};
			listeners.add(look);
			look();
			closed.then((end) =>
				reject(new Error(`it ended (${end}) without saying ${words}: ${lines.slice(-5).join(" | ")}`)),
			);
		});
	return { process: child, lines, said, ended: () => closed };
}
