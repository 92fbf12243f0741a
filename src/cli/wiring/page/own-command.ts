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

/** The flags that give values to inputs, as they are typed. */
export function inputArgs({ var: vars = {}, varFile = [], env, strict }: InputFlags): readonly string[] {
	return [
		...Object.entries(vars).flatMap(([name, value]) => ["--var", `${name}=${value}`]),
		...varFile.flatMap((file) => ["--var-file", file]),
		...(env === undefined ? [] : ["--env", env]),
		...(strict ? ["--strict"] : []),
	];
}
