import type { Settings } from "../../model/settings.ts";
import { folderMedia } from "../../service/media/folder.ts";
import type { Media } from "../../service/media/media.ts";

/**
 * The media of the embedded service of the settings. Throws `StopFault` where the packages of a bucket are
 * not installed.
 */
export async function serviceMedia({ embedded: { bucket, data } }: Settings): Promise<Media> {
	if (bucket === undefined) return folderMedia(data);
	const { bucketMedia } = await import("../../service/media/s3/media.ts");
	return bucketMedia(bucket, data);
}
