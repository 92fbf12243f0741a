import { type Bucket, undefinedIfNone } from "./bucket.ts";
import { isNoUpload } from "./bucket-fault.ts";

/**
 * Ends uploads in parts that were begun so long ago: what is there of them costs money and is seen nowhere.
 */
export async function abandonUploads(bucket: Bucket, prefix: string, agoMs: number): Promise<void> {
	const { settings, ask, sdk } = bucket;
	const { bucket: Bucket } = settings;
	const list = new sdk.ListMultipartUploadsCommand({ Bucket, Prefix: prefix });
	const { Uploads = [] } = await ask((client) => client.send(list));
	for (const { Key, UploadId, Initiated } of Uploads) {
		if (Date.now() - (Initiated?.getTime() ?? Date.now()) < agoMs) continue;
		const abort = new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId });
		await ask((client) => client.send(abort)).catch((error: unknown) => {
			if (!isNoUpload(error)) undefinedIfNone(error);
		});
	}
}
