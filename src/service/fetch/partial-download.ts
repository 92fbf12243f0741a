import { mkdir, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { defined } from "../../model/defined.ts";
import { sha256 } from "../../system/files.ts";
import { readIfThere, writePrivate } from "../../system/private.ts";
import { jsonObject } from "../store/json.ts";
import type { StoredFile } from "../store/shapes.ts";

/** Which version of an address was fetched, in part or whole. */
export interface FetchedVersion {
	/** Its validator: a strong ETag, or a date of change. */
	readonly version?: string;
	/** The stored file; absent: not fetched whole. */
	readonly file?: StoredFile;
}

/** What was fetched of one address so far. Only its owner can read it: addresses may hold secrets. */
export interface PartialDownload {
	/** The bytes that came so far. */
	readonly path: string;
	/** A folder for programs that fetch by themselves. */
	readonly folder: string;
	version(): Promise<FetchedVersion>;
	saveVersion(version: FetchedVersion): Promise<void>;
	/** Bytes that are there. */
	size(): Promise<number>;
	/** Removes what was fetched. */
	clear(): Promise<void>;
}

/** Opens what a folder has of an address. */
export async function openPartialDownload(folder: string, address: string): Promise<PartialDownload> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const name = join(folder, sha256(address));
	const path = `${name}.part`;
	return {
		path,
		folder: `${name}.site`,
		version: async () => parseVersion(await readIfThere(`${name}.json`)),
		saveVersion: (version) => writePrivate(`${name}.json`, `${JSON.stringify(version)}\n`),
		size: async () =>
			stat(path).then(
				({ size }) => size,
				() => 0,
			),
		clear: async () => {
			await rm(path, { force: true });
			await rm(`${name}.site`, { recursive: true, force: true });
		},
	};
}

/**
 * Writes pieces after the first `from` bytes of a file, and syncs. `check` gets the number of bytes after
 * each piece.
 */
export async function append(
	{
		path,
		from,
		check,
	}: { readonly path: string; readonly from: number; readonly check: (bytes: number) => Promise<void> },
	pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
	const handle = await open(path, from === 0 ? "w" : "r+", 0o600);
	try {
		let at = from;
		for await (const piece of pieces) {
			await handle.write(piece, 0, piece.length, at);
			at += piece.length;
			await check(at);
		}
	} finally {
		await handle.sync().finally(() => handle.close());
	}
}

function parseVersion(text: string | undefined): FetchedVersion {
	const { version, file } = jsonObject(text ?? "") ?? {};
	const stored = typeof file === "object" && file !== null ? (file as Readonly<Record<string, unknown>>) : {};
	const whole =
		typeof stored.sha256 === "string" &&
		/^[0-9a-f]{64}$/.test(stored.sha256) &&
		typeof stored.extension === "string" &&
		/^[a-z0-9]{1,5}$/.test(stored.extension);
	return defined({
		version: typeof version === "string" ? version : undefined,
		file: whole ? { sha256: String(stored.sha256), extension: String(stored.extension) } : undefined,
	});
}
