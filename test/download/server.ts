import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that says exactly what a test makes it say. */
export interface Server {
	readonly url: string;
	/** What it was asked, in order. */
	readonly requests: { readonly path: string; readonly headers: IncomingMessage["headers"] }[];
}

export type Answering = (request: IncomingMessage, response: ServerResponse, count: number) => void;

/** Uses a server on a free port, and ends it with every connection. */
export async function withServer<Result>(
	answer: Answering,
	use: (server: Server) => Promise<Result>,
): Promise<Result> {
	const requests: Server["requests"] = [];
	const server = createServer((request, response) => {
		requests.push({ path: request.url ?? "", headers: request.headers });
		response.on("error", () => {});
		answer(request, response, requests.length);
	});
	await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
	try {
		return await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests });
	} finally {
		server.closeAllConnections();
		await new Promise((settle) => server.close(settle));
	}
}

/** Bytes that begin as an MP4 file does. */
export function movie(size: number, seed = 7): Buffer {
	const bytes = Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * seed) % 251));
	Buffer.from("\0\0\0\x18ftypisom", "latin1").copy(bytes);
	return bytes;
}

/** Sends bytes as a good server does: their tag, and the part that is asked for while the tag is right. */
export function sendGood(
	request: IncomingMessage,
	response: ServerResponse,
	{ bytes, etag = '"one"' }: { readonly bytes: Buffer; readonly etag?: string },
): void {
	const [, from] = /^bytes=(\d+)-$/.exec(request.headers.range ?? "") ?? [];
	if (from === undefined || request.headers["if-range"] !== etag) {
		response.writeHead(200, { "content-length": bytes.length, etag }).end(bytes);
		return;
	}
	const rest = bytes.subarray(Number(from));
	response
		.writeHead(206, {
			"content-length": rest.length,
			"content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
			etag,
		})
		.end(rest);
}
