import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { replaceFile, syncFolder } from "../system/files.ts";
import { FolderFault } from "./download-fault.ts";
import { type FileVersion, strongTag } from "./version.ts";

/**
 * A file that is on its way, beside its place: `<name>.part`, and `<name>.part.json` for the version it is a
 * part of. Throws `FolderFault`.
 */
export interface PartialFile {
	/** Bytes that are there, of which version. Undefined: nothing that can be gone on with. */
	known(): Promise<{ readonly bytes: number; readonly version: FileVersion } | undefined>;
	/** Starts again, with a version where one is known. */
	restart(version: FileVersion | undefined): Promise<void>;
	write(piece: Uint8Array, position: number): Promise<void>;
	/** The first bytes. */
	beginning(length: number): Promise<Buffer>;
	size(): Promise<number>;
	/** Puts it in its place. */
	finish(): Promise<void>;
	remove(): Promise<void>;
	/** Keeps what is there. */
	close(): Promise<void>;
}

/** Opens the part of a file, and makes the folders it will be in. */
export async function openPart(path: string): Promise<PartialFile> {
	const [partial, beside] = [`${path}.part`, `${path}.part.json`];
	const guarded = <Result>(step: Promise<Result>) =>
		step.catch((error: unknown) => {
			throw FolderFault.of(error, path);
		});
	const handle = await guarded(openHandle(path, partial));
	const size = async () => (await handle.stat()).size;
	const close = () => handle.close().catch(() => {});
	return {
		size,
		close,
		async known() {
			const [version, bytes] = await Promise.all([readVersion(beside), size()]);
			return version && bytes > 0 && bytes <= version.size ? { bytes, version } : undefined;
		},
		restart: (version) => guarded(restart(handle, beside, version)),
		write: (piece, position) => guarded(writeAll(handle, piece, position)),
		async beginning(length) {
			const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
			return buffer.subarray(0, bytesRead);
		},
		finish: () => guarded(finish({ handle, partial, path, beside })),
		async remove() {
			await close();
			await Promise.all([partial, beside].map((each) => rm(each, { force: true })));
		},
	};
}

async function openHandle(path: string, partial: string): Promise<FileHandle> {
	await mkdir(dirname(path), { recursive: true });
	// Whoever may write into the folder must not lead us to another file.
	return open(partial, constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0), 0o666);
}

/**
 * The old bytes are gone before the new version is said, so that no kill leaves bytes of one with the name of
 * the other.
 */
async function restart(handle: FileHandle, beside: string, version: FileVersion | undefined): Promise<void> {
	await rm(beside, { force: true });
	await handle.truncate(0);
	if (version === undefined) return;
	await handle.sync();
	await replaceFile(beside, `${JSON.stringify(version)}\n`);
}

async function writeAll(handle: FileHandle, piece: Uint8Array, position: number): Promise<void> {
	for (let done = 0; done < piece.length; )
		done += (await handle.write(piece, done, piece.length - done, position + done)).bytesWritten;
}

async function finish({
	handle,
	partial,
	path,
	beside,
}: {
	handle: FileHandle;
	partial: string;
	path: string;
	beside: string;
}): Promise<void> {
	await handle.sync();
	// Windows renames no file that is open.
	await handle.close();
	await rename(partial, path);
	await syncFolder(dirname(path));
	await rm(beside, { force: true });
}

/** Undefined for anything that is not a version: then it starts again. */
async function readVersion(path: string): Promise<FileVersion | undefined> {
	try {
		const { etag, size } = JSON.parse(await readFile(path, "utf8")) as {
			readonly etag?: unknown;
			readonly size?: unknown;
		};
		return strongTag(etag) && Number.isSafeInteger(size) ? { etag, size: Number(size) } : undefined;
	} catch {
		return undefined;
	}
}
