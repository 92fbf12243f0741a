import { Exit } from "./exit.ts";
import { oldNode } from "./node-version.ts";
import { err, inkOf } from "./terminal/terminal.ts";
import { asksForVersion, VERSION } from "./version.ts";

const args = process.argv.slice(2);
process.stdout.on("error", quietly);
process.stderr.on("error", quietly);

if (asksForVersion(args)) console.log(VERSION);
else void run().then(leave);

async function run(): Promise<number> {
	if (isTooOld()) return 1;
	try {
		const [{ program }, { longSpellings }] = await Promise.all([
			import("./program.ts"),
			import("./flags/spellings.ts"),
		]);
		await program().parseAsync(longSpellings(args), { from: "user" });
		return Number(process.exitCode ?? 0);
	} catch (error) {
		return error instanceof Exit ? error.code : await report(error);
	}
}

/** Told before anything else is loaded: an old Node lacks what the rest imports. */
function isTooOld(): boolean {
	const old = oldNode(process.versions.node);
	if (old !== undefined)
		err(`Error: Node ${old.problem}\n  ${old.remedy} This one is ${process.execPath}.\n`);
	return old !== undefined;
}

/**
 * Ends once everything printed is out: no timer or socket that a library left open may keep a finished
 * command alive.
 */
function leave(code: number): void {
	process.stdout.write("", () => process.stderr.write("", () => process.exit(code)));
}

/** A fault is a message and a remedy; anything else is a bug and says so, with its stack. */
async function report(error: unknown): Promise<number> {
	const [{ Fault }, { renderFault }, { diskFault }] = await Promise.all([
		import("../model/fault.ts"),
		import("../views/fault.ts"),
		import("./terminal/disk-fault.ts"),
	]);
	const fault = error instanceof Fault ? error : diskFault(error);
	if (fault) err(renderFault(fault, inkOf(process.stderr)));
	else
		err(
			`This is a bug in showrun ${VERSION}; please report it with the lines below.\n` +
				`${error instanceof Error ? error.stack : String(error)}\n`,
		);
	return 1;
}

/** The reader of our output has gone: nothing more can be said, and nothing is wrong. */
function quietly(error: NodeJS.ErrnoException): void {
	if (error.code !== "EPIPE") throw error;
}
