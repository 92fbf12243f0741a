import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { WirePublishConfig } from "../../wire/messages.gen.ts";
import { FetchFault } from "../fetch/fetch-fault.ts";
import { fetchImage } from "../fetch/image.ts";
import { isPublished } from "../lifecycle.ts";
import type { ServiceOptions } from "../options.ts";
import { Refusal } from "../refusal.ts";
import type { Records } from "../store/records.ts";
import type { PublishRecord, StoredFile } from "../store/shapes.ts";

/** Thumbnails that were fetched, by account id. */
export type Images = ReadonlyMap<string, StoredFile>;

/** Where an image is. */
export function imagePath(data: string, { sha256, extension }: StoredFile): string {
	return join(imagesFolder(data), `${sha256}.${extension}`);
}

/** Fetches the thumbnails that configs name. Throws `Refusal` 422 naming the account and what is wrong. */
export async function fetchImages(
	{ data, fetching }: Pick<ServiceOptions, "data" | "fetching">,
	configs: ReadonlyMap<string, WirePublishConfig>,
): Promise<Images> {
	const wanted = new Map<string, Promise<StoredFile>>();
	const entries = [...configs].flatMap(([id, { thumbnail_url: address }]) =>
		address ? [{ id, address }] : [],
	);
	const into = { folder: imagesFolder(data), limits: fetching };
	for (const { address } of entries) if (!wanted.has(address)) wanted.set(address, fetchImage(address, into));
	await Promise.allSettled(wanted.values());
	const images = new Map<string, StoredFile>();
	for (const { id, address } of entries) {
		const image = await wanted.get(address)?.catch((error: unknown) => {
			if (!(error instanceof FetchFault)) throw error;
			throw new Refusal(422, `publish_configs.${id}.thumbnail_url: ${error.message}`);
		});
		if (image) images.set(id, image);
	}
	return images;
}

/**
 * Removes the images that no open task needs. Only for the owner of the data folder. While it runs, an image
 * may be there before its task is: such ones are younger than `unusedMs`.
 */
export async function removeUnusedImages(
	data: string,
	publishes: Records<PublishRecord>,
	unusedMs = 0,
): Promise<void> {
	const folder = imagesFolder(data);
	const names = await readdir(folder).catch(() => []);
	if (names.length === 0) return;
	const open = await publishes.current(({ targets }) => targets.some(({ status }) => !isDelivered(status)));
	const needed = new Set(
		open.flatMap(({ targets }) => targets.flatMap(({ image }) => (image ? [imagePath(data, image)] : []))),
	);
	for (const path of names.map((name) => join(folder, name)))
		if (!needed.has(path) && (await isUnused(path, unusedMs)))
			await rm(path, { force: true }).catch(() => undefined);
}

async function isUnused(path: string, unusedMs: number): Promise<boolean> {
	if (unusedMs === 0) return true;
	const found = await stat(path).catch(() => undefined);
	return found !== undefined && Date.now() - found.mtimeMs > unusedMs;
}

/** What failed may be tried again, with the same image. */
function isDelivered(status: Parameters<typeof isPublished>[0]): boolean {
	return isPublished(status) && status !== "ERROR";
}

function imagesFolder(data: string): string {
	return join(data, "images");
}
