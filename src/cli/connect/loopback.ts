import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { StopFault } from "../../model/fault.ts";
import { PAGE_HEADERS, pageOf } from "../../service/http/html-page.ts";
import { errorCode } from "../../system/error-code.ts";
import { codeIn } from "./redirect.ts";

/** A listener on this machine that a platform's page leads back to. */
export interface Loopback {
	readonly redirectUri: string;
	/** The code of the one answer. Rejects with a `StopFault` for a refusal or a foreign answer. */
	readonly code: Promise<string>;
	close(): void;
}

/**
 * Listens on 127.0.0.1 for one answer with this state. `redirect`: the address on this machine that the
 * platform leads back to; without a port, any free one. Throws `StopFault` where its port is taken.
 */
export async function listenForCode(state: string, redirect: string): Promise<Loopback> {
	const { hostname, port: wanted, pathname: path } = new URL(redirect);
	let [resolve, reject]: [(code: string) => void, (why: unknown) => void] = [() => {}, () => {}];
	const code = new Promise<string>((settle, fail) => {
		[resolve, reject] = [settle, fail];
	});
	// Whoever waits may not have begun.
	code.catch(() => {});
	const server = createServer({ maxHeaderSize: 32_768 }, (request, response) => {
		const address = new URL(request.url ?? "/", redirectUri);
		if (!isForUs(request, address)) return end(response, 404, "Nothing here");
		// One answer counts, whatever it says.
		server.close();
		try {
			const found = codeIn(address, state);
			end(response, 200, "You can close this page");
			resolve(found);
		} catch (error) {
			end(response, 400, "That did not work");
			reject(error);
		}
	});
	await listening(server, wanted);
	const { port } = server.address() as AddressInfo;
	const redirectUri = `http://${hostname}:${port}${path}`;
	const isForUs = ({ method, headers }: IncomingMessage, { pathname }: URL) =>
		method === "GET" && pathname === path && headers.host === `${hostname}:${port}`;
	return {
		redirectUri,
		code,
		close: () => {
			reject(new StopFault("Nobody answered in time."));
			server.close();
			server.closeAllConnections();
		},
	};
}

function listening(server: Server, port: string): Promise<void> {
	return new Promise((settle, fail) => {
		server.once("error", (error) => fail(portTaken(error, port)));
		server.listen(Number(port), "127.0.0.1", settle);
	});
}

function portTaken(error: Error, port: string): Error {
	if (errorCode(error) !== "EADDRINUSE") return error;
	return new StopFault(`Port ${port} is in use, but the redirect address of the app needs it.`, {
		remedy: "End the program that uses it, or connect with --paste.",
	});
}

const WORDS: Readonly<Record<number, string>> = {
	200: "showrun got the answer. How it ended is told in the terminal.",
	400: "Nothing was connected. What was wrong is told in the terminal.",
	404: "This address answers one connection only.",
};

function end(response: ServerResponse, status: number, title: string): void {
	const body = pageOf({
		title,
		body: `<p>${WORDS[status] ?? ""}</p>`,
		tone: status === 200 ? "good" : "bad",
	});
	response
		.writeHead(status, { ...PAGE_HEADERS, "Referrer-Policy": "no-referrer", Connection: "close" })
		.end(body);
}
