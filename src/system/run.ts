import { type ChildProcess, spawn } from "node:child_process";
import { constants, getPriority, setPriority } from "node:os";
import { basename } from "node:path";
import { defined } from "../model/defined.ts";
import { StopFault } from "../model/fault.ts";
import { MOST_MEMORY, watchMemory } from "./memory-limit.ts";

/** A program to run, without a shell. */
export interface Program {
	readonly path: string;
	readonly args: readonly string[];
	readonly cwd?: string;
	/** Absent: ours. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	/** Its standard input. Absent: empty. */
	readonly input?: string;
	readonly signal: AbortSignal;
	/** Longest it may take, in milliseconds. */
	readonly limitMs: number;
	/** Longest it may write nothing, in milliseconds. Absent: as long as it likes. */
	readonly silenceMs?: number;
	/** Most memory it may take, in bytes. Absent: three quarters of the machine's, at most 8 GiB. */
	readonly memoryBytes?: number;
	/** It gives way to everything else that the machine does. */
	readonly givesWay?: boolean;
	/** Lines of standard output, as they come. */
	readonly onLine?: (line: string) => void;
	/** Standard output as bytes, instead of lines. */
	readonly onBytes?: (bytes: Uint8Array) => void;
	/** Lines of standard error, made printable. */
	readonly onErrorLine?: (line: string) => void;
}

/**
 * How a program ended without us: exit code (null when a signal ended it, which is then named) and the last
 * lines of standard error.
 */
export interface Ended {
	readonly code: number | null;
	readonly signal?: NodeJS.Signals;
	readonly lastLines: readonly string[];
}

/**
 * A program that could not be started, took too long or ended badly. Its message names the program and its
 * last words.
 */
export class ProgramFault extends StopFault {}

const KEPT_LINES = 12;
const LINE_LIMIT = 400;
const CARRY_LIMIT = 64 * 1024;
const GRACE_MS = 400;
const AGAIN = {
	remedy: "Try again when the machine is less busy; where it stays so, the file it works on may be damaged.",
};

/**
 * Runs a program to its end, whatever its exit code. Aborting or the limit ends it: SIGTERM, then SIGKILL.
 * Throws the signal's reason or `ProgramFault`.
 */
export async function run(program: Program): Promise<Ended> {
	program.signal.throwIfAborted();
	const { path, args, cwd, env, input } = program;
	// In a process group of its own: a Ctrl-C at the terminal is ours to hand on, and no program's failure.
	const apart = { detached: process.platform !== "win32", windowsHide: true };
	const child = spawn(path, args, {
		cwd,
		env,
		stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
		...apart,
	});
	if (program.givesWay) giveWay(child);
	const lastLines: string[] = [];
	const ending = stopper(child);
	const guarded = guard(ending.stop);
	const onAbort = () => ending.stop(program.signal.reason);
	const limit = setTimeout(() => ending.stop(tookTooLong(program)), program.limitMs);
	program.signal.addEventListener("abort", onAbort, { once: true });
	const silence = watchSilence(child, program.silenceMs, () => ending.stop(fellSilent(program)));
	const { memoryBytes = MOST_MEMORY } = program;
	const unwatched = watchMemory(child.pid, memoryBytes, () =>
		ending.stop(grewTooLarge(program, memoryBytes)),
	);
	readOutput(child, program, guarded);
	// A program that ends without reading on says by its exit code what it thinks of it.
	child.stdin?.on("error", () => {}).end(input);
	child.stderr?.on("data", byLines(guarded((line: string) => keep(lastLines, line, program.onErrorLine))));
	try {
		const end = await ended(child, program);
		ending.throwIfStopped();
		return { ...end, lastLines };
	} finally {
		clearTimeout(limit);
		clearTimeout(silence);
		unwatched();
		ending.clear();
		program.signal.removeEventListener("abort", onAbort);
	}
}

