import { chmod, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { BucketSettings } from "../../../model/bucket.ts";
import { defined } from "../../../model/defined.ts";
import { TENANTS } from "../../tenants/scopes.ts";
import { folderMedia } from "../folder.ts";
import type { Media, OpenMedia } from "../media.ts";
import { type Bucket, type ObjectAt, openBucket, undefinedIfNone } from "./bucket.ts";
import { bytesOf } from "./bytes.ts";
import { openBringer } from "./copies.ts";
import { linkTo } from "./link.ts";
import { listFolder, usedMark } from "./list.ts";
import { upload } from "./upload.ts";
import { abandonUploads } from "./uploads.ts";

/** Media in a bucket. `data`: a folder of this machine alone, for what is made or read here. */
export async function bucketMedia(settings: BucketSettings, data: string): Promise<Media> {
	return mediaIn(await openBucket(settings), settings.prefix, data);
}

function mediaIn(bucket: Bucket, prefix: string, data: string): Media {
	const copies = folderMedia(data);
	const { ask, sdk, settings } = bucket;
	const at = (name: string): ObjectAt => ({ Bucket: settings.bucket, Key: `${prefix}${name}` });
	const look = (name: string) =>
		ask((client) => client.send(new sdk.HeadObjectCommand(at(name)))).catch(undefinedIfNone);
	const write: Media["write"] = async (name, bytes) => {
		const object = { ...at(name), Body: Buffer.from(bytes), ContentType: typeOf(name) };
		await ask((client) => client.send(new sdk.PutObjectCommand(object)));
	};
	const touch = (name: string) => write(usedMark(name), "");
	const open = (name: string) => openObject(bucket, at(name));
	return {
		...{ open, write, touch, copies: { media: copies, maxBytes: settings.copiesBytes } },
		find: async (name) => {
			const [found, mark] = await Promise.all([look(name), look(usedMark(name))]);
			const usedAt = Math.max(...[found, mark].map((each) => each?.LastModified?.getTime() ?? 0));
			return found && { bytes: found.ContentLength ?? 0, usedAt };
		},
		bring: openBringer(copies, open).bring,
		placeFor: copies.placeFor,
		put: async (name, path, signal) => {
			const { size } = await stat(path);
			const isThere = (await look(name))?.ContentLength === size;
			if (isThere) await touch(name);
			else await upload(bucket, { at: at(name), path, size, type: typeOf(name), signal });
			await keepCopy(copies, name, path);
		},
		remove: async (name) => {
			const remove = (each: string) =>
				ask((client) => client.send(new sdk.DeleteObjectCommand(at(each)))).catch(undefinedIfNone);
			await Promise.all([remove(name), remove(usedMark(name))]);
		},
		list: (folder) => listFolder(bucket, { prefix, folder }),
		link: (name, wish) => linkTo(bucket, at(name), wish),
		abandon: (agoMs) => abandonUploads(bucket, prefix, agoMs),
		of: (tenant) => mediaIn(bucket, `${prefix}${TENANTS}/${tenant}/`, join(data, TENANTS, tenant)),
		where: (name) => `s3://${settings.bucket}/${prefix}${name}`,
	};
}

/** This machine is likely to need it next, and can bring it again. */
async function keepCopy(copies: Media, name: string, path: string): Promise<void> {
	const place = await copies.placeFor(name);
	await chmod(path, 0o600);
	if (path !== place) await rename(path, place);
}

async function openObject(bucket: Bucket, at: ObjectAt): Promise<OpenMedia | undefined> {
	const { ask, sdk } = bucket;
	const found = await ask((client) => client.send(new sdk.HeadObjectCommand(at))).catch(undefinedIfNone);
	if (found === undefined) return undefined;
	const { ETag, ContentLength: size = 0, LastModified } = found;
	const changedAt = Math.floor((LastModified?.getTime() ?? 0) / 1_000) * 1_000;
	const body: OpenMedia["body"] = ({ from, to } = { from: 0, to: size - 1 }) => {
		const wish = { ...at, ...defined({ IfMatch: ETag }) };
		return Readable.from(bytesOf(bucket, { wish, from, to }), { objectMode: false });
	};
	return {
		body,
		size,
		version: { tag: ETag ?? `"${changedAt}"`, changedAt },
		close: async () => {},
	};
}

const TYPES: Readonly<Record<string, string>> = {
	mp4: "video/mp4",
	jpg: "image/jpeg",
	png: "image/png",
	json: "application/json",
	vtt: "text/vtt",
};

function typeOf(name: string): string {
	return TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
}
