import { text } from "node:stream/consumers";
import { Fault } from "../model/fault.ts";
import { listen } from "../speech/listen.ts";
import { err } from "./terminal/terminal.ts";

/**
 * The process that listens: the engine starts it with a job on its standard input, so that a crash in a
 * native library ends nothing else.
 */
void text(process.stdin)
	.then((job) => listen(job, (line) => process.stdout.write(line)))
	.catch(fail);

function fail(error: unknown): void {
	const [first = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
	err(`${first}${error instanceof Fault && error.remedy !== undefined ? ` ${error.remedy}` : ""}\n`);
	process.exitCode = 1;
}
