import { join } from "node:path";
import type { FeedReading } from "../model/feed.ts";
import { sha256 } from "../system/files.ts";
import { makePrivateFolder, readIfThere, writePrivate } from "../system/private.ts";

/** A feed as it was read last, with what its server tells it by. */
export interface KeptFeed {
	readonly reading: FeedReading;
	readonly etag?: string;
	readonly modified?: string;
}

/** Changes whenever a feed is parsed otherwise. */
const FORMAT = 1;

/** What was kept of the feed at an address. Undefined: nothing, or nothing that can be read. */
export async function keptFeed(folder: string, address: string): Promise<KeptFeed | undefined> {
	const text = await readIfThere(pathOf(folder, address)).catch(() => undefined);
	if (text === undefined) return undefined;
	try {
		const { format, ...kept } = JSON.parse(text) as KeptFeed & { readonly format?: number };
		return format === FORMAT && Array.isArray(kept.reading?.items) ? kept : undefined;
	} catch {
		return undefined;
	}
}

/** Keeps it; where it cannot be written, the next reading takes longer. */
export async function keepFeed(folder: string, address: string, kept: KeptFeed): Promise<void> {
	try {
		await makePrivateFolder(folder);
		await writePrivate(pathOf(folder, address), JSON.stringify({ format: FORMAT, ...kept }));
	} catch (error) {
		if (!(error instanceof Error && "code" in error)) throw error;
	}
}

/** Addresses may hold secrets, which no name of a file does. */
function pathOf(folder: string, address: string): string {
	return join(folder, `${sha256(address)}.json`);
}
