import { createHash } from "node:crypto";
import {
	closeSync,
	fdatasync,
	fsync,
	fsyncSync,
	openSync,
	readFileSync,
	unlinkSync,
	writeFileSync,
} from "node:fs";
import { chmod, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { ifThere } from "./error-code.ts";

/** Windows opens no folders, and needs no such step. */
const FOLDERS_SYNC = process.platform !== "win32";
const PIECE_BYTES = 1 << 18;

/** What a file is to hold: all of it, or piece by piece. */
export type FileContent = string | Uint8Array | readonly Uint8Array[];

/**
 * Replaces a file so that at every instant, power cuts included, it holds the old bytes or the new ones:
 * write beside, sync, rename, sync the folder. Without a `mode` it keeps the one it has. With one that lets
 * nobody else read it, so does the folder that is made for it.
 */
export async function replaceFile(
	path: string,
	data: FileContent,
	options: { readonly mode?: number } = {},
): Promise<void> {
	const isPrivate = options.mode === 0o600;
	await mkdir(dirname(path), { recursive: true, ...(isPrivate && { mode: 0o700 }) });
	const beside = temporaryBeside(path);
	try {
		await writeNew(beside, data, options.mode);
		if (options.mode === undefined) await copyMode(path, beside);
		await rename(beside, path);
	} catch (error) {
		await rm(beside, { force: true }).catch(() => {});
		throw error;
	}
	await syncFolder(dirname(path));
}

/** Writes a file that must not be there yet, and syncs it. */
export async function writeNew(path: string, data: FileContent, mode = 0o666): Promise<void> {
	const handle = await open(path, "wx", mode);
	try {
		for (const piece of typeof data === "string" || data instanceof Uint8Array ? [data] : data)
			await handle.writeFile(piece);
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/** The same for a few words, all but the sync done at once: waiting for threads takes longer than that. */
export async function writeNewText(path: string, text: string, mode = 0o666): Promise<void> {
	const fd = openSync(path, "wx", mode);
	try {
		writeFileSync(fd, text);
		await synced(fd);
	} finally {
		closeSync(fd);
	}
}

const synced = promisify(fsync);

/** Resolves once what was written to an open file is on the disk. Nothing else is held up meanwhile. */
export function syncedData(fd: number): Promise<void> {
	return new Promise((done, failed) => {
		fdatasync(fd, (error) => (error ? failed(error) : done()));
	});
}

/** A name in the same folder that watchers and listings ignore: starts with a dot, ends with `.tmp`. */
export function temporaryBeside(path: string): string {
	return join(
		dirname(path),
		`.${basename(path)}.${process.pid}.${Math.random().toString(36).slice(2, 8)}.tmp`,
	);
}

/** Removes what killed processes left of replacing a file. Only for who alone may replace it. */
export async function removeTemporaries(path: string): Promise<void> {
	const start = `.${basename(path)}.`;
	const left = (await readdir(dirname(path))).filter(
		(name) => name.startsWith(start) && /^\d+\.[a-z0-9]+\.tmp$/.test(name.slice(start.length)),
	);
	for (const name of left) await rm(join(dirname(path), name), { force: true });
}

/** Makes a rename or a new name in the folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
	if (!FOLDERS_SYNC) return;
	const handle = await open(folder, "r");
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/** The same, done when it returns. */
export function syncFolderNow(folder: string): void {
	if (!FOLDERS_SYNC) return;
	const fd = openSync(folder, "r");
	try {
		fsyncSync(fd);
	} finally {
		closeSync(fd);
	}
}

/** The text of a small file, read when it returns. Undefined: there is none. */
export function readTextNow(path: string): string | undefined {
	return ifThere(() => readFileSync(path, "utf8"));
}

/** Removes a file, if there is one; done when it returns. */
export function removeNow(path: string): void {
	ifThere(() => unlinkSync(path));
}

/** sha256 of a file's content, hex; reads it in pieces. Aborted, it throws the signal's own reason. */
export async function sha256OfFile(path: string, signal?: AbortSignal): Promise<string> {
	signal?.throwIfAborted();
	const hash = createHash("sha256");
	const handle = await open(path);
	try {
		// Into the same memory again and again: a stream takes new memory for each piece, and much of it stays.
		const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
		for (;;) {
			const { bytesRead } = await handle.read(piece, 0, piece.length, null);
			signal?.throwIfAborted();
			if (bytesRead === 0) return hash.digest("hex");
			hash.update(piece.subarray(0, bytesRead));
		}
	} finally {
		await handle.close();
	}
}

/** sha256 of text or bytes, hex. */
export function sha256(data: string | Uint8Array): string {
	return createHash("sha256").update(data).digest("hex");
}

async function copyMode(from: string, to: string): Promise<void> {
	const found = await stat(from).catch(() => undefined);
	if (found) await chmod(to, found.mode & 0o777);
}
