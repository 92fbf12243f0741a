import { StoreFault } from "../store/fault.ts";
import { jsonObject } from "../store/json.ts";

/** The last file of a backup: without it, it is not complete. */
export const MANIFEST = "manifest.json";

/** What is in a backup. */
export interface Manifest {
	readonly format: 1;
	readonly kind: "showrun-data-folder";
	/** Epoch milliseconds at which it was begun. */
	readonly at: number;
	readonly files: readonly BackedUp[];
}

/** A file in a backup. */
export interface BackedUp {
	readonly name: string;
	readonly bytes: number;
	readonly sha256: string;
}

/** Names below a data folder that a backup may hold. */
const NAME =
	/^(?:[\w.-]+|(?:credentials|images|renders|sources)\/[\w-]+\.\w+|[a-z]+\/(?:archive\/\d{4}-\d{2}\/)?[0-9A-Za-z]+\.json)$/;

/** Each tenant but the first has a folder with the same in it. */
const OF_TENANT = /^tenants\/[a-z0-9][a-z0-9-]{0,39}\//;

/** Whether a backup may hold a file of this name: none leads out of the data folder. */
export function isBackupName(name: string): boolean {
	const own = name.replace(OF_TENANT, "");
	return NAME.test(own) && !own.startsWith(".");
}

/** Throws `StoreFault` for a text that is none. */
export function parseManifest(text: string, file: string): Manifest {
	const { format, kind, at, files } = jsonObject(text) ?? {};
	if (format === 1 && kind === "showrun-data-folder" && typeof at === "number" && Array.isArray(files))
		if (files.every(isBackedUp)) return { format, kind, at, files };
	throw damagedBackup(file, "its list of files cannot be read");
}

/** Nothing is restored from such a backup. */
export function damagedBackup(file: string, why: string): StoreFault {
	return new StoreFault(`${file} is not a complete backup of a data folder: ${why}.`, {
		remedy: "Take another backup. Nothing was restored.",
	});
}

function isBackedUp(value: unknown): value is BackedUp {
	const { name, bytes, sha256 } = (value ?? {}) as Partial<Record<keyof BackedUp, unknown>>;
	return (
		typeof name === "string" &&
		isBackupName(name) &&
		typeof bytes === "number" &&
		typeof sha256 === "string" &&
		/^[0-9a-f]{64}$/.test(sha256)
	);
}
