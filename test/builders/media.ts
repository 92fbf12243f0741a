/** Media that tests work with. Which ffmpeg makes and reads it is not what they test. */
import { spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { extname, join } from "node:path";
import { findFfmpeg } from "../../src/engine/io/find-ffmpeg.ts";
import { ABILITIES, CACHE } from "./cache.ts";

/** Ends a hang; it judges nothing. */
const LIMIT_MS = 300_000;

/** The one that starts fastest: the package's, where it is, takes a tenth of the time of a system's. */
export const { path: FFMPEG } = await found("").catch(() => found(process.env.PATH ?? ""));

function found(searchPath: string): Promise<{ readonly path: string }> {
	const wanted = process.env.SHOWRUN_FFMPEG;
	const where = wanted ? { wanted, searchPath: "" } : { searchPath };
	return findFfmpeg({ ...where, cache: ABILITIES, signal: AbortSignal.timeout(LIMIT_MS) });
}

/** Makes a file of what the arguments say, once for all tests: each works on a copy. */
export function madeMedia(file: string, args: readonly string[]): string {
	copyFileSync(keptMedia(extname(file), args), file);
	return file;
}

/** What a file is made of besides arguments: bytes that are piped in, and a file that they name. */
interface MadeOf {
	readonly input?: Buffer;
	readonly from?: string;
}

/** A file that is made once for all tests, to be read and not to be changed: its path. */
export function keptMedia(extension: string, args: readonly string[], { input, from }: MadeOf = {}): string {
	const digest = createHash("sha256").update(JSON.stringify([FFMPEG, ...args]));
	if (input) digest.update(input);
	if (from !== undefined) digest.update(readFileSync(from));
	const kept = join(CACHE, "media", `${digest.digest("hex").slice(0, 20)}${extension}`);
	if (!existsSync(kept)) {
		mkdirSync(join(CACHE, "media"), { recursive: true });
		const own = join(CACHE, "media", `${randomUUID()}${extension}`);
		runMedia([...args, own], input);
		renameSync(own, kept);
	}
	return kept;
}

/** Reads files, or makes others of them; gives what ffmpeg printed. */
export function runMedia(args: readonly string[], input?: Buffer): string {
	const { status, error, stdout, stderr } = spawnSync(FFMPEG, ["-hide_banner", "-nostdin", "-y", ...args], {
		encoding: "latin1",
		...(input && { input }),
		timeout: LIMIT_MS,
		maxBuffer: 1 << 26,
	});
	if (status !== 0) throw error ?? new Error(`ffmpeg ${args.join(" ")}: ${stderr}`);
	return stdout + stderr;
}
