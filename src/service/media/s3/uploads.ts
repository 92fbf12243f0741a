import type { MultipartUpload } from "@aws-sdk/client-s3";
import { type Bucket, undefinedIfNone } from "./bucket.ts";
import { isNotOffered, isNoUpload } from "./bucket-fault.ts";

/** Uploads in parts that nobody ended, of keys that begin so. None where they cannot be listed. */
export async function uploadsIn({ settings, ask, sdk }: Bucket, Prefix: string): Promise<MultipartUpload[]> {
	const found: MultipartUpload[] = [];
	const { bucket: Bucket } = settings;
	for (let next = {}; ; ) {
		const list = new sdk.ListMultipartUploadsCommand({ Bucket, Prefix, ...next });
		const page = await ask((client) => client.send(list)).catch((error: unknown) => {
			if (!isNotOffered(error)) throw error;
		});
		found.push(...(page?.Uploads ?? []));
		if (!page?.IsTruncated) return found;
		next = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
	}
}

/**
 * Ends uploads in parts that were begun so long ago: what is there of them costs money and is seen nowhere.
 */
export async function abandonUploads(bucket: Bucket, prefix: string, agoMs: number): Promise<void> {
	const { settings, ask, sdk } = bucket;
	for (const { Key, UploadId, Initiated } of await uploadsIn(bucket, prefix)) {
		if (Date.now() - (Initiated?.getTime() ?? Date.now()) < agoMs) continue;
		const abort = new sdk.AbortMultipartUploadCommand({ Bucket: settings.bucket, Key, UploadId });
		await ask((client) => client.send(abort)).catch((error: unknown) => {
			if (!isNoUpload(error)) undefinedIfNone(error);
		});
	}
}
