import { createHash } from "node:crypto";
import { constants, createReadStream, createWriteStream } from "node:fs";
import {
	copyFile,
	type FileHandle,
	mkdir,
	open,
	readdir,
	rename,
	rm,
	stat,
	writeFile,
} from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ulid } from "ulid";
import { isMissing, undefinedIfMissing } from "../../system/error-code.ts";
import { paced } from "./pace.ts";

/** One file that is being uploaded. */
export interface UploadPart {
	/** Identity of the upload. */
	readonly id: string;
	readonly part: string;
}

/** Bytes that arrive. */
export interface Arriving {
	readonly incoming: IncomingMessage;
	/** Byte of the file they begin at; what is kept from there on goes. */
	readonly from: number;
	/** Most bytes that may arrive. */
	readonly most: number;
	/** Silence that is put up with at first, in milliseconds. */
	readonly graceMs: number;
}

/** What arrived; it is on disk. */
export interface Arrived {
	/** Bytes of the file that are here now. */
	readonly size: number;
	/** The client sent everything it had announced. */
	readonly isComplete: boolean;
	/** More arrived than may; nothing is kept. */
	readonly isTooMuch: boolean;
	/** It came too slowly, and the rest was not waited for. */
	readonly isTooSlow: boolean;
	/** Of the whole content, where it arrived in one. */
	readonly sha256?: string;
}

/** Files that are being uploaded: what arrived stays when the connection, the client or this process ends. */
export interface Partials {
	/** How many bytes of a file are here. */
	size(part: UploadPart): Promise<number>;
	/**
	 * Keeps what arrives. A newer request for the same file ends an older one first: whoever resumes knows of
	 * a dead connection before we do.
	 */
	receive(part: UploadPart, arriving: Arriving): Promise<Arrived>;
	/** Has a file that is here as a whole kept elsewhere, once at a time. Gives its sha256. */
	finish(
		part: UploadPart,
		arrived: Pick<Arrived, "sha256">,
		keep: (sha256: string, path: string) => Promise<void>,
	): Promise<string>;
}

/** Below the data folder. */
export const PARTIALS = "partial";

/** Opens the folder of the files that are not here as a whole; it need not exist. */
export function openPartials(data: string): Partials {
	const folder = join(data, PARTIALS);
	const pathOf = ({ id, part }: UploadPart) => join(folder, `${id}.${part}`);
	const arriving = new Map<string, UnderWay>();
	const finishing = new Map<string, Promise<string>>();
	/** Numbers of files that only this process writes to. */
	const own = new Map<string, number>();
	return {
		size: (part) => sizeOf(pathOf(part)),
		receive: async (part, given) => {
			const path = pathOf(part);
			for (let before = arriving.get(path); before; before = arriving.get(path)) {
				before.incoming.destroy();
				await before.ended;
			}
			await mkdir(folder, { recursive: true, mode: 0o700 });
			const work = (async () => {
				// Another process of the store may still write what it was sent before.
				if (own.get(path) !== (await numberOf(path))) own.set(path, await ownFile(path, given.from));
				return keep(path, given);
			})();
			const ended = work.then(
				() => undefined,
				() => undefined,
			);
			arriving.set(path, { incoming: given.incoming, ended });
			return work.finally(() => arriving.delete(path));
		},
		finish: (part, arrived, keep) => {
			const path = pathOf(part);
			const work = finishing.get(path) ?? finished(path, arrived, keep);
			finishing.set(path, work);
			return work.finally(() => {
				finishing.delete(path);
				own.delete(path);
			});
		},
	};
}

async function finished(
	path: string,
	arrived: Pick<Arrived, "sha256">,
	keep: (sha256: string, path: string) => Promise<void>,
): Promise<string> {
	const sha256 = arrived.sha256 ?? (await hashOf(path));
	await keep(sha256, path);
	return sha256;
}

interface UnderWay {
	readonly incoming: IncomingMessage;
	readonly ended: Promise<void>;
}

async function keep(path: string, { incoming, from, most, graceMs }: Arriving): Promise<Arrived> {
	const hash = createHash("sha256");
	let received = 0;
	const slow = new AbortController();
	const counting = new Transform({
		transform: (piece: Buffer, _encoding, next) => {
			received += piece.length;
			if (received > most) return next(new Error("more arrived than may"));
			if (from === 0) hash.update(piece);
			next(undefined, piece);
		},
	});
	await withFile(path, "r+", (handle) => handle.truncate(from));
	const pieces = incoming.iterator({ destroyOnReturn: false });
	const body = paced(pieces, graceMs, () => slow.abort());
	const to = createWriteStream(path, { flags: "r+", start: from });
	await pipeline(body, counting, to, { signal: slow.signal }).catch((error: unknown) => {
		// A client that goes away leaves what it sent; a disk that is full is told.
		if (received <= most && incoming.complete && !slow.signal.aborted) throw error;
	});
	await withFile(path, "r+", (handle) => handle.sync());
	const isTooMuch = received > most;
	if (isTooMuch) await rm(path, { force: true });
	const isTooSlow = slow.signal.aborted;
	const isComplete = incoming.complete && !isTooMuch && !isTooSlow;
	const size = isTooMuch ? 0 : await sizeOf(path);
	return {
		size,
		isComplete,
		isTooMuch,
		isTooSlow,
		...(from === 0 && isComplete && { sha256: hash.digest("hex") }),
	};
}

/** How many bytes are here of files that are not here as a whole. */
export async function partialBytes(data: string): Promise<number> {
	const folder = join(data, PARTIALS);
	const names = await readdir(folder).catch(() => []);
	const sizes = await Promise.all(names.map((name) => sizeOf(join(folder, name))));
	return sizes.reduce((sum, size) => sum + size, 0);
}

/** A new file in place of it, and its number: whoever wrote to the one before writes to one that is gone. */
async function ownFile(path: string, from: number): Promise<number> {
	const own = `${path}.${ulid()}`;
	if (from === 0) await writeFile(own, "", { mode: 0o600 });
	else await copyFile(path, own, constants.COPYFILE_FICLONE);
	await rename(own, path);
	return numberOf(path);
}

async function numberOf(path: string): Promise<number> {
	return (await stat(path).catch(undefinedIfMissing))?.ino ?? 0;
}

async function withFile(
	path: string,
	flags: string,
	work: (handle: FileHandle) => Promise<void>,
): Promise<void> {
	const handle = await open(path, flags, 0o600);
	await work(handle).finally(() => handle.close());
}

async function sizeOf(path: string): Promise<number> {
	try {
		return (await stat(path)).size;
	} catch (error) {
		if (isMissing(error)) return 0;
		throw error;
	}
}

async function hashOf(path: string): Promise<string> {
	const hash = createHash("sha256");
	for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
	return hash.digest("hex");
}
