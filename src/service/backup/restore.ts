import { createReadStream } from "node:fs";
import { chmod, mkdir, open, readdir, readFile, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { isMissing } from "../../system/error-code.ts";
import { sha256OfFile, syncFolder, temporaryBeside } from "../../system/files.ts";
import { markRestored } from "../store/delivery-count.ts";
import { StoreFault } from "../store/fault.ts";
import { folderStore } from "../store/folder/store.ts";
import { damagedBackup, isBackupName, MANIFEST, type Manifest, parseManifest } from "./manifest.ts";
import type { BackupReport } from "./write.ts";

interface RestoreRequest {
	readonly file: string;
	/** Where the data folder will be: not there, or empty. */
	readonly data: string;
	readonly signal: AbortSignal;
}

/**
 * Makes a data folder of a backup: every file is compared with what was backed up, and the folder gets its
 * name when it is complete and on disk. Throws `StoreFault`.
 */
export async function restoreBackup({ file, data, signal }: RestoreRequest): Promise<BackupReport> {
	await refuseUsed(data);
	await mkdir(dirname(data), { recursive: true });
	const beside = temporaryBeside(data);
	await mkdir(beside, { mode: 0o700 });
	try {
		const manifest = await unpack(file, beside, signal);
		await check(file, { folder: beside, manifest, signal });
		await rm(join(beside, MANIFEST));
		await markRestored(folderStore(beside));
		await syncFolders(beside);
		await refuseUsed(data);
		await rmdir(data).catch(() => {});
		await rename(beside, data);
		await syncFolder(dirname(data));
		const bytes = manifest.files.reduce((sum, each) => sum + each.bytes, 0);
		return { file, at: manifest.at, files: manifest.files.length, bytes };
	} catch (error) {
		await rm(beside, { recursive: true, force: true });
		throw error;
	}
}

async function refuseUsed(data: string): Promise<void> {
	const names = await readdir(data).catch((error: unknown) => {
		if (isMissing(error)) return [];
		throw error;
	});
	if (names.length > 0)
		throw new StoreFault(`The data folder ${data} is not empty, and nothing in it is replaced.`, {
			remedy: "Move it away first, or name another folder (embedded.data).",
		});
}

async function unpack(file: string, folder: string, signal: AbortSignal): Promise<Manifest> {
	const foreign: string[] = [];
	const filter = (path: string, entry: object) => {
		const isOurs = "type" in entry && /^(?:Old)?File$/.test(String(entry.type)) && isBackupName(path);
		if (!isOurs) foreign.push(path);
		return isOurs;
	};
	const { extract } = await import("tar/x");
	const unpacking = extract({ cwd: folder, strict: true, filter, dmode: 0o700, fmode: 0o600 });
	await pipeline(createReadStream(file), unpacking, { signal }).catch((error: unknown) => {
		signal.throwIfAborted();
		if (isMissing(error)) throw new StoreFault(`There is no backup at ${file}.`);
		const isTar = error instanceof Error && "tarCode" in error;
		throw isTar ? damagedBackup(file, "it is torn, or no tar file") : error;
	});
	const [first] = foreign;
	if (first !== undefined) throw damagedBackup(file, `it holds ${JSON.stringify(first)}`);
	const text = await readFile(join(folder, MANIFEST), "utf8").catch(() => undefined);
	if (text === undefined) throw damagedBackup(file, "its end is missing");
	return parseManifest(text, file);
}

interface Unpacked {
	readonly folder: string;
	readonly manifest: Manifest;
	readonly signal: AbortSignal;
}

/** What lies on the disk now is what was backed up, no more and no less. */
async function check(file: string, { folder, manifest, signal }: Unpacked): Promise<void> {
	const expected = new Set(manifest.files.map(({ name }) => name));
	for (const { name, sha256 } of manifest.files) {
		signal.throwIfAborted();
		const path = join(folder, ...name.split("/"));
		const found = await sha256OfFile(path, signal).catch((error: unknown) => {
			if (isMissing(error)) return undefined;
			throw error;
		});
		if (found !== sha256) throw damagedBackup(file, `${name} is not what was backed up`);
		await chmod(path, 0o600);
		const handle = await open(path, "r");
		await handle.sync().finally(() => handle.close());
	}
	for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
		const name = join(entry.parentPath, entry.name)
			.slice(folder.length + 1)
			.replaceAll("\\", "/");
		if (entry.isFile() && name !== MANIFEST && !expected.has(name))
			throw damagedBackup(file, `${name} is not in its list of files`);
	}
}

async function syncFolders(folder: string): Promise<void> {
	for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
		if (!entry.isDirectory()) continue;
		const path = join(entry.parentPath, entry.name);
		await chmod(path, 0o700);
		await syncFolder(path);
	}
	await syncFolder(folder);
}
