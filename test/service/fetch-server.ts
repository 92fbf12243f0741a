import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Fetched, fetchVideo } from "../../src/service/fetch/fetch.ts";
import type { FetchLimits } from "../../src/service/fetch/limits.ts";
import { folderMedia } from "../../src/service/media/folder.ts";

/** A file with the signature of an MP4 video. */
export const VIDEO = Buffer.concat([Buffer.from("\0\0\0\x18ftypmp42"), Buffer.alloc(50_000, "movie ")]);

/** How the server answers. */
export type Play = (request: IncomingMessage, response: ServerResponse) => void;

/** A folder to fetch into from a server. */
export interface Fetcher {
	readonly port: number;
	readonly folder: string;
	/** Requests so far. */
	readonly asked: IncomingMessage[];
	fetch(address: string, limits?: Partial<FetchLimits>, signal?: AbortSignal): Promise<Fetched>;
	/** The message it fails with. */
	failure(address: string, limits?: Partial<FetchLimits>): Promise<string>;
	/** Endings of the files that stay in the folder of fetches. */
	left(): Promise<readonly string[]>;
}

/** Runs with a server of videos and a folder to fetch into. */
export async function withServer(play: Play, work: (fetcher: Fetcher) => Promise<void>): Promise<void> {
	const asked: IncomingMessage[] = [];
	const server = createServer((request, response) => {
		asked.push(request);
		play(request, response);
	});
	await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
	const folder = await mkdtemp(join(tmpdir(), "showrun-fetch-"));
	const { port } = server.address() as AddressInfo;
	const fetch: Fetcher["fetch"] = (address, limits = {}, signal = AbortSignal.timeout(300_000)) =>
		fetchVideo(
			address,
			{
				folder: join(folder, "fetches"),
				media: folderMedia(folder),
				limits: { privateAddresses: true, maxBytes: 1e6, limitMs: 300_000, pauseMs: 5, ...limits },
			},
			{ signal, progress: () => {} },
		);
	const failure: Fetcher["failure"] = async (address, limits) =>
		String(await fetch(address, limits).catch((error: unknown) => error));
	const left = async () =>
		(await readdir(join(folder, "fetches"))).map((name) => name.replace(/^[0-9a-f]{64}/, "")).sort();
	try {
		await work({ port, folder, asked, fetch, failure, left });
	} finally {
		server.closeAllConnections();
		server.close();
		await rm(folder, { recursive: true, force: true });
	}
}

/** Sends the whole video. */
export function video(response: ServerResponse, headers: Record<string, string> = {}): void {
	response.writeHead(200, { "content-length": String(VIDEO.length), ...headers }).end(VIDEO);
}
