import { join } from "node:path";
import type { BucketSettings } from "../../../src/model/bucket.ts";
import type { Media } from "../../../src/service/media/media.ts";
import { bucketMedia } from "../../../src/service/media/s3/media.ts";
import { type S3Server, s3Server } from "./server.ts";
import { KEYS } from "./signature.ts";

/** The settings that name the bucket of a server. */
export function settingsFor(
	{ url, bucket }: Pick<S3Server, "url" | "bucket">,
	more: Partial<BucketSettings> = {},
): BucketSettings {
	const usual = { prefix: "showrun/", pathStyle: true, directLinks: true, copiesBytes: 1e9 };
	return { bucket, endpoint: url, ...usual, ...more };
}

/** The media of the bucket, with a folder of a machine for what it holds of them. */
export function mediaOf(server: S3Server, data: string, more: Partial<BucketSettings> = {}) {
	return bucketMedia(settingsFor(server, more), data);
}

/** Runs with credentials in the environment, as a service has them. */
export async function withCredentials<Result>(
	{ id, secret }: { readonly id: string; readonly secret: string },
	work: () => Promise<Result>,
): Promise<Result> {
	const before = { ...process.env };
	const given: Readonly<Record<string, string>> = {
		AWS_ACCESS_KEY_ID: id,
		AWS_SECRET_ACCESS_KEY: secret,
		// The packages print once a process that a later version wants a newer Node.
		AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
	};
	Object.assign(process.env, given);
	return work().finally(() => {
		for (const name of Object.keys(given)) {
			const value = before[name];
			if (value === undefined) delete process.env[name];
			else process.env[name] = value;
		}
	});
}

interface BucketGround {
	readonly server: S3Server;
	readonly media: Media;
	readonly other: Media;
}

/** Runs with a server and the media of two machines in it. */
export async function withBucket(
	folder: string,
	work: (ground: BucketGround) => Promise<void>,
): Promise<void> {
	const server = await s3Server();
	await withCredentials(KEYS, async () => {
		const [media, other] = await Promise.all([
			mediaOf(server, join(folder, "one")),
			mediaOf(server, join(folder, "two")),
		]);
		await work({ server, media, other });
	}).finally(server.close);
}
