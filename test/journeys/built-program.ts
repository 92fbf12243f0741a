// May share a process: it only asks whether another one is there.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundle, digest, programOptions } from "../../src/build.ts";
import { CACHE } from "../builders/cache.ts";

/** CommonJS dependencies ask for `require`, which ES modules do not have. */
const REQUIRE =
	'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);';
const SOURCES = fileURLToPath(new URL("../../src/", import.meta.url));
const EXAMPLES = fileURLToPath(new URL("../../examples", import.meta.url));
const WARM_HOST = fileURLToPath(new URL("warm-host.ts", import.meta.url));
const KEPT_START = fileURLToPath(new URL("kept-start.ts", import.meta.url));

let digested: Promise<string> | undefined;

/** Of the sources as they were when it was asked first: reading them all takes longer than a command. */
export function sourcesDigest(): Promise<string> {
	digested ??= digest();
	return digested;
}

/**
 * The folder whose `dist` is the program as it is shipped: the first test file that needs these
 * sources builds it for all.
 */
export async function builtProgram(): Promise<string> {
	return builtOnce(`program-${(await sourcesDigest()).slice(0, 20)}`, async (folder) => {
		await bundle(join(folder, "dist"));
		symlinkSync(EXAMPLES, join(folder, "examples"));
	});
}

/** The file of the program as it is shipped, to be run by Node. */
export async function builtMain(): Promise<string> {
	return join(await builtProgram(), "dist", "main.js");
}

/** The program in one file that can be evaluated again and again, and the process that does so. */
export async function builtWarm(): Promise<{ readonly source: string; readonly host: string }> {
	const hash = createHash("sha256").update(await sourcesDigest());
	const key = hash.update(readFileSync(WARM_HOST)).digest("hex").slice(0, 20);
	const folder = await builtOnce(`warm-${key}`, async (fresh) => {
		const main = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
		await buildEvaluated(main, join(fresh, "program.cjs"));
		const host = { entryPoints: [WARM_HOST], outfile: join(fresh, "host.mjs") };
		await build({ ...(await programOptions()), ...host, format: "esm" });
	});
	return { source: join(folder, "program.cjs"), host: join(folder, "host.mjs") };
}

/** Builds what is evaluated with `require`, `module` and `programUrl`, and knows its place by the last. */
async function buildEvaluated(entry: string, outfile: string): Promise<void> {
	const options = await programOptions();
	await build({
		...options,
		entryPoints: [entry],
		outfile,
		define: { ...options.define, "import.meta.url": "programUrl" },
		// A script of its own cannot import; what is found at run time is required.
		supported: { "dynamic-import": false },
		format: "cjs",
	});
}

const scripts = new Map<string, Promise<string>>();

/** A script that runs parts of the program, in one file: its path. */
export function builtScript(script: string): Promise<string> {
	const known = scripts.get(script) ?? scriptOf(script);
	scripts.set(script, known);
	return known;
}

async function scriptOf(script: string): Promise<string> {
	const folder = await builtOnce(`script-${await keyOf(script)}`, async (fresh) => {
		await build({
			...(await programOptions()),
			entryPoints: [script],
			outfile: join(fresh, "script.mjs"),
			format: "esm",
			banner: { js: REQUIRE },
		});
	});
	return join(folder, "script.mjs");
}

const started = new Map<string, Promise<string>>();

/** The same for a script that is started many times and awaits nothing while it is loaded. */
export function builtStart(script: string): Promise<string> {
	const known = started.get(script) ?? startOf(script);
	started.set(script, known);
	return known;
}

async function startOf(script: string): Promise<string> {
	const folder = await builtOnce(`start-${await keyOf(script, KEPT_START)}`, async (fresh) => {
		await buildEvaluated(script, join(fresh, "script.cjs"));
		const start = { entryPoints: [KEPT_START], outfile: join(fresh, "start.cjs") };
		await build({ ...(await programOptions()), ...start, format: "cjs" });
	});
	return join(folder, "start.cjs");
}

/** What scripts are made of. */
async function keyOf(...paths: readonly string[]): Promise<string> {
	const hash = createHash("sha256").update(await sourcesDigest());
	for (const path of paths.flatMap((each) => [...testsOf(each)])) hash.update(readFileSync(path));
	return hash.digest("hex").slice(0, 20);
}

/** A script and the modules of the tests that it imports; those of the program are in its digest. */
function testsOf(script: string, found = new Set<string>()): ReadonlySet<string> {
	if (found.has(script) || script.startsWith(SOURCES)) return found;
	found.add(script);
	for (const [, path = ""] of readFileSync(script, "utf8").matchAll(
		/^(?:\} from|import.*) "(\.{1,2}\/[^"]+)"/gm,
	))
		testsOf(join(dirname(script), path), found);
	return found;
}

/** How long those wait at a time who need what another process makes. */
const LOOK_MS = 50;

/** A folder of the cache that is made by whoever needs it first; others wait for it. */
export async function builtOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
	const folder = join(CACHE, name);
	for (; !existsSync(folder); await sleep(LOOK_MS)) {
		if (!isMaker(`${folder}.maker`)) continue;
		const own = `${folder}.${process.pid}`;
		try {
			if (existsSync(folder)) break;
			await make(own);
			renameSync(own, folder);
		} catch (error) {
			rmSync(own, { recursive: true, force: true });
			if (!existsSync(folder)) throw error;
		} finally {
			rmSync(`${folder}.maker`, { force: true });
		}
	}
	return folder;
}

/** Whether this process is the one that makes it. One that is gone makes nothing more. */
function isMaker(claim: string): boolean {
	try {
		mkdirSync(dirname(claim), { recursive: true });
		symlinkSync(`${process.pid}`, claim);
		return true;
	} catch {
		if (!isThere(claim)) rmSync(claim, { force: true });
		return false;
	}
}

function isThere(claim: string): boolean {
	try {
		return process.kill(Number(readlinkSync(claim)), 0);
	} catch {
		return false;
	}
}
