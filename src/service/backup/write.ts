import { createHash } from "node:crypto";
import { type FileHandle, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isMissing } from "../../system/error-code.ts";
import { sha256, syncFolder, temporaryBeside } from "../../system/files.ts";
import { isAlive } from "../leftovers.ts";
import { readDataId } from "../store/data-id.ts";
import { StoreFault } from "../store/fault.ts";
import { folderStore } from "../store/folder/store.ts";
import { contentsOf, type Member } from "./contents.ts";
import { type BackedUp, MANIFEST, type Manifest } from "./manifest.ts";

/** What a backup became. */
export interface BackupReport {
	readonly file: string;
	/** Files of the data folder in it. */
	readonly files: number;
	readonly bytes: number;
	/** Epoch milliseconds. */
	readonly at: number;
}

interface BackupRequest {
	readonly data: string;
	/** Where the backup goes; nothing may be there. */
	readonly file: string;
	/** Epoch milliseconds. */
	readonly now: number;
	readonly signal: AbortSignal;
}

const BLOCK = 512;
const PIECE = 1 << 20;

/**
 * Writes a data folder, which may be in use, into one tar file that only its owner can read. It gets its name
 * when it is complete and on disk. Throws `StoreFault`.
 */
export async function writeBackup({ data, file, now, signal }: BackupRequest): Promise<BackupReport> {
	if ((await readDataId(folderStore(data))) === undefined)
		throw new StoreFault(`${data} is not the data folder of a service: there is nothing to back up.`);
	await refuseExisting(file);
	await removeTorn(file);
	const beside = temporaryBeside(file);
	const handle = await open(beside, "wx", 0o600);
	try {
		await handle.chmod(0o600);
		const files: BackedUp[] = [];
		for await (const member of contentsOf(data, now)) {
			signal.throwIfAborted();
			const added = await add(handle, { data, member, now });
			if (added) files.push(added);
		}
		const manifest: Manifest = { format: 1, kind: "showrun-data-folder", at: now, files };
		await add(handle, { data, member: { name: MANIFEST, bytes: textOf(manifest) }, now });
		await handle.write(Buffer.alloc(2 * BLOCK));
		await handle.sync();
		await handle.close();
		await refuseExisting(file);
		await rename(beside, file);
		await syncFolder(dirname(file));
		return { file, at: now, files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
	} catch (error) {
		await handle.close().catch(() => {});
		await rm(beside, { force: true });
		throw error;
	}
}

/** What killed processes left of the same backup may be large. */
async function removeTorn(file: string): Promise<void> {
	const start = `.${basename(file)}.`;
	for (const name of await readdir(dirname(file))) {
		const pid = name.startsWith(start)
			? /^(\d+)\.[a-z0-9]+\.tmp$/.exec(name.slice(start.length))?.[1]
			: undefined;
		if (pid !== undefined && !isAlive(Number(pid))) await rm(join(dirname(file), name), { force: true });
	}
}

async function refuseExisting(file: string): Promise<void> {
	const isThere = await stat(file).then(
		() => true,
		(error: unknown) => !isMissing(error),
	);
	if (isThere) throw new StoreFault(`${file} is there already.`, { remedy: "Give the backup another name." });
}

function textOf(manifest: Manifest): Buffer {
	return Buffer.from(`${JSON.stringify(manifest, undefined, "\t")}\n`);
}

interface Adding {
	readonly data: string;
	readonly member: Member;
	readonly now: number;
}

/** Undefined: the file is not there; what needed it ended meanwhile. */
async function add(backup: FileHandle, { data, member, now }: Adding): Promise<BackedUp | undefined> {
	const { name, bytes } = member;
	if (bytes) {
		await backup.write(await headerOf(name, bytes.length, now));
		await backup.write(padded(bytes));
		return { name, bytes: bytes.length, sha256: sha256(bytes) };
	}
	const source = await open(join(data, ...name.split("/")), "r").catch((error: unknown) => {
		if (isMissing(error)) return undefined;
		throw error;
	});
	try {
		return source && (await copy(source, backup, { name, now }));
	} finally {
		await source?.close();
	}
}

async function copy(
	source: FileHandle,
	backup: FileHandle,
	{ name, now }: { readonly name: string; readonly now: number },
): Promise<BackedUp> {
	const { size } = await source.stat();
	await backup.write(await headerOf(name, size, now));
	const hash = createHash("sha256");
	const piece = Buffer.alloc(PIECE);
	let copied = 0;
	for (;;) {
		const { bytesRead } = await source.read(piece, 0, PIECE);
		if (bytesRead === 0) break;
		hash.update(piece.subarray(0, bytesRead));
		await backup.write(piece, 0, bytesRead);
		copied += bytesRead;
	}
	const found = hash.digest("hex");
	// Sources and images are named by what is in them.
	const named = /^(?:sources|images)\/([0-9a-f]{64})\./.exec(name)?.[1];
	if (copied !== size || (named !== undefined && named !== found))
		throw new StoreFault(`${name} in the data folder is damaged, so there is no backup of it.`, {
			remedy: "Check the disk.",
		});
	await backup.write(Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK));
	return { name, bytes: size, sha256: found };
}

function padded(bytes: Buffer): Buffer {
	return Buffer.concat([bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]);
}

async function headerOf(name: string, size: number, now: number): Promise<Buffer> {
	const { Header } = await import("tar/header");
	const header = new Header({ path: name, mode: 0o600, size, type: "File", mtime: new Date(now) });
	header.encode();
	if (header.block) return header.block;
	throw new Error(`no header for ${name}`);
}
