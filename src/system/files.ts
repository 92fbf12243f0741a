import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Replaces a file so that at every instant, power cuts included, it holds the old bytes or the new ones: write beside, sync, rename, sync the folder. `mode` is that of a new file. */
export async function replaceFile(path: string, data: string | Uint8Array, options: { readonly mode?: number } = {}): Promise<void> {
	await mkdir(dirname(path), { recursive: true });
	const beside = temporaryBeside(path);
	try {
		await writeSynced(beside, data, options.mode ?? 0o666);
		await rename(beside, path);
	} catch (error) {
		await rm(beside, { force: true });
		throw error;
	}
	await syncFolder(dirname(path));
}

/** A name in the same folder that watchers and listings ignore: starts with a dot, ends with `.tmp`. */
export function temporaryBeside(path: string): string {
	return join(dirname(path), `.${basename(path)}.${process.pid}.${Math.random().toString(36).slice(2, 8)}.tmp`);
}

/** Makes a rename or a new name in the folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
	const handle = await open(folder, "r");
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/** sha256 of a file's content, hex; reads it in pieces. */
export async function sha256OfFile(path: string, signal?: AbortSignal): Promise<string> {
	const hash = createHash("sha256");
	for await (const piece of createReadStream(path, { highWaterMark: 1 << 20, ...(signal && { signal }) })) hash.update(piece);
	return hash.digest("hex");
}

/** sha256 of text or bytes, hex. */
export function sha256(data: string | Uint8Array): string {
	return createHash("sha256").update(data).digest("hex");
}

async function writeSynced(path: string, data: string | Uint8Array, mode: number): Promise<void> {
	const handle: FileHandle = await open(path, "wx", mode);
	try {
		await handle.writeFile(data);
		await handle.sync();
	} finally {
		await handle.close();
	}
}
