import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { ProgramFault, run } from "../../../system/run.ts";
import type { InputFlags } from "../../flags/inputs.ts";
import { BUILD } from "../../version.ts";

/** How this program is started once more: the bundle, or the sources with what makes those run. */
export const OWN_PROGRAM: readonly string[] =
	BUILD === undefined
		? [...process.execArgv, fileURLToPath(new URL("../../main.ts", import.meta.url))]
		: [fileURLToPath(new URL("../main.js", import.meta.url))];

/** A command of showrun, as somebody would type it. */
export interface OwnCommand {
	readonly args: readonly string[];
	readonly signal: AbortSignal;
	/** Hears each line of both streams. */
	readonly tell: (line: string) => void;
	/** Hears the lines of errors and warnings in its place. */
	readonly tellError?: (line: string) => void;
}

/** Longest that a command of the page may take: an apply waits for clips. Milliseconds. */
const LIMIT_MS = 24 * 3_600_000;

/**
 * Runs a command of showrun in a process of its own, in this folder: what it does and says is what it does on
 * a terminal, and the page answers meanwhile. Resolves to its exit code; null: it was ended from outside.
 */
export async function ownCommand({
	args,
	signal,
	tell,
	tellError = tell,
}: OwnCommand): Promise<number | null> {
	try {
		const { code } = await run({
			path: process.execPath,
			args: [...OWN_PROGRAM, ...args],
			env: { ...process.env, FORCE_COLOR: "1", COLUMNS: "110" },
			signal,
			limitMs: LIMIT_MS,
			onLine: tell,
			onErrorLine: tellError,
		});
		return code;
	} catch (error) {
		if (!(error instanceof ProgramFault)) throw error;
		tellError(error.message);
		return null;
	}
}

/**
 * Starts showrun once more for one answer, which a process of its own may take its time for. Undefined: it
 * ended without one, and has said why on stderr.
 */
export async function ownAnswer<Message>(
	args: readonly string[],
	signal: AbortSignal,
	{ priority = constants.priority.PRIORITY_NORMAL } = {},
): Promise<Message | undefined> {
	const child = fork(OWN_PROGRAM.at(-1) ?? "", args, {
		execArgv: OWN_PROGRAM.slice(0, -1),
		stdio: ["ignore", "ignore", "inherit", "ipc"],
		serialization: "advanced",
	});
	lower(child, priority);
	const stop = () => void child.kill("SIGTERM");
	signal.addEventListener("abort", stop, { once: true });
	try {
		return await Promise.race([
			once(child, "message").then(([message]) => message as Message),
			once(child, "close").then(() => undefined),
		]);
	} finally {
		signal.removeEventListener("abort", stop);
	}
}

/** What nobody waits for leaves the processor to others. */
function lower({ pid }: ChildProcess, priority: number): void {
	try {
		if (pid !== undefined && priority !== constants.priority.PRIORITY_NORMAL) setPriority(pid, priority);
	} catch {
		// It ended already, or this system does not let it: then it runs like any other.
	}
}

/** Answers whoever started this process. */
export async function answerOwner(message: object): Promise<void> {
	await new Promise<void>((sent) => {
		if (process.send === undefined) sent();
		else process.send(message, () => sent());
	});
}

/** The flags that give values to inputs, as they are typed. */
export function inputArgs({ var: vars = {}, varFile = [], env, strict }: InputFlags): readonly string[] {
	return [
		...Object.entries(vars).flatMap(([name, value]) => ["--var", `${name}=${value}`]),
		...varFile.flatMap((file) => ["--var-file", file]),
		...(env === undefined ? [] : ["--env", env]),
		...(strict ? ["--strict"] : []),
	];
}
