// May share a process: clips are shared on purpose.
/** Clips that earlier workspaces made, for those whose tests are not about making clips. */
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { CACHE } from "../builders/cache.ts";
import { sourcesDigest } from "./built-program.ts";
import { ROOM } from "./program.ts";

/** Those of other sources are others. */
const KEPT = join(CACHE, `renders-${(await sourcesDigest()).slice(0, 20)}`);
/** Below a workspace: what the embedded service and its engine keep, by hashes of what it was made of. */
const DATA = join(".showrun", "service");

/** Gives a workspace all clips that are kept, and what the engine saw in their sources. */
export function withKeptRenders(folder: string): string {
	keepRenders();
	for (const name of filesIn(KEPT)) share(join(KEPT, name), join(folder, DATA, name));
	return folder;
}

/** Keeps what this process's workspaces have made so far. */
function keepRenders(): void {
	for (const workspace of readdirSync(ROOM).filter((name) => name.startsWith("ws-"))) {
		const data = join(ROOM, workspace, DATA);
		const names = filesIn(data);
		// The notes are written when a clip is whole.
		const whole = names.filter((name) => /^renders\/\w+\.json$/.test(name));
		const videos = whole.map((name) => name.replace(/json$/, "mp4")).filter((name) => names.includes(name));
		const others = names.filter((name) => /^(renders\/\w+\.jpg|cache\/(seen\/)?[\w-]+\.json)$/.test(name));
		for (const name of [...others, ...videos, ...whole]) share(join(data, name), join(KEPT, name));
	}
}

// Before the folder goes.
process.prependListener("exit", keepRenders);

function filesIn(folder: string): readonly string[] {
	return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(isFile) : [];
}

function isFile(name: string): boolean {
	return /^(renders|cache)\/.*\.\w+$/.test(name);
}

function share(from: string, to: string): void {
	if (existsSync(to) || !existsSync(from)) return;
	mkdirSync(dirname(to), { recursive: true });
	const beside = `${to}.${process.pid}`;
	try {
		// The notes have a time of their own: when a service used the clip last.
		(from.endsWith(".json") ? copyFileSync : linkSync)(from, beside);
	} catch {
		copyFileSync(from, beside);
	}
	renameSync(beside, to);
}
