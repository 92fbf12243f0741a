import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CreateBucketCommand } from "@aws-sdk/client-s3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openBucket } from "../../src/service/media/s3/bucket.ts";
import { bucketMedia } from "../../src/service/media/s3/media.ts";
import { type MediaGround, made, mediaSuite, withFolder } from "../conformance/media.ts";
import { settingsFor, withCredentials } from "../fakes/s3/media.ts";
import { KEYS, swiftServer } from "./swift.ts";

const at = { url: await swiftServer(), bucket: "media" };
await withCredentials(KEYS, async () => {
	const { client } = await openBucket(settingsFor(at));
	await client.send(new CreateBucketCommand({ Bucket: at.bucket }));
});

/** A part of the bucket for each, and two machines. */
function withMedia(work: (ground: MediaGround) => Promise<void>): Promise<void> {
	return withFolder((folder) =>
		withCredentials(KEYS, async () => {
			const settings = settingsFor(at, { prefix: `${randomBytes(8).toString("hex")}/` });
			const [media, other] = await Promise.all([
				bucketMedia(settings, join(folder, "one")),
				bucketMedia(settings, join(folder, "two")),
			]);
			await work({ media, other, folder });
		}),
	);
}

mediaSuite("OpenStack Swift", withMedia);

const uploads = suite("uploads to OpenStack Swift");

uploads("another machine goes on with one that was cut off", () =>
	withMedia(async ({ media, other, folder }) => {
		const content = randomBytes(60 * 2 ** 20);
		const [one, again] = [await made(folder, content), await made(folder, content)];
		const stop = new AbortController();
		setTimeout(() => stop.abort(new Error("killed")), 1_000);
		const ended = await media.put(one.name, one.path, stop.signal).catch(() => "killed");
		assert.is((await other.find(one.name)) === undefined, ended === "killed");
		await other.put(again.name, again.path);
		assert.ok(content.equals(await readFile(await media.bring(one.name))));
	}),
);

uploads.run();
