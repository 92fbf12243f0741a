import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that came to its end. */
export interface Received {
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

export interface HttpSink {
	readonly url: string;
	readonly received: readonly Received[];
	close(): Promise<void>;
}

/** Takes every request and answers as it is told; 200 where it is told nothing. */
export async function startHttpSink(
	answer: (response: ServerResponse, count: number) => void = (response) => void response.end("ok"),
): Promise<HttpSink> {
	const received: Received[] = [];
	const server = createServer(async (request, response) => {
		const pieces: Buffer[] = [];
		try {
			for await (const piece of request) pieces.push(piece);
		} catch {
			// Whoever breaks off has sent none.
			return response.destroy();
		}
		received.push({
			path: request.url ?? "",
			headers: request.headers,
			body: Buffer.concat(pieces).toString("utf8"),
		});
		answer(response, received.length);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		received,
		async close() {
			const ended = once(server, "close");
			server.close();
			server.closeAllConnections();
			await ended;
		},
	};
}
