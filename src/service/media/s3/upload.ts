import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import type { Part } from "@aws-sdk/client-s3";
import pLimit from "p-limit";
import { type Bucket, type ObjectAt, undefinedIfNone } from "./bucket.ts";
import { isNoUpload } from "./bucket-fault.ts";
import { uploadsIn } from "./uploads.ts";

/** A file that becomes an object. */
interface Upload {
	readonly at: ObjectAt;
	readonly path: string;
	readonly size: number;
	readonly type: string;
	readonly signal: AbortSignal | undefined;
}

const MIB = 2 ** 20;
/** Smaller files are sent in one. */
const PART = 8 * MIB;
/** Least of them, so that no file has more than the 10,000 that are allowed. */
const MOST_PARTS = 9_000;
/** Each takes the memory of a part. */
const AT_ONCE = 4;
const TRIES = 3;

/**
 * Sends a file: the object is there once all of it is. One that is large goes in parts, and whoever sends the
 * same again, in whatever process, goes on with the parts that are there.
 */
export async function upload(bucket: Bucket, file: Upload): Promise<void> {
	const handle = await open(file.path);
	try {
		if (file.size <= PART) return await sendWhole(bucket, file, handle);
		for (let left = TRIES; ; left--) {
			try {
				return await sendParts(bucket, file, handle);
			} catch (error) {
				if (!isNoUpload(error)) throw error;
				// Another process has ended it, or somebody gave it up.
				if ((await sizeOf(bucket, file.at)) === file.size) return;
				if (left === 1) throw error;
			}
		}
	} finally {
		await handle.close();
	}
}

/** How many bytes an object has. Undefined: there is none. */
async function sizeOf({ ask, sdk }: Bucket, at: ObjectAt): Promise<number | undefined> {
	const found = await ask((client) => client.send(new sdk.HeadObjectCommand(at))).catch(undefinedIfNone);
	return found?.ContentLength;
}

async function sendWhole({ ask, sdk }: Bucket, file: Upload, handle: FileHandle): Promise<void> {
	const { at, type: ContentType, signal } = file;
	const Body = await pieceOf(handle, 0, file.size);
	await ask(
		(client) => client.send(new sdk.PutObjectCommand({ ...at, ContentType, Body }), sent(signal)),
		signal,
	);
}

async function sendParts(bucket: Bucket, file: Upload, handle: FileHandle): Promise<void> {
	const { ask, sdk } = bucket;
	const { at, size, signal } = file;
	const begun = await begunUpload(bucket, file);
	const each = Math.max(PART, Math.ceil(size / MOST_PARTS / MIB) * MIB);
	const several = pLimit(AT_ONCE);
	const failing = new AbortController();
	const numbers = Array.from({ length: Math.ceil(size / each) }, (_, index) => index + 1);
	const sendPart = async (PartNumber: number) => {
		failing.signal.throwIfAborted();
		const from = (PartNumber - 1) * each;
		const Body = await pieceOf(handle, from, Math.min(each, size - from));
		const there = begun.parts.get(PartNumber);
		// A part that another tool encrypted has another tag, and is sent again.
		if (there?.ETag === `"${createHash("md5").update(Body).digest("hex")}"`) return there;
		const part = { ...at, UploadId: begun.id, PartNumber, Body };
		const { ETag } = await ask(
			(client) => client.send(new sdk.UploadPartCommand(part), sent(signal)),
			signal,
		);
		return { PartNumber, ETag };
	};
	const works = numbers.map((number) => several(() => sendPart(number)));
	const Parts = await Promise.all(works).catch(async (error: unknown) => {
		failing.abort(error);
		// The file is read from until then.
		await Promise.allSettled(works);
		throw error;
	});
	const whole = { ...at, UploadId: begun.id, MultipartUpload: { Parts } };
	await ask((client) => client.send(new sdk.CompleteMultipartUploadCommand(whole), sent(signal)), signal);
}

interface Begun {
	readonly id: string;
	readonly parts: ReadonlyMap<number, Part>;
}

/** The newest upload of the same object that nobody ended, else a new one. */
async function begunUpload(bucket: Bucket, { at, type, signal }: Upload): Promise<Begun> {
	const { ask, sdk } = bucket;
	const { Key } = at;
	const uploads = await uploadsIn(bucket, Key);
	const [newest] = uploads
		.filter((each) => each.Key === Key)
		.sort((a, b) => Number(b.Initiated ?? 0) - Number(a.Initiated ?? 0));
	if (newest?.UploadId !== undefined)
		return { id: newest.UploadId, parts: await partsOf(bucket, { ...at, UploadId: newest.UploadId }) };
	const create = new sdk.CreateMultipartUploadCommand({ ...at, ContentType: type });
	const { UploadId = "" } = await ask((client) => client.send(create), signal);
	return { id: UploadId, parts: new Map() };
}

async function partsOf(
	{ ask, sdk }: Bucket,
	upload: ObjectAt & { readonly UploadId: string },
): Promise<ReadonlyMap<number, Part>> {
	const parts = new Map<number, Part>();
	// Not with the SDK's pages: where there is a marker on the last one too, they never end.
	for (let PartNumberMarker: string | undefined; ; ) {
		const list = new sdk.ListPartsCommand({ ...upload, ...(PartNumberMarker && { PartNumberMarker }) });
		const page = await ask((client) => client.send(list));
		for (const { PartNumber, ETag } of page.Parts ?? [])
			if (PartNumber !== undefined && ETag !== undefined) parts.set(PartNumber, { PartNumber, ETag });
		if (!page.IsTruncated) return parts;
		PartNumberMarker = page.NextPartNumberMarker;
	}
}

async function pieceOf(handle: FileHandle, from: number, length: number): Promise<Buffer> {
	const piece = Buffer.alloc(length);
	let read = 0;
	while (read < length) {
		const { bytesRead } = await handle.read(piece, read, length - read, from + read);
		if (bytesRead === 0) throw new Error("the file became shorter while it was sent");
		read += bytesRead;
	}
	return piece;
}

function sent(signal: AbortSignal | undefined) {
	return signal === undefined ? {} : { abortSignal: signal };
}
