/** Requests of X as a client should make them, for tests to send or to spoil. */
import { bearer, type Call, jsonBody, type Reply, send } from "../call.ts";
import { tokenOf } from "../people.ts";
import type { Handle } from "../start.ts";
import { HOSTS } from "./model.ts";

export interface Author {
	readonly api: string;
	readonly token: string;
	readonly refreshToken: string;
}

export async function author(
	platforms: Handle,
	input: Readonly<Record<string, unknown>> = {},
): Promise<Author> {
	const { access, refresh } = await tokenOf(platforms, "twitter", input);
	return { api: platforms.hosts[HOSTS.api] ?? "", token: access, refreshToken: refresh };
}

const BOUNDARY = "boundary-of-a-test";

function multipartBody(
	parts: Readonly<Record<string, string | Buffer>>,
): Required<Pick<Call, "headers" | "body">> {
	const pieces = Object.entries(parts).flatMap(([name, value]) => {
		const file =
			typeof value === "string" ? "" : '; filename="piece"\r\nContent-Type: application/octet-stream';
		return [`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`, value, "\r\n"];
	});
	const body = Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)));
	return { headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` }, body };
}

export function initializeCall({ api, token }: Author, total_bytes: number, more: object = {}): Call {
	const body = { media_type: "video/mp4", media_category: "tweet_video", total_bytes, ...more };
	return { method: "POST", url: `${api}/2/media/upload/initialize`, ...jsonBody(body, token) };
}

export function appendCall(
	{ api, token }: Author,
	id: string,
	[index, bytes]: readonly [number, Buffer],
): Call {
	const { headers, body } = multipartBody({ segment_index: String(index), media: bytes });
	const url = `${api}/2/media/upload/${id}/append`;
	return { method: "POST", url, body, headers: { ...headers, ...bearer(token) } };
}

export function finalizeCall({ api, token }: Author, id: string): Call {
	return { method: "POST", url: `${api}/2/media/upload/${id}/finalize`, headers: bearer(token) };
}

export function statusCall({ api, token }: Author, id: string): Call {
	const url = `${api}/2/media/upload?command=STATUS&media_id=${id}`;
	return { method: "GET", url, headers: bearer(token) };
}

export function postCall({ api, token }: Author, body: object): Call {
	return { method: "POST", url: `${api}/2/tweets`, ...jsonBody(body, token) };
}

export function timelineCall({ api, token }: Author, user: string): Call {
	const query = "max_results=10&exclude=replies,retweets&tweet.fields=created_at,attachments";
	const url = `${api}/2/users/${user}/tweets?${query}&expansions=attachments.media_keys`;
	return { method: "GET", url, headers: bearer(token) };
}

export function dataOf({ json }: Reply): Readonly<Record<string, never>> {
	return json.data ?? {};
}

/** Media whose bytes arrived, in two segments. */
export async function upload(who: Author, file: Buffer): Promise<string> {
	const id = String(dataOf(await send(initializeCall(who, file.length))).id);
	const half = Math.ceil(file.length / 2);
	await send(appendCall(who, id, [0, file.subarray(0, half)]));
	await send(appendCall(who, id, [1, file.subarray(half)]));
	await send(finalizeCall(who, id));
	return id;
}
