import { createHash, randomBytes } from "node:crypto";
import { Refused } from "./signature.ts";

/** What is stored under a key. */
export interface StoredObject {
	readonly body: Buffer;
	readonly etag: string;
	readonly type: string;
	readonly at: number;
}

interface Part {
	readonly body: Buffer;
	readonly etag: string;
}

/** A part as who ends an upload names it. */
export interface WantedPart {
	readonly number: number;
	readonly etag: string;
}

/** An upload in parts that has not ended. */
export interface PartialUpload {
	readonly key: string;
	readonly type: string;
	readonly at: number;
	readonly parts: Map<number, Part>;
}

/** Every part but the last has at least so many bytes. */
const LEAST_PART = 5 * 2 ** 20;
const MOST_PARTS = 10_000;

/** Objects and uploads of one bucket, by the rules of S3. */
export interface FakeBucket {
	readonly objects: Map<string, StoredObject>;
	readonly uploads: Map<string, PartialUpload>;
	put(key: string, body: Buffer, type: string): StoredObject;
	begin(key: string, type: string): string;
	putPart(id: string, part: { readonly key: string; readonly number: number; readonly body: Buffer }): string;
	/** Throws `Refused` as S3 does. */
	complete(id: string, key: string, parts: readonly WantedPart[]): void;
	uploadOf(id: string, key: string): PartialUpload;
}

/** An empty bucket. */
export function fakeBucket(): FakeBucket {
	const [objects, uploads] = [new Map<string, StoredObject>(), new Map<string, PartialUpload>()];
	const uploadOf: FakeBucket["uploadOf"] = (id, key) => {
		const upload = uploads.get(id);
		if (upload?.key !== key) throw new Refused("NoSuchUpload", 404);
		return upload;
	};
	const store = (key: string, object: Omit<StoredObject, "at">): StoredObject => {
		const stored = { ...object, at: Date.now() };
		objects.set(key, stored);
		return stored;
	};
	return {
		...{ objects, uploads, uploadOf },
		put: (key, body, type) => store(key, { body, type, etag: `"${md5(body)}"` }),
		begin: (key, type) => {
			const id = randomBytes(16).toString("hex");
			uploads.set(id, { key, type, at: Date.now(), parts: new Map() });
			return id;
		},
		putPart: (id, { key, number, body }) => {
			if (!(number >= 1 && number <= MOST_PARTS)) throw new Refused("InvalidArgument", 400);
			const etag = `"${md5(body)}"`;
			uploadOf(id, key).parts.set(number, { body, etag });
			return etag;
		},
		complete: (id, key, wanted) => {
			const { parts, type } = uploadOf(id, key);
			const taken = takenOf(parts, wanted);
			const digests = Buffer.concat(taken.map(({ etag }) => Buffer.from(etag.slice(1, -1), "hex")));
			store(key, {
				body: Buffer.concat(taken.map(({ body }) => body)),
				type,
				etag: `"${md5(digests)}-${taken.length}"`,
			});
			uploads.delete(id);
		},
	};
}

function takenOf(parts: PartialUpload["parts"], wanted: readonly WantedPart[]): readonly Part[] {
	if (wanted.length === 0) throw new Refused("MalformedXML", 400);
	return wanted.map(({ number, etag }, at) => {
		if (at > 0 && number <= (wanted[at - 1]?.number ?? 0)) throw new Refused("InvalidPartOrder", 400);
		const part = parts.get(number);
		if (part === undefined || part.etag !== etag) throw new Refused("InvalidPart", 400);
		if (at < wanted.length - 1 && part.body.length < LEAST_PART) throw new Refused("EntityTooSmall", 400);
		return part;
	});
}

function md5(data: Buffer): string {
	return createHash("md5").update(data).digest("hex");
}
