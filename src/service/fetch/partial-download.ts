import { mkdir, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { defined } from "../../model/defined.ts";
import { sha256 } from "../../system/files.ts";
import { jsonObject } from "../store/json.ts";
import { readIfThere, writePrivate } from "../store/private.ts";
import type { StoredFile } from "../store/shapes.ts";

/** What is known of an address: how far it was fetched, or what it was when it was fetched whole. */
export interface Known {
	/** The server's word for this version: a strong ETag, or a date of change. */
	readonly version?: string;
	/** Fetched whole. */
	readonly file?: StoredFile;
}

/** The place where one address is fetched to. Only its owner reads it: addresses may be secrets. */
export interface Place {
	readonly part: string;
	/** A folder for programs that fetch by themselves. */
	readonly folder: string;
	known(): Promise<Known>;
	know(known: Known): Promise<void>;
	/** Bytes that are there. */
	size(): Promise<number>;
	/** Takes away what was begun. */
	clear(): Promise<void>;
}

/** Opens the place of an address in a folder. */
export async function placeOf(folder: string, address: string): Promise<Place> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const name = join(folder, sha256(address));
	const part = `${name}.part`;
	return {
		part,
		folder: `${name}.site`,
		known: async () => knownIn(await readIfThere(`${name}.json`)),
		know: (known) => writePrivate(`${name}.json`, `${JSON.stringify(known)}\n`),
		size: async () =>
			stat(part).then(
				({ size }) => size,
				() => 0,
			),
		clear: async () => {
			await rm(part, { force: true });
			await rm(`${name}.site`, { recursive: true, force: true });
		},
	};
}

/** Writes pieces behind the first `from` bytes of a file, and syncs. `check` sees how many bytes there are after each piece. */
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

function knownIn(text: string | undefined): Known {
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
