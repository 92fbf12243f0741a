import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm, utimes } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { temporaryBeside } from "../../../system/files.ts";
import { LostMedia } from "../fault.ts";
import type { Media, OpenMedia } from "../media.ts";

/** Brings files to this machine, each once. */
export interface Bringer {
	bring(name: string, signal?: AbortSignal): Promise<string>;
}

/** Brings them to `copies`, from where `open` reads them. */
export function openBringer(copies: Media, open: Media["open"]): Bringer {
	const underWay = new Map<string, Promise<void>>();
	const fetch = (name: string) => {
		const before = underWay.get(name);
		if (before !== undefined) return before;
		const work = brought(name, copies, open).finally(() => underWay.delete(name));
		underWay.set(name, work);
		return work;
	};
	return {
		bring: async (name, signal) => {
			signal?.throwIfAborted();
			if ((await copies.find(name)) === undefined) await untilAborted(fetch(name), signal);
			const path = await copies.bring(name);
			// What is about to be used is not what makes room.
			const now = new Date();
			await utimes(path, now, now);
			return path;
		},
	};
}

async function brought(name: string, copies: Media, open: Media["open"]): Promise<void> {
	const opened = await open(name);
	if (opened === undefined) throw new LostMedia(name);
	const place = await copies.placeFor(name);
	const beside = temporaryBeside(place);
	try {
		await download(name, opened, beside);
		await rename(beside, place);
	} finally {
		await rm(beside, { force: true });
	}
}

/** Only what came as a whole, and is what the name says, becomes a copy. On disk: it is trusted later. */
async function download(name: string, opened: OpenMedia, path: string): Promise<void> {
	const hash = createHash("sha256");
	let size = 0;
	await pipeline(
		opened.body(),
		async function* (pieces: AsyncIterable<Buffer>) {
			for await (const piece of pieces) {
				size += piece.length;
				hash.update(piece);
				yield piece;
			}
		},
		createWriteStream(path, { mode: 0o600, flush: true }),
	);
	const named = /^(?:sources|images)\/([0-9a-f]{64})\./.exec(name)?.[1];
	const isIt = size === opened.size && (named === undefined || named === hash.digest("hex"));
	if (!isIt) throw new LostMedia(name);
}

/** Others may wait for the same: it goes on. */
async function untilAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
	if (signal === undefined) return work;
	work.catch(() => {});
	signal.throwIfAborted();
	const left = new AbortController();
	const aborted = new Promise<never>((_, reject) => {
		signal.addEventListener("abort", () => reject(signal.reason), { signal: left.signal });
	});
	await Promise.race([work, aborted]).finally(() => left.abort());
}
