import { type Ended, type Program, ProgramFault, run } from "./run.ts";

/** ffmpeg ended badly, or was ended from outside: another try may go well. */
export class DiedFault extends ProgramFault {}

/**
 * Runs an ffmpeg that only reads, to its end, whatever its exit code. Throws `DiedFault` where it was ended
 * from outside, which says nothing about the file; else what `run` throws.
 */
export async function runFfmpeg(program: Program): Promise<Ended> {
	const end = await run(program);
	mustNotBeEnded(end, "reading");
	return end;
}

/** Throws `DiedFault` where an ffmpeg was ended from outside. */
export function mustNotBeEnded(end: Ended, doing: string): void {
	if (isEndedFromOutside(end)) throw killed(end, doing);
}

/** The fault of an ffmpeg that a signal ended. */
export function killed({ signal = "SIGTERM" }: Pick<Ended, "signal">, doing: string): DiedFault {
	const memory = signal === "SIGKILL" ? " Often the machine was out of memory." : "";
	return new DiedFault(`ffmpeg was killed from outside while ${doing} (${signal}).${memory}`);
}

/** Any other is its own fault: the same file crashes it again. */
const STOPPING: ReadonlySet<string> = new Set(["SIGHUP", "SIGINT", "SIGQUIT", "SIGKILL", "SIGTERM"]);

/**
 * ffmpeg takes a signal as a wish to stop: it ends with 255 and says so only where it says much. A Ctrl-C at
 * the terminal ends one that is just being started, before it has a process group of its own.
 */
function isEndedFromOutside({ code, signal, lastLines }: Ended): boolean {
	if (signal !== undefined) return STOPPING.has(signal);
	const last = lastLines.at(-1) ?? "";
	return code === 255 && (last === "" || /received signal \d|Immediate exit requested/.test(last));
}
