import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pLimit from "p-limit";
import { ROOM } from "../journeys/program.ts";
import { BREAKS } from "./breaks.ts";
import type { Found } from "./part.ts";
import { type Break, type Patch, patched } from "./patch.ts";

const HERE = fileURLToPath(new URL("../..", import.meta.url));
const LIMIT_MS = 10 * 60_000;

/**
 * Breaks the protocol in copies of the source, and lets the drill look for it: what it does not
 * notice is broken here.
 */
export async function tryVariants(only: string): Promise<Found> {
	const chosen = BREAKS.filter(({ name }) => name.includes(only));
	const inTurn = pLimit(2);
	const said = await Promise.all(chosen.map((each) => inTurn(() => tryVariant(each))));
	return {
		cases: chosen.length,
		broken: said.filter((each) => each !== undefined),
		note: `${said.filter((each) => each === undefined).length} caught`,
	};
}

/** Undefined: it was caught. */
async function tryVariant({ name, patches, noticedBy }: Break): Promise<string | undefined> {
	const folder = copy();
	try {
		for (const patch of patches) apply(folder, patch);
		const { code, out } = await drill(folder, noticedBy);
		const why = /^BROKEN \w+: (.*)/m.exec(out)?.[1];
		const caught = code === 1 && why !== undefined;
		console.log(`${caught ? "caught    " : "NOT CAUGHT"}  ${name}${caught ? `: ${why.slice(0, 150)}` : ""}`);
		return caught ? undefined : `not caught: ${name}\n${out}`;
	} catch (error) {
		return `${name}: ${error}`;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function copy(): string {
	const folder = mkdtempSync(join(ROOM, "variant-"));
	for (const part of ["src", "test", "schemas", "package.json", "tsconfig.json"])
		cpSync(join(HERE, part), join(folder, part), { recursive: true });
	symlinkSync(join(HERE, "node_modules"), join(folder, "node_modules"));
	return folder;
}

/**
 * Fails where the source is not what the variant was written for: it must be written anew then, not left out.
 */
function apply(folder: string, patch: Patch): void {
	const path = join(folder, patch.file);
	writeFileSync(path, patched(readFileSync(path, "utf8"), patch));
}

function drill(
	folder: string,
	args: readonly string[],
): Promise<{ readonly code: number | null; readonly out: string }> {
	return new Promise((settle) => {
		const run = ["--import", "tsx", "test/drill/run.ts", ...args];
		const child = execFile(
			process.execPath,
			run,
			{ cwd: folder, timeout: LIMIT_MS, killSignal: "SIGKILL" },
			(_, stdout, stderr) => settle({ code: child.exitCode, out: stdout + stderr }),
		);
	});
}
