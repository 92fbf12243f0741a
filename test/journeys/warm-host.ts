/**
 * Runs one command of the program after another in this process, as its parent asks. Each evaluates the
 * program anew, so that its modules remember nothing of an earlier command; what is kept is compiled code.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Script } from "node:vm";

/** One command to run. */
export interface WarmCommand {
	readonly args: readonly string[];
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
}

/** How it ended. */
export interface WarmEnd {
	readonly code: number;
	readonly out: string;
	readonly err: string;
	/** Whether it left nothing open, so that another command may follow in this process. */
	readonly isClean: boolean;
}

/** Commands after which the compiled code is kept for the processes to come. */
const WARM_AFTER = 3;
/** How long what is under way when a command ends may take to come to its end. Milliseconds. */
const SETTLING_MS = 500;

const [, , source = "", dist = ""] = process.argv;
const kept = `${source}.code`;
const script = new Script(`(function(require,module,programUrl){${readFileSync(source, "utf8")}\n})`, {
	filename: source,
	...(existsSync(kept) && { cachedData: readFileSync(kept) }),
});
const main = join(dist, "main.js");
const load = createRequire(main);
// As the program's parts see themselves: in a folder of `dist`.
const url = pathToFileURL(join(dist, "chunks", "program.js")).href;
let count = 0;

process.on("disconnect", () => process.exit());
process.on("message", (command: WarmCommand) => {
	void run(command).then((end) => process.send?.(end));
});

async function run({ args, cwd, env }: WarmCommand): Promise<WarmEnd> {
	process.chdir(cwd);
	for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
	Object.assign(process.env, env);
	process.argv = [process.execPath, main, ...args];
	process.exitCode = undefined;
	const opened = process.getActiveResourcesInfo();
	const listeners = EMITTERS.map((emitter) => [emitter, listenersOf(emitter)] as const);
	const ended = await evaluated();
	for (const [emitter, before] of listeners) removeOthers(emitter, before);
	const isClean = await comesToRest(opened);
	process.chdir(dist);
	if (++count === WARM_AFTER && !existsSync(kept)) keepCode();
	return { ...ended, isClean };
}

/** Evaluates the program until it ends its process. */
async function evaluated(): Promise<Omit<WarmEnd, "isClean">> {
	const { exit } = process;
	const [out, err] = [captured(process.stdout), captured(process.stderr)];
	const code = await new Promise<number>((settle) => {
		process.exit = ((given?: number) =>
			settle(Number(given ?? process.exitCode ?? 0))) as typeof process.exit;
		script.runInThisContext()(load, { exports: {} }, url);
	});
	process.exit = exit;
	return { code, out: out.end(), err: err.end() };
}

/** Keeps what is written to a stream instead of writing it. */
function captured(stream: NodeJS.WriteStream): { readonly end: () => string } {
	const { write } = stream;
	const chunks: Buffer[] = [];
	stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
		chunks.push(Buffer.from(chunk as string));
		const done = rest.find((each) => typeof each === "function");
		if (done) process.nextTick(done as () => void);
		return true;
	}) as typeof stream.write;
	return {
		end: () => {
			stream.write = write;
			return Buffer.concat(chunks).toString();
		},
	};
}

type Emitter = NodeJS.EventEmitter;
const EMITTERS: readonly Emitter[] = [process, process.stdout, process.stderr, process.stdin];
type Listeners = ReadonlyMap<string | symbol, readonly unknown[]>;

function listenersOf(emitter: Emitter): Listeners {
	return new Map(emitter.eventNames().map((name) => [name, emitter.rawListeners(name)]));
}

function removeOthers(emitter: Emitter, before: Listeners): void {
	for (const name of emitter.eventNames())
		for (const each of emitter.rawListeners(name))
			if (!before.get(name)?.includes(each)) emitter.off(name, each as () => void);
}

/** Whether nothing is open any more that was not before: a timer, a socket, a program. */
async function comesToRest(before: readonly string[]): Promise<boolean> {
	for (const deadline = performance.now() + SETTLING_MS; performance.now() < deadline; await sleep(2)) {
		const left = process.getActiveResourcesInfo();
		for (const each of before) if (left.includes(each)) left.splice(left.indexOf(each), 1);
		if (left.length === 0) return true;
	}
	return false;
}

function keepCode(): void {
	const beside = `${kept}.${process.pid}`;
	writeFileSync(beside, script.createCachedData());
	renameSync(beside, kept);
}
