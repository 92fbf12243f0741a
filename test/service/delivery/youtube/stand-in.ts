import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What happens to a request: an answer in place of the real one, or a connection that breaks. */
export type Fault =
	| { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
	/** Executed or not, and no answer. */
	| "lost before"
	| "lost after";

export interface StoredVideo {
	readonly id: string;
	bytes: Buffer;
	title: string;
	publishedAt: string;
	status: Record<string, unknown>;
	thumbnail?: Buffer;
	/** How often it went from anything else to public. */
	published: number;
}

interface Upload {
	readonly size: number;
	readonly resource: {
		readonly snippet: { readonly title: string };
		readonly status: Record<string, unknown>;
	};
	kept: Buffer;
	id?: string;
	gone?: true;
}

/** A small YouTube, for what a test wants to go wrong. `calls` names what was asked. */
export interface StandIn {
	readonly url: string;
	readonly videos: Map<string, StoredVideo>;
	readonly uploads: Map<string, Upload>;
	readonly calls: string[];
	/** The next calls of that name are met like this. */
	fault(call: string, ...faults: (Fault | "none")[]): void;
	/** How much of a part is kept at most, in bytes. */
	keepsAtMost: number;
	/** Tokens that are good. */
	readonly tokens: Set<string>;
	now: () => number;
	close(): Promise<void>;
}

export async function startStandIn(): Promise<StandIn> {
	const faults = new Map<string, (Fault | "none")[]>();
	const server = createServer((request, response) => {
		handle(state, request, response).catch((error: unknown) => {
			state.calls.push(`BROKEN ${error}`);
			request.socket.destroy();
		});
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const state: State = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		...{ videos: new Map(), uploads: new Map(), calls: [], tokens: new Set(["token-1"]), faults },
		keepsAtMost: Number.POSITIVE_INFINITY,
		now: Date.now,
		fault: (call, ...more) => faults.set(call, [...(faults.get(call) ?? []), ...more]),
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
	return state;
}

interface State extends StandIn {
	readonly faults: Map<string, (Fault | "none")[]>;
}

async function handle(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
	const url = new URL(request.url ?? "", state.url);
	const pieces: Buffer[] = [];
	for await (const piece of request) pieces.push(piece);
	const body = Buffer.concat(pieces);
	const call = nameOf(request, url);
	state.calls.push(call);
	const fault = state.faults.get(call)?.shift() ?? "none";
	if (fault === "lost before") return void request.socket.destroy();
	if (typeof fault === "object") {
		const text = typeof fault.body === "string" ? fault.body : JSON.stringify(fault.body ?? {});
		return void response.writeHead(fault.status, fault.headers).end(text);
	}
	const isKnown = state.tokens.has(String(request.headers.authorization).replace("Bearer ", ""));
	const isSession = call === "upload" || call === "upload status";
	const answer =
		isKnown || isSession
			? execute(state, { call, request, url, body })
			: { status: 401, body: errorBody(401, "authError", "Invalid Credentials") };
	if (fault === "lost after") return void request.socket.destroy();
	response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body ?? {}));
}

/** As Google says what is wrong. */
export function errorBody(code: number, reason: string, message: string): object {
	return { error: { code, message, errors: [{ domain: "youtube", reason, message }] } };
}

function nameOf({ method, headers }: IncomingMessage, { pathname, searchParams }: URL): string {
	if (searchParams.has("upload_id"))
		return headers["content-range"]?.startsWith("bytes */") ? "upload status" : "upload";
	const [, what] = /\/([\w/]+)$/.exec(pathname.replace(/^.*\/v3/, "")) ?? [];
	const verb = { GET: "list", POST: "insert", PUT: "update", DELETE: "delete" }[method ?? ""];
	return what?.startsWith("thumbnails") ? "thumbnails.set" : `${what}.${verb}`;
}

interface Call {
	readonly call: string;
	readonly request: IncomingMessage;
	readonly url: URL;
	readonly body: Buffer;
}

interface Given {
	readonly status: number;
	readonly body?: unknown;
	readonly headers?: Record<string, string>;
}

function execute(state: State, { call, request, url, body }: Call): Given {
	const upload = state.uploads.get(url.searchParams.get("upload_id") ?? "");
	switch (call) {
		case "videos.insert": {
			const id = `upload-${state.uploads.size + 1}`;
			const size = Number(request.headers["x-upload-content-length"]);
			state.uploads.set(id, { size, resource: JSON.parse(body.toString()), kept: Buffer.alloc(0) });
			const location = `${state.url}/upload/youtube/v3/videos?uploadType=resumable&upload_id=${id}`;
			return { status: 200, headers: { location } };
		}
		case "upload":
		case "upload status":
			if (!upload || upload.gone) return { status: 404, body: errorBody(404, "notFound", "Not found") };
			if (call === "upload") keep(state, upload, { range: request.headers["content-range"] ?? "", body });
			return uploadAnswer(state, upload);
		case "videos.list":
			return {
				status: 200,
				body: { items: (url.searchParams.get("id") ?? "").split(",").flatMap(itemOf(state)) },
			};
		case "channels.list":
			return { status: 200, body: { items: [{ contentDetails: { relatedPlaylists: { uploads: "UU1" } } }] } };
		case "playlistItems.list": {
			const items = [...state.videos.keys()].map((videoId) => ({ contentDetails: { videoId } }));
			return { status: 200, body: { items } };
		}
		case "thumbnails.set": {
			const video = state.videos.get(url.searchParams.get("videoId") ?? "");
			if (video) video.thumbnail = body;
			return { status: video ? 200 : 404 };
		}
		case "videos.update":
			return update(state, JSON.parse(body.toString()));
		case "videos.delete":
			return { status: state.videos.delete(url.searchParams.get("id") ?? "") ? 204 : 404 };
		default:
			throw new Error(`what is ${call}?`);
	}
}

function keep(
	{ keepsAtMost }: State,
	upload: Upload,
	part: { readonly range: string; readonly body: Buffer },
): void {
	const [, from, to, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(part.range)?.map(Number) ?? [];
	if (from !== upload.kept.length || Number(to) - from + 1 !== part.body.length || size !== upload.size)
		throw new Error(`part ${part.range} after ${upload.kept.length}`);
	upload.kept = Buffer.concat([upload.kept, part.body.subarray(0, keepsAtMost)]);
}

function uploadAnswer(state: State, upload: Upload): Given {
	const { kept, size, resource } = upload;
	if (kept.length < size)
		return { status: 308, headers: kept.length === 0 ? {} : { range: `bytes=0-${kept.length - 1}` } };
	upload.id ??= `video-${state.videos.size + 1}`;
	const { id } = upload;
	if (!state.videos.has(id))
		state.videos.set(id, {
			...{ id, bytes: kept, title: resource.snippet.title, published: 0 },
			publishedAt: new Date(state.now()).toISOString(),
			status: { uploadStatus: "processed", embeddable: true, publicStatsViewable: true, ...resource.status },
		});
	return { status: 200, body: { id } };
}

function itemOf({ videos }: State): (id: string) => object[] {
	return (id) => {
		const video = videos.get(id);
		if (!video) return [];
		const { title, publishedAt, status, bytes } = video;
		return [{ id, status, snippet: { title, publishedAt }, fileDetails: { fileSize: String(bytes.length) } }];
	};
}

/** Sets every field that is left out to its default. */
function update(
	{ videos }: State,
	given: { readonly id: string; readonly status: Record<string, unknown> },
): Given {
	const video = videos.get(given.id);
	if (!video) return { status: 404, body: errorBody(404, "videoNotFound", "The video cannot be found.") };
	const isNew = video.status.privacyStatus !== "public" && given.status.privacyStatus === "public";
	video.published += isNew ? 1 : 0;
	const { uploadStatus } = video.status;
	video.status = { embeddable: false, publicStatsViewable: false, ...given.status, uploadStatus };
	return { status: 200, body: { id: video.id, status: video.status } };
}
