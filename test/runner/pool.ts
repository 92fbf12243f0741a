/** Runs built test files in a few processes: many files in one, unless a file needs a process of its own. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NODE_FLAGS } from "../builders/node-flags.ts";
import { type Counts, countsOf } from "./counts.ts";
import type { Answer, Order } from "./worker.ts";

export interface TestFile extends Order {
	/** Why it needs a process of its own, if it does. */
	readonly alone: string | undefined;
}

export interface Result extends Counts {
	readonly file: string;
	readonly seconds: number;
	readonly cpuSeconds: number;
	readonly output: string;
	/** Mutants whose place was reached, where the build has any. */
	readonly met: readonly number[];
}

export interface PoolOptions {
	readonly worker: string;
	readonly cwd: string;
	readonly width: number;
	/** A file that takes longer is killed, and has failed. */
	readonly limitMs: number;
	/** Beside this process's own; what is undefined is left out. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	/** Whether stacks name the sources; they cost time where nobody reads them. */
	readonly sourceMaps?: boolean;
	readonly onResult: (result: Result) => void;
}

/** How long a process may go on when its tests are over. */
const CLOSING_MS = 120_000;

/** Runs the files in their order, several at a time, and calls back for each once. */
export async function runFiles(files: readonly TestFile[], options: PoolOptions): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "showrun-run-"));
	const waiting = [...files];
	const lane = async (number: number) => {
		let shared: TestProcess | undefined;
		let count = 0;
		const fresh = () => new TestProcess(join(folder, `${number}-${count++}`), options);
		for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
			const worker: TestProcess = (file.alone === undefined ? shared : undefined) ?? fresh();
			const result = await worker.run(file);
			options.onResult(file.alone ? withEnding(result, await worker.close()) : result);
			if (file.alone === undefined) shared = worker.ended ? undefined : worker;
		}
		const ending = await shared?.close();
		if (ending !== undefined)
			options.onResult(withEnding(nothing(shared?.blamed ?? "the test files of one process"), ending));
	};
	try {
		await Promise.all(Array.from({ length: options.width }, (_, number) => lane(number)));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function nothing(file: string): Result {
	return { file, passed: 0, failed: 0, problems: [], seconds: 0, cpuSeconds: 0, output: "", met: [] };
}

function withEnding(result: Result, ending: string | undefined): Result {
	if (ending === undefined) return result;
	return {
		...result,
		failed: result.failed + (result.problems.length > 0 ? 0 : 1),
		problems: [...result.problems, ending],
	};
}

const underWay = new Set<TestProcess>();
process.on("exit", () => {
	for (const worker of underWay) worker.kill();
});

/** A process that runs test files, and the file its output goes to. */
export class TestProcess {
	ended = false;
	/** Files that left something open, for the case that the process does not end. */
	blamed: string | undefined;
	readonly #child: ChildProcess;
	readonly #over: Promise<string>;
	readonly #log: number;
	readonly #limitMs: number;
	#read = 0;

	constructor(log: string, { worker, cwd, limitMs, env, sourceMaps = true }: PoolOptions) {
		this.#log = openSync(log, "a+");
		this.#limitMs = limitMs;
		this.#child = fork(worker, [], {
			cwd,
			// A group of its own, so that a kill reaches what it started.
			detached: process.platform !== "win32",
			execArgv: [...NODE_FLAGS, ...(sourceMaps ? ["--enable-source-maps"] : [])],
			env: { ...process.env, FORCE_COLOR: "0", ...env },
			stdio: ["ignore", this.#log, this.#log, "ipc"],
		});
		underWay.add(this);
		this.#over = once(this.#child, "exit").then(([code, signal]) => {
			this.ended = true;
			underWay.delete(this);
			return signal === null ? `exited with ${code}` : `was killed (${signal})`;
		});
	}

	/** Runs one file to its report, its limit or the end of the process. */
	async run({ file, built }: Order): Promise<Result> {
		const started = performance.now();
		let limit: NodeJS.Timeout | undefined;
		const late = new Promise<string>((settle) => {
			limit = setTimeout(() => {
				this.kill();
				settle(`it took longer than ${this.#limitMs / 1000} s and was killed`);
			}, this.#limitMs);
		});
		const answered = once(this.#child, "message").then(([answer]) => answer as Answer);
		this.#child.send({ file, built });
		const ended = this.#over.then((how) => `its process ${how} before its tests were over`);
		const end = await Promise.race([answered, late, ended]);
		clearTimeout(limit);
		if (typeof end === "string") await this.#over;
		const answer = typeof end === "string" ? undefined : end;
		if (answer?.open.length)
			this.blamed = [this.blamed, `${file} (${answer.open.join(", ")})`].join(" ").trim();
		const counts = countsOf(answer, typeof end === "string" ? end : undefined);
		const seconds = (performance.now() - started) / 1000;
		const { cpuSeconds = 0, met = [] } = answer ?? {};
		return { file, ...counts, seconds, cpuSeconds, met, output: this.#output() };
	}

	/** Lets the process end; says what is wrong with how it ended. */
	async close(): Promise<string | undefined> {
		if (this.ended) return undefined;
		const limit = setTimeout(() => this.kill(), CLOSING_MS);
		this.#child.disconnect();
		const how = await this.#over;
		clearTimeout(limit);
		closeSync(this.#log);
		return how === "exited with 0"
			? undefined
			: `its process ${how} after its tests: something was left open`;
	}

	kill(): void {
		try {
			process.kill(
				process.platform === "win32" ? (this.#child.pid ?? 0) : -(this.#child.pid ?? 0),
				"SIGKILL",
			);
		} catch {
			this.#child.kill("SIGKILL");
		}
	}

	#output(): string {
		const chunk = Buffer.alloc(1 << 16);
		const chunks: Buffer[] = [];
		for (let length = -1; length !== 0; this.#read += length) {
			length = readSync(this.#log, chunk, 0, chunk.length, this.#read);
			chunks.push(Buffer.from(chunk.subarray(0, length)));
		}
		return Buffer.concat(chunks).toString();
	}
}
