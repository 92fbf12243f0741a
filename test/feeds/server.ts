import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ReadingOptions } from "../../src/feeds/options.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { Feed } from "../../src/model/feed.ts";
import { sha256OfFile } from "../../src/system/files.ts";

/** A server of feeds, and what it was asked. */
export interface FeedServer {
	readonly origin: string;
	readonly asked: readonly { readonly path: string; readonly ifNoneMatch: string | undefined }[];
	stop(): Promise<void>;
}

/** Serves on 127.0.0.1 as `answer` says. */
export async function serveFeeds(
	answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<FeedServer> {
	const asked: { path: string; ifNoneMatch: string | undefined }[] = [];
	const server = createServer((request, response) => {
		asked.push({ path: request.url ?? "", ifNoneMatch: request.headers["if-none-match"] });
		answer(request, response);
	});
	await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
	const { port } = server.address() as AddressInfo;
	return {
		origin: `http://127.0.0.1:${port}`,
		asked,
		stop: () =>
			new Promise((stopped) => {
				server.close(() => stopped());
				server.closeAllConnections();
			}),
	};
}

const NOW = epochMs(Date.UTC(2026, 10, 21, 12));

const place = { file: "k.campaign.yaml", line: 1, column: 1 };

/** An entry of `feeds`. */
export function feed(from: Feed["from"]): Feed {
	return { name: "podcast", place, from, everyMs: 900_000 };
}

/** What reading needs, with everything allowed. */
export function reading(over: Partial<ReadingOptions> = {}): ReadingOptions {
	return {
		root: "/nowhere",
		env: {},
		now: NOW,
		signal: new AbortController().signal,
		privateAddresses: true,
		fingerprint: async (path, signal) => ({ sha256: await sha256OfFile(path, signal) }),
		...over,
	};
}
