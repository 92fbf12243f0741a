/** Requests of Meta as a client should make them, for tests to send or to spoil. */
import { bearer, type Call, formBody, type Reply, send } from "../call.ts";
import { type Changes, given } from "../people.ts";
import type { Handle } from "../start.ts";
import { HOSTS } from "./model.ts";

export const PAGE = "1001";
export const INSTAGRAM = "17841400000000001";

export interface Publisher {
	readonly graph: string;
	readonly token: string;
}

/** Who holds the token of a Page, and so of its Instagram account. */
export async function publisher(platforms: Handle, input: object = { page: PAGE }): Promise<Publisher> {
	const { access_token = "" } = await platforms.operate<Record<string, string>>("facebook", "page", {
		...input,
	});
	return { graph: `${platforms.hosts[HOSTS.graph]}/v25.0`, token: access_token };
}

export function postCall({ graph, token }: Publisher, path: string, fields: Changes): Call {
	const { headers, body = "" } = formBody(given(fields));
	return { method: "POST", url: `${graph}/${path}`, body, headers: { ...headers, ...bearer(token) } };
}

export function readCall({ graph, token }: Publisher, path: string): Call {
	return { method: "GET", url: `${graph}/${path}`, headers: bearer(token) };
}

export function uploadCall({ token }: Publisher, url: string, [file, from]: readonly [Buffer, number]): Call {
	const headers = { authorization: `OAuth ${token}`, offset: `${from}`, file_size: `${file.length}` };
	const type = { "content-type": "application/octet-stream" };
	return { method: "POST", url, body: file.subarray(from), headers: { ...headers, ...type } };
}

export interface Prepared {
	readonly id: string;
	readonly url: string;
}

export async function container(who: Publisher, caption = "A clip"): Promise<Prepared> {
	const fields = { media_type: "REELS", upload_type: "resumable", caption };
	const { json } = await send(postCall(who, `${INSTAGRAM}/media`, fields));
	return { id: json.id ?? "", url: json.uri ?? "" };
}

export async function reel(who: Publisher): Promise<Prepared> {
	const { json } = await send(postCall(who, `${PAGE}/video_reels`, { upload_phase: "start" }));
	return { id: json.video_id ?? "", url: json.upload_url ?? "" };
}

export function publishCall(who: Publisher, creation_id: string): Call {
	return postCall(who, `${INSTAGRAM}/media_publish`, { creation_id });
}

export function finishCall(who: Publisher, video_id: string, changes: Changes = {}): Call {
	const fields = {
		upload_phase: "finish",
		video_id,
		video_state: "PUBLISHED",
		description: "A clip",
		...changes,
	};
	return postCall(who, `${PAGE}/video_reels`, fields);
}

/** Code and subcode of an error. */
export function codes({ json }: Reply): readonly unknown[] {
	const { code, error_subcode } = (json.error ?? {}) as Record<string, unknown>;
	return [code, error_subcode];
}
