/** Requests of YouTube as a client should make them, for tests to send or to spoil. */
import { bearer, type Call, jsonBody, type Reply, send } from "../call.ts";
import type { Handle } from "../start.ts";
import { HOSTS } from "./model.ts";

export interface Owner {
	readonly api: string;
	readonly token: string;
	readonly refreshToken: string;
}

/** Somebody who consented. */
export async function owner(
	platforms: Handle,
	input: Readonly<Record<string, unknown>> = {},
): Promise<Owner> {
	const { access_token, refresh_token } = await platforms.operate<Record<string, string>>(
		"youtube",
		"token",
		input,
	);
	const api = platforms.hosts[HOSTS.api] ?? "";
	return { api, token: access_token ?? "", refreshToken: refresh_token ?? "" };
}

const PRIVATE = { privacyStatus: "private", selfDeclaredMadeForKids: false, embeddable: true };
const SNIPPET = { title: "A clip", description: "Words", tags: ["one"], categoryId: "22" };

export function insertCall(
	{ api, token }: Owner,
	size: number,
	{ status, snippet }: { readonly status?: object; readonly snippet?: object } = {},
): Call {
	const { headers, body = "" } = jsonBody(
		{ snippet: { ...SNIPPET, ...snippet }, status: status ?? PRIVATE },
		token,
	);
	return {
		...{ method: "POST", body },
		url: `${api}/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status&notifySubscribers=true`,
		headers: { ...headers, "x-upload-content-type": "video/mp4", "x-upload-content-length": String(size) },
	};
}

/** The address of a new session. */
export async function session(
	who: Owner,
	size: number,
	resource: Parameters<typeof insertCall>[2] = {},
): Promise<string> {
	const { status, headers, text } = await send(insertCall(who, size, resource));
	if (status !== 200) throw new Error(text);
	return headers.location ?? "";
}

/** A piece of a file, from one byte up to another that is not in it. */
export function chunkCall(url: string, file: Buffer, [from, to]: readonly [number, number]): Call {
	return {
		...{ method: "PUT", url, body: file.subarray(from, to) },
		headers: { "content-type": "video/mp4", "content-range": `bytes ${from}-${to - 1}/${file.length}` },
	};
}

export function askCall(url: string, size: number): Call {
	return { method: "PUT", url, headers: { "content-range": `bytes */${size}`, "content-length": "0" } };
}

/** A whole file, the id of its video. */
export async function upload(
	who: Owner,
	file: Buffer,
	resource: Parameters<typeof insertCall>[2] = {},
): Promise<string> {
	const url = await session(who, file.length, resource);
	const { json } = await send(chunkCall(url, file, [0, file.length]));
	return json.id ?? "";
}

export function listCall({ api, token }: Owner, id: string, part = "status"): Call {
	return { method: "GET", url: `${api}/youtube/v3/videos?part=${part}&id=${id}`, headers: bearer(token) };
}

export async function read(who: Owner, id: string, part = "status"): Promise<Record<string, unknown>> {
	const { json } = await send(listCall(who, id, part));
	const [item] = json.items as unknown as readonly Record<string, Record<string, unknown>>[];
	return item?.[part] ?? {};
}

export function updateCall({ api, token }: Owner, id: string, status: object): Call {
	return { method: "PUT", url: `${api}/youtube/v3/videos?part=status`, ...jsonBody({ id, status }, token) };
}

export function publish(who: Owner, id: string): Promise<Reply> {
	return send(updateCall(who, id, { ...PRIVATE, privacyStatus: "public", publicStatsViewable: true }));
}
