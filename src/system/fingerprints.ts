import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { defined } from "../model/defined.ts";
import { sha256OfFile } from "./files.ts";
import { movieDurationMs } from "./mp4.ts";
import { writePrivate } from "./private.ts";

/** What is known of a file's content. */
export interface Fingerprint {
	/** Hex. */
	readonly sha256: string;
	/** Length of the movie, where the container says it. */
	readonly durationMs?: number;
}

interface Remembered extends Fingerprint {
	/** Size, times and inode: while they hold, the content is taken to be the same. */
	readonly stamp: string;
}

/** Fingerprints files; reads a file only when its size, times or inode changed since it was last read. */
export interface Fingerprints {
	of(path: string, signal: AbortSignal): Promise<Fingerprint>;
	/** The sha256 of every file that was asked about, by path. */
	read(): Readonly<Record<string, string>>;
	/** Writes what was learnt, if anything. The cache is a help only: a failure to write it is no failure. */
	save(): Promise<void>;
}

/**
 * A file changed this recently may change again within the clock's grain, so it is not remembered.
 * Milliseconds.
 */
const FRESH_MS = 2_000;

/** The cache of a workspace. */
export function fingerprintsIn(root: string): string {
	return join(root, ".showrun", "cache", "fingerprints.json");
}

/** Opens the cache; a missing, torn or foreign one counts as empty. */
export async function openFingerprints(cacheFile: string): Promise<Fingerprints> {
	const known = await readCache(cacheFile);
	const asked = new Map<string, string>();
	let learnt = false;
	const look = async (path: string, signal: AbortSignal): Promise<Fingerprint> => {
		const stamp = await stampOf(path);
		const before = known.get(path);
		if (before?.stamp === stamp.text) return before;
		const fresh = await read(path, signal);
		if (!(await stillIs(path, stamp))) return fresh;
		known.set(path, { ...fresh, stamp: stamp.text });
		learnt = true;
		return fresh;
	};
	return {
		async of(path, signal) {
			const found = await look(path, signal);
			asked.set(path, found.sha256);
			return found;
		},
		read: () => Object.fromEntries(asked),
		async save() {
			if (learnt)
				await writePrivate(cacheFile, `${JSON.stringify(Object.fromEntries(known))}\n`).catch(() => {});
		},
	};
}

async function read(path: string, signal: AbortSignal): Promise<Fingerprint> {
	const durationMs = await movieDurationMs(path);
	return defined({ sha256: await sha256OfFile(path, signal), durationMs });
}

/** Which content a file has, without looking at it. */
export interface Stamp {
	/** Size, times and inode. */
	readonly text: string;
	readonly changedMs: number;
}

/** Whether a file has the content that it had at a stamp, for certain. */
export async function stillIs(path: string, { text, changedMs }: Stamp): Promise<boolean> {
	return text === (await stampOf(path)).text && isCertain({ changedMs });
}

/** Whether a change since then would have given another stamp. */
export function isCertain({ changedMs }: Pick<Stamp, "changedMs">): boolean {
	return Date.now() - changedMs > FRESH_MS;
}

/** The stamp of a file. */
export async function stampOf(path: string): Promise<Stamp> {
	const { size, mtimeMs, ctimeMs, ino } = await stat(path);
	// A camera or a copy may set any time of change, but not that of the last change to the inode.
	return { text: `${size}:${mtimeMs}:${ctimeMs}:${ino}`, changedMs: ctimeMs };
}

async function readCache(file: string): Promise<Map<string, Remembered>> {
	try {
		const value: unknown = JSON.parse(await readFile(file, "utf8"));
		return new Map(
			typeof value === "object" && value !== null
				? Object.entries(value).filter((entry): entry is [string, Remembered] => valid(entry[1]))
				: [],
		);
	} catch {
		return new Map();
	}
}

function valid(value: unknown): value is Remembered {
	if (typeof value !== "object" || value === null) return false;
	const { sha256, stamp, durationMs } = value as Partial<Remembered>;
	return (
		/^[0-9a-f]{64}$/.test(sha256 ?? "") &&
		typeof stamp === "string" &&
		(durationMs === undefined || typeof durationMs === "number")
	);
}
