import { access, statfs } from "node:fs/promises";
import { dirname } from "node:path";

/** Room on a disk, in bytes. */
export interface DiskSpace {
	readonly freeBytes: number;
	readonly totalBytes: number;
}

/** Of a small disk, less has to stay free: one part in so many. */
const SMALLEST_PART = 20;

/** The disk a folder is on, or will be made on. */
export async function diskSpaceOf(folder: string): Promise<DiskSpace> {
	const { bavail, blocks, bsize } = await statfs(await existingFolder(folder));
	return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** The folder itself, or the nearest one above it that is there. */
export async function existingFolder(folder: string): Promise<string> {
	const isThere = await access(folder).then(
		() => true,
		() => false,
	);
	return isThere || dirname(folder) === folder ? folder : existingFolder(dirname(folder));
}

/** How much has to stay free: `wanted`, or a twentieth of a disk for which that is too much. */
export function freeSpaceFloor({ totalBytes }: DiskSpace, wanted: number): number {
	return Math.min(wanted, totalBytes / SMALLEST_PART);
}

/** Bytes for people. */
export function amountOf(bytes: number): string {
	return bytes < 2 ** 30 ? `${Math.floor(bytes / 2 ** 20)} MiB` : `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}
