import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { entriesOf } from "../delivery/account-folders.ts";

/**
 * What is removed together: a rendered clip and what is told of it, a thumbnail, a source video, a
 * transcript.
 */
export interface Piece {
	/** As in `renders/NAME`, without the extensions of its files. */
	readonly name: string;
	readonly paths: readonly string[];
	readonly bytes: number;
	/** Epoch milliseconds of the file system. */
	readonly usedAt: number;
}

/** Folders of the data folder whose files can be made or sent again. */
const FOLDERS = ["renders", "sources"];
/** Files that belong here; what others put there stays. */
const OURS = /^([0-9a-f]{64})\.[a-z0-9]{1,5}$/;

/** Everything in the cache of a data folder, which need not exist. */
export async function piecesIn(data: string): Promise<readonly Piece[]> {
	const found = new Map<string, Piece>();
	for (const folder of FOLDERS) {
		for (const { name } of await entriesOf(join(data, folder))) {
			const id = OURS.exec(name)?.[1];
			if (id !== undefined) await add(found, { name: `${folder}/${id}`, path: join(data, folder, name) });
		}
	}
	return [...found.values()];
}

/** How many bytes pieces have together. */
export function bytesOf(pieces: readonly Piece[]): number {
	return pieces.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function add(
	found: Map<string, Piece>,
	{ name, path }: { readonly name: string; readonly path: string },
): Promise<void> {
	const there = await lstat(path).catch(() => undefined);
	if (!there?.isFile()) return;
	const { paths = [], bytes = 0, usedAt = 0 } = found.get(name) ?? {};
	found.set(name, {
		name,
		paths: [...paths, path],
		bytes: bytes + there.size,
		usedAt: Math.max(usedAt, there.mtimeMs),
	});
}
