// May share a process: what watches ends with its step.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { builtStart } from "./built-program.ts";
import { ownEnvironment } from "./program.ts";

/** A clock that agrees with the real one at a moment (epoch milliseconds) and runs so many times faster. */
export interface FastClock {
	readonly agreed: number;
	readonly factor: number;
}

/** Runs `showrun watch` with a fast clock until the step is over, then kills it. */
export async function whileWatching(
	cwd: string,
	{ agreed, factor }: FastClock,
	step: () => Promise<void>,
): Promise<void> {
	const script = await builtStart(fileURLToPath(new URL("compressed-watch.ts", import.meta.url)));
	const child = spawn(process.execPath, [script, String(agreed), String(factor)], {
		cwd,
		env: ownEnvironment(),
		stdio: "ignore",
	});
	const gone = new Promise((settle) => child.once("close", settle));
	try {
		await step();
	} finally {
		child.kill("SIGKILL");
		await gone;
	}
}