/** A machine that does not know priorities, or a program that has ended, is none the worse. */
function giveWay({ pid }: ChildProcess): void {
	try {
		if (pid !== undefined)
			setPriority(pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
	} catch {
		// As it is.
	}
}

/** Runs a program that must end with exit code 0; throws `ProgramFault` otherwise. */
export async function runWell(program: Program): Promise<void> {
	const end = await run(program);
	if (end.code !== 0)
		throw new ProgramFault(
			`${basename(program.path)} failed (${end.signal ?? `exit code ${end.code}`}): ` +
				`${end.lastLines.join(" | ") || "it gave no reason"}`,
		);
}

/** Text without control characters or terminal escapes, on one line, cut to a length. */
export function printable(text: string, limit = LINE_LIMIT): string {
	const clean = text
		.replace(/\p{Cc}\[[\d;?]*[A-Za-z]/gu, "")
		.replace(/ *[\p{Cc}\p{Cf}\u2028\u2029]+ */gu, " ")
		.trimEnd();
	return clean.length > limit ? `${clean.slice(0, limit)}…` : clean;
}

function readOutput(child: ChildProcess, program: Program, guarded: Guard): void {
	if (program.onBytes) child.stdout?.on("data", guarded(program.onBytes));
	else child.stdout?.on("data", byLines(guarded(program.onLine ?? (() => {}))));
}

type Guard = <Given>(callback: (given: Given) => void) => (given: Given) => void;

/** A callback that throws ends the program, and `run` throws what it threw. */
function guard(stop: (reason: unknown) => void): Guard {
	return (callback) => (given) => {
		try {
			callback(given);
		} catch (error) {
			stop(error);
		}
	};
}

/** Ends the child once, politely and then for good, and remembers why. */
function stopper(child: ChildProcess) {
	let stopped: { readonly reason: unknown } | undefined;
	let kill: NodeJS.Timeout | undefined;
	return {
		stop: (reason: unknown) => {
			if (stopped) return;
			stopped = { reason };
			terminate(child, "SIGTERM");
			kill = setTimeout(() => terminate(child, "SIGKILL"), GRACE_MS);
		},
		throwIfStopped: () => {
			if (stopped) throw stopped.reason;
		},
		clear: () => clearTimeout(kill),
	};
}

/** With what it started itself: that may hold on to its output, which would keep us waiting. */
function terminate(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
	try {
		if (child.pid !== undefined && process.platform !== "win32") process.kill(-child.pid, signal);
		else child.kill(signal);
	} catch {
		child.kill(signal);
	}
}

function ended(child: ChildProcess, program: Program): Promise<Omit<Ended, "lastLines">> {
	return new Promise((settle, fail) => {
		child.once("error", (cause) =>
			fail(
				new ProgramFault(`${basename(program.path)} could not be started: ${printable(cause.message)}`, {
					cause,
				}),
			),
		);
		child.once("close", (code, signal) => settle(defined({ code, signal: signal ?? undefined })));
	});
}

function tookTooLong(program: Program): ProgramFault {
	return new ProgramFault(
		`${basename(program.path)} took longer than ${Math.round(program.limitMs / 1000)} s and was stopped`,
		AGAIN,
	);
}

function grewTooLarge({ path }: Program, bytes: number): ProgramFault {
	return new ProgramFault(
		`${basename(path)} took more than ${Number((bytes / 2 ** 30).toPrecision(2))} GiB of memory and was stopped`,
		AGAIN,
	);
}

function fellSilent(program: Program): ProgramFault {
	return new ProgramFault(
		`${basename(program.path)} gave no sign of life for ${Math.round((program.silenceMs ?? 0) / 1000)} s and was stopped`,
		AGAIN,
	);
}

/** Whatever it writes puts the end off. */
function watchSilence(
	child: ChildProcess,
	silenceMs: number | undefined,
	onSilence: () => void,
): NodeJS.Timeout | undefined {
	if (silenceMs === undefined) return undefined;
	const timer = setTimeout(onSilence, silenceMs);
	for (const stream of [child.stdout, child.stderr]) stream?.on("data", () => timer.refresh());
	return timer;
}

function keep(lines: string[], line: string, also: Program["onErrorLine"]): void {
	const clean = printable(line);
	if (clean === "") return;
	also?.(clean);
	lines.push(clean);
	if (lines.length > KEPT_LINES) lines.shift();
}

/**
 * Cuts a stream into lines (a carriage return ends one too). A line without an end is cut, so that memory
 * stays bounded.
 */
function byLines(onLine: (line: string) => void): (chunk: Buffer) => void {
	const decoder = new TextDecoder();
	let carry = "";
	return (chunk) => {
		const lines = (carry + decoder.decode(chunk, { stream: true })).split(/[\r\n]+/);
		carry = (lines.pop() ?? "").slice(0, CARRY_LIMIT);
		for (const line of lines) onLine(line);
	};
}
