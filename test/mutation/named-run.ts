import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildTests, ROOT } from "../runner/build.ts";
import { reachedFrom } from "../runner/changed.ts";
import { TestProcess } from "../runner/pool.ts";
import { testsOf } from "./candidates.ts";
import { mistaken, NAMED } from "./named.ts";

const LIMIT_MS = 120_000;

/** Rooms that try what another room keeps for all: the last byte is held by `api` and `webhooks` alike. */
const ALSO: Readonly<Record<string, readonly string[]>> = { system: ["api"] };

/** Makes each of the named mistakes, and returns those that no test of their rooms notices. */
export async function everyNamed(): Promise<string[]> {
	const alive: string[] = [];
	for (const [title, change] of Object.entries(NAMED)) {
		const by = await noticedBy(title, mistaken(change));
		console.log(`${by === undefined ? "ALIVE " : "killed"} ${title}${by === undefined ? "" : ` (${by})`}`);
		if (by === undefined) alive.push(title);
	}
	return alive;
}

async function noticedBy(
	title: string,
	{ path, text }: { readonly path: string; readonly text: string },
): Promise<string | undefined> {
	const room = path.split("/")[1] ?? "";
	const built = await buildTests(testsOf([room, ...(ALSO[room] ?? [])]), {
		key: title,
		text: (each, own) => (each === path ? text : own),
	});
	const log = mkdtempSync(join(tmpdir(), "showrun-mutant-"));
	try {
		for (const [file, code] of Object.entries(built.files)) {
			if (!reachedFrom(file, built.modules).includes(path)) continue;
			const options = { worker: built.worker, cwd: ROOT, width: 1, limitMs: LIMIT_MS, onResult: () => {} };
			const process = new TestProcess(join(log, "output"), options);
			const { failed } = await process.run({ file, built: code });
			process.kill();
			if (failed > 0) return file;
		}
		return undefined;
	} finally {
		rmSync(log, { recursive: true, force: true });
	}
}
