import { setMaxListeners } from "node:events";
import { Fault } from "../../model/fault.ts";
import { withoutTokens } from "../../model/secret.ts";
import type { Ink } from "../../views/ink.ts";

/** A person asked to stop. */
class Interrupted extends Fault {
	readonly next = "stop" as const;
	override readonly fatal = true;
}

/** How to draw on a stream: colour only on a terminal, unless NO_COLOR or FORCE_COLOR says otherwise. */
export function inkOf(stream: NodeJS.WriteStream): Ink {
	return { colour: colourful(stream), width: Math.max(40, stream.columns ?? columnsAsked() ?? 100) };
}

/** The width of output that goes to no terminal, where the environment has one. */
export function columnsAsked(): number | undefined {
	const columns = Number(process.env.COLUMNS);
	return Number.isInteger(columns) && columns > 0 ? columns : undefined;
}

function colourful(stream: NodeJS.WriteStream): boolean {
	const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
	if (NO_COLOR) return false;
	if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0";
	return stream.isTTY === true && TERM !== "dumb";
}

/** Writes to standard output. A reader that went away (`| head`) ends the output, not the work. */
export function out(text: string): void {
	process.stdout.write(text);
}

/** Values as JSON, one a line. */
export function lines(values: readonly object[]): string {
	return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}

/** Writes to standard error: diagnostics, progress, questions. */
export function err(text: string): void {
	process.stderr.write(withoutTokens(text));
}

/** Whether a person can be asked. */
export function interactive(): boolean {
	return process.stdin.isTTY === true && process.stderr.isTTY === true && !process.env.CI;
}

/** Asks a question; only the exact word `yes` counts. */
export async function confirmed(question: string, signal: AbortSignal): Promise<boolean> {
	return (await asked(question, signal))?.trim() === "yes";
}

/**
 * Asks a question and gives what was typed; undefined when nothing will be: the input ended, or the person
 * stops.
 */
export async function asked(question: string, signal: AbortSignal): Promise<string | undefined> {
	const { createInterface } = await import("node:readline/promises");
	const lines = createInterface({ input: process.stdin, output: process.stderr });
	try {
		const closed = new Promise<undefined>((settle) => lines.once("close", () => settle(undefined)));
		return await Promise.race([lines.question(question, { signal }), closed]);
	} catch {
		return undefined;
	} finally {
		lines.close();
	}
}

/** How a command is stopped. */
export interface StopOptions {
	/** Called at SIGHUP where there is no terminal. Absent: it stops the command. */
	readonly reload?: () => void;
	/** How long what is under way may take to end, in milliseconds. Absent: as long as it takes. */
	readonly drainMs?: number;
}

/**
 * Aborts at the first Ctrl-C, SIGTERM or hang-up of the terminal, so that what is under way can finish;
 * leaves at once at the second, or when that takes too long: the journal covers it.
 */
export function stopSignal({ reload, drainMs }: StopOptions = {}): AbortSignal {
	const stop = new AbortController();
	// Each request under way listens, and the warning of a leak comes from 11 on.
	setMaxListeners(0, stop.signal);
	const ask = () => {
		if (stop.signal.aborted) process.exit(130);
		err("\nStopping: waiting for requests under way. Press Ctrl-C again to quit at once.\n");
		if (drainMs !== undefined) setTimeout(() => leave(drainMs), drainMs).unref();
		stop.abort(new Interrupted("Stopped. What was done is recorded; run the same command to continue."));
	};
	process.on("SIGINT", ask);
	process.on("SIGTERM", ask);
	process.on("SIGHUP", reload && process.stdin.isTTY !== true ? reload : ask);
	return stop.signal;
}

/** As good as a kill: what was armed is unknown to the next run, which reads what became of it. */
function leave(drainMs: number): void {
	err(
		`Stopped after ${drainMs / 1000} s with requests still under way; the next run goes on from the journal.\n`,
	);
	process.exit(1);
}
