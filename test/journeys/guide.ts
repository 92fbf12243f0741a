// May share a process: the shell of a page ends with it, and all that it started.
/**
 * Follows the page of an example as it is written: all of its `sh` blocks in one shell, in an empty folder in
 * which the package is installed; what each prints must be what the `text` block under it shows.
 */
import { spawn } from "node:child_process";
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { LIMIT_MS, ownEnvironment, PROGRAM, ROOM, unseemly } from "./program.ts";
import { difference } from "./tour.ts";

/** Commands, and the lines that they print where the page shows them. */
interface Block {
	readonly commands: string;
	readonly expected: readonly string[] | undefined;
}

/** How a page was followed. */
export interface Followed {
	/** The folder it was followed in. */
	readonly folder: string;
	/** What each block printed. */
	readonly outputs: readonly string[];
}

const EXAMPLES = fileURLToPath(new URL("../../examples/", import.meta.url));
const NEXT = "--- next block of the page ---";
const TEXTS = /\.(md|mjs|ya?ml)$/;
/** A port of this machine that a page or a file of its example names. */
const PORT = /(?<=127\.0\.0\.1:|--port |\bPORT \?\? )\d{4,5}\b/g;
/** Who commits. */
const GIT = Object.fromEntries(
	["AUTHOR", "COMMITTER"].flatMap((who) => [
		[`GIT_${who}_NAME`, "Reader"],
		[`GIT_${who}_EMAIL`, "reader@example.com"],
	]),
);

/** Runs every command of a page; throws where one fails, or prints something else than the page shows. */
export async function follow(name: string): Promise<Followed> {
	const folder = mkdtempSync(join(ROOM, `${name}-`));
	install(folder);
	const examples = mkdtempSync(join(ROOM, "examples-"));
	cpSync(join(EXAMPLES, name), join(examples, name), { recursive: true });
	await changePorts(join(examples, name));
	const page = readFileSync(join(examples, name, "README.md"), "utf8");
	const blocks = blocksOf(page);
	const lines = blocks.map(({ commands }) => `${commands}echo '${NEXT}'`);
	const { code, out } = await inShell(["set -euo pipefail", ...lines].join("\n"), {
		cwd: folder,
		env: { EXAMPLES: examples },
	});
	if (code !== 0) throw new Error(`examples/${name}/README.md ends with ${code}\n${out}`);
	const outputs = out.split(`${NEXT}\n`);
	for (const [index, { commands, expected }] of blocks.entries()) {
		const printed = outputs[index] ?? "";
		const problem = expected && difference(expected, printed.replaceAll("\n", "\r\n"));
		if (problem) throw new Error(`${commands}${problem}`);
		if (unseemly(printed).length > 0) throw new Error(`${commands}${printed}`);
	}
	return { folder, outputs };
}

function blocksOf(page: string): readonly Block[] {
	const found = [...page.matchAll(/^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms)];
	if (found.length === 0) throw new Error("the page has no commands");
	return found.map(([, commands = "", text]) => ({ commands, expected: text?.split("\n") }));
}

/** What `npm install` leaves in a folder, as far as an example needs it, and `npx` that runs it. */
function install(folder: string): void {
	const [inPackage, bin] = [join(folder, "node_modules", "showrun"), join(folder, "node_modules", ".bin")];
	cpSync(join(EXAMPLES, "demo"), join(inPackage, "examples", "demo"), { recursive: true });
	for (const part of ["dist", "schemas"]) symlinkSync(join(PROGRAM, part), join(inPackage, part));
	mkdirSync(bin);
	const main = join(PROGRAM, "dist", "main.js");
	const npx = `#!/bin/sh\n[ "$1" = showrun ] || exit 127\nshift\nexec "${process.execPath}" "${main}" "$@"\n`;
	writeFileSync(join(bin, "npx"), npx, { mode: 0o755 });
}

/** Puts free ports in place of those that the files of an example name. */
async function changePorts(example: string): Promise<void> {
	const paths = readdirSync(example, { recursive: true, encoding: "utf8" })
		.filter((path) => TEXTS.test(path))
		.map((path) => join(example, path));
	const named = new Set(paths.flatMap((path) => readFileSync(path, "utf8").match(PORT) ?? []));
	const free = new Map<string, string>();
	for (const port of named) free.set(port, String(await freePort()));
	for (const path of paths)
		writeFileSync(
			path,
			readFileSync(path, "utf8").replace(PORT, (port) => free.get(port) ?? port),
		);
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
	const address = server.address();
	await new Promise((closed) => server.close(closed));
	return typeof address === "object" ? (address?.port ?? 0) : 0;
}

/** Runs a script in a shell; whatever it started ends with it. */
async function inShell(
	script: string,
	given: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<{ readonly code: number; readonly out: string }> {
	const { cwd } = given;
	writeFileSync(join(cwd, ".script"), `exec 2>&1\n${script}`);
	const own = ownEnvironment();
	const path = [join(cwd, "node_modules", ".bin"), own.PATH].join(delimiter);
	const env = { ...own, ...GIT, ...given.env, PATH: path };
	const shell = spawn("bash", [".script"], {
		cwd,
		env,
		detached: true,
		stdio: ["ignore", "pipe", "inherit"],
	});
	const endAll = () => {
		try {
			process.kill(-(shell.pid ?? 0), "SIGKILL");
		} catch {
			// Nothing of it runs any more.
		}
	};
	process.once("exit", endAll);
	const late = setTimeout(endAll, LIMIT_MS);
	let out = "";
	shell.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
	try {
		// What a failed script left running holds the output open.
		const code = await new Promise<number | null>((settle, failed) =>
			shell.once("error", failed).once("exit", settle),
		);
		endAll();
		await new Promise((settle) => (shell.stdout.closed ? settle(0) : shell.stdout.once("close", settle)));
		return { code: code ?? -1, out };
	} finally {
		clearTimeout(late);
		process.off("exit", endAll);
	}
}
