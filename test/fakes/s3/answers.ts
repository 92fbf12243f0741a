import type { IncomingHttpHeaders } from "node:http";
import type { FakeBucket, WantedPart } from "./bucket.ts";
import { Refused } from "./signature.ts";

/** A request as the server sees it. */
export interface Asked {
	readonly method: string;
	/** Key of the object; empty: the bucket is asked. */
	readonly key: string;
	readonly query: URLSearchParams;
	readonly body: Buffer;
	readonly headers: IncomingHttpHeaders;
}

export interface Reply {
	readonly status: number;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string | Buffer;
}

/** So few that there are pages. */
const PAGE = 3;

/** What S3 answers. Throws `Refused`. */
export function answerTo(bucket: FakeBucket, asked: Asked): Reply {
	const { method, key, query } = asked;
	if (key === "") return query.has("uploads") ? listUploads(bucket, asked) : listObjects(bucket, asked);
	const id = query.get("uploadId");
	if (id !== null) return ofUpload(bucket, asked, id);
	const type = asked.headers["content-type"] ?? "binary/octet-stream";
	if (method === "POST" && query.has("uploads")) {
		const upload = `<UploadId>${bucket.begin(key, type)}</UploadId>`;
		return xmlOf(`<InitiateMultipartUploadResult>${upload}</InitiateMultipartUploadResult>`);
	}
	if (method === "PUT") return { status: 200, headers: { etag: bucket.put(key, asked.body, type).etag } };
	if (method === "DELETE") {
		bucket.objects.delete(key);
		return { status: 204 };
	}
	if (method === "GET" || method === "HEAD") return objectAt(bucket, asked);
	throw new Refused("MethodNotAllowed", 405);
}

export function xmlOf(body: string): Reply {
	const headers = { "content-type": "application/xml" };
	return { status: 200, headers, body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}` };
}

function listUploads(bucket: FakeBucket, { query }: Asked): Reply {
	const [prefix, after] = [query.get("prefix") ?? "", query.get("upload-id-marker")];
	const found = [...bucket.uploads].filter(([, { key }]) => key.startsWith(prefix));
	const from = after === null ? 0 : found.findIndex(([id]) => id === after) + 1;
	const page = found.slice(from, from + PAGE);
	const more = found.length > from + PAGE;
	const [lastId = "", last] = page.at(-1) ?? [];
	const next = `<NextKeyMarker>${last?.key}</NextKeyMarker><NextUploadIdMarker>${lastId}</NextUploadIdMarker>`;
	const each = page.map(
		([id, { key, at }]) =>
			`<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${date(at)}</Initiated></Upload>`,
	);
	return xmlOf(
		`<ListMultipartUploadsResult><IsTruncated>${more}</IsTruncated>${more ? next : ""}${each.join("")}</ListMultipartUploadsResult>`,
	);
}

function listObjects(bucket: FakeBucket, { method, query }: Asked): Reply {
	if (method !== "GET" || query.get("list-type") !== "2") throw new Refused("MethodNotAllowed", 405);
	const [prefix, from] = [query.get("prefix") ?? "", query.get("continuation-token") ?? ""];
	const delimiter = query.get("delimiter") ?? "\0";
	const found = [...bucket.objects]
		.filter(([key]) => key.startsWith(prefix) && key > from && !key.slice(prefix.length).includes(delimiter))
		.sort(([a], [b]) => (a < b ? -1 : 1));
	const page = found.slice(0, PAGE);
	const contents = page.map(
		([key, { body, etag, at }]) =>
			`<Contents><Key>${key}</Key><Size>${body.length}</Size><ETag>${etag}</ETag>` +
			`<LastModified>${date(at)}</LastModified></Contents>`,
	);
	const more = found.length > PAGE;
	const next = more ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : "";
	return xmlOf(
		`<ListBucketResult><IsTruncated>${more}</IsTruncated>${contents.join("")}${next}</ListBucketResult>`,
	);
}

function objectAt({ objects }: FakeBucket, { key, query, headers }: Asked): Reply {
	const object = objects.get(key);
	if (object === undefined) throw new Refused("NoSuchKey", 404);
	const { body, etag, type, at } = object;
	if (headers["if-match"] !== undefined && headers["if-match"] !== etag)
		throw new Refused("PreconditionFailed", 412);
	const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? "") ?? [];
	const from = Number(first ?? 0);
	if (from >= body.length && first !== undefined) throw new Refused("InvalidRange", 416);
	const part = body.subarray(from, last ? Number(last) + 1 : undefined);
	const caching = query.get("response-cache-control");
	return {
		status: first === undefined ? 200 : 206,
		headers: {
			...{ etag, "content-type": type, "accept-ranges": "bytes", "content-length": `${part.length}` },
			"last-modified": new Date(at).toUTCString(),
			...(first && { "content-range": `bytes ${from}-${from + part.length - 1}/${body.length}` }),
			...(caching !== null && { "cache-control": caching }),
		},
		body: part,
	};
}

function ofUpload(bucket: FakeBucket, { method, key, query, body }: Asked, id: string): Reply {
	if (method === "PUT") {
		const number = Number(query.get("partNumber"));
		return { status: 200, headers: { etag: bucket.putPart(id, { key, number, body }) } };
	}
	if (method === "POST") {
		bucket.complete(id, key, partsIn(body.toString()));
		const etag = bucket.objects.get(key)?.etag;
		return xmlOf(`<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>`);
	}
	const { parts } = bucket.uploadOf(id, key);
	if (method === "DELETE") {
		bucket.uploads.delete(id);
		return { status: 204 };
	}
	const after = Number(query.get("part-number-marker") ?? 0);
	const left = [...parts].filter(([number]) => number > after).sort(([a], [b]) => a - b);
	const each = left.slice(0, PAGE).map(
		([
			number,
			{
				etag,
				body: { length },
			},
		]) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag><Size>${length}</Size></Part>`,
	);
	const more = left.length > PAGE;
	// The last page has one as well, as Swift writes it.
	const last = left.slice(0, PAGE).at(-1)?.[0] ?? after;
	const next = `<NextPartNumberMarker>${last}</NextPartNumberMarker>`;
	return xmlOf(
		`<ListPartsResult><IsTruncated>${more}</IsTruncated>${next}${each.join("")}</ListPartsResult>`,
	);
}

function partsIn(text: string): readonly WantedPart[] {
	return [...text.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = ""]) => ({
		number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
		etag: (/<ETag>(.*?)<\/ETag>/.exec(part)?.[1] ?? "").replaceAll("&quot;", '"'),
	}));
}

/** Whole seconds, as in headers. */
function date(at: number): string {
	return new Date(Math.floor(at / 1_000) * 1_000).toISOString();
}
