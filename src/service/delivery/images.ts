import type { WirePublishConfig } from "../../wire/messages.gen.ts";
import { FetchFault } from "../fetch/fetch-fault.ts";
import { fetchImage } from "../fetch/image.ts";
import { isPublished } from "../lifecycle.ts";
import type { ListedFile, Media } from "../media/media.ts";
import { IMAGES, imageName } from "../media/names.ts";
import type { ServiceOptions } from "../options.ts";
import { Refusal } from "../refusal.ts";
import type { Records } from "../store/records.ts";
import type { PublishRecord, StoredFile } from "../store/shapes.ts";

/** Thumbnails that were fetched, by account id. */
export type Images = ReadonlyMap<string, StoredFile>;

/** Fetches the thumbnails that configs name. Throws `Refusal` 422 naming the account and what is wrong. */
export async function fetchImages(
	{ media, fetching }: { readonly media: Media } & Pick<ServiceOptions, "fetching">,
	configs: ReadonlyMap<string, WirePublishConfig>,
): Promise<Images> {
	const wanted = new Map<string, Promise<StoredFile>>();
	const entries = [...configs].flatMap(([id, { thumbnail_url: address }]) =>
		address ? [{ id, address }] : [],
	);
	const into = { media, limits: fetching };
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
 * Removes the images that no open task needs. Only for the owner of the media. While it runs, an image
 * may be there before its task is: such ones are younger than `unusedMs`.
 */
export async function removeUnusedImages(
	media: Media,
	publishes: Records<PublishRecord>,
	unusedMs = 0,
): Promise<void> {
	const images: ListedFile[] = [];
	for await (const image of media.list(IMAGES)) images.push(image);
	if (images.length === 0) return;
	const open = await publishes.current(({ targets }) => targets.some(({ status }) => !isDelivered(status)));
	const needed = new Set(
		open.flatMap(({ targets }) => targets.flatMap(({ image }) => (image ? [imageName(image)] : []))),
	);
	const isUnused = ({ usedAt }: ListedFile) => unusedMs === 0 || Date.now() - usedAt > unusedMs;
	for (const image of images)
		if (!needed.has(image.name) && isUnused(image)) await media.remove(image.name).catch(() => undefined);
}

/** What failed may be tried again, with the same image. */
function isDelivered(status: Parameters<typeof isPublished>[0]): boolean {
	return isPublished(status) && status !== "ERROR";
}
