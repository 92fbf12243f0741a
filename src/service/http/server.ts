import { once } from "node:events";
import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";
import { StopFault } from "../../model/fault.ts";
import type { ServiceOptions } from "../options.ts";
import type { Env } from "./context.ts";
import { makeWay } from "./make-way.ts";

/** A server that listens. */
export interface OpenServer {
	/** Where this machine reaches it, without a trailing slash. */
	readonly url: string;
	/** Takes nothing new and waits for requests in flight, at most so many milliseconds. */
	close(waitMs: number): Promise<void>;
}

/** An upload of 5 GB may take as long as its URL lives, as long as bytes come; headers must come at once. */
const REQUEST_MS = 3_600_000;
const HEADERS_MS = 10_000;
/** How often connections are checked for that. */
const CHECKING_MS = 2_000;
const CONNECTIONS = 2_000;
const ANYWHERE: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** Listens. Throws `StopFault` when the address cannot be had. */
export async function openServer(
	app: Hono<Env>,
	{ listen, connections = CONNECTIONS }: Pick<ServiceOptions, "listen" | "connections">,
): Promise<OpenServer> {
	const server = createAdaptorServer({
		fetch: app.fetch,
		serverOptions: {
			requestTimeout: REQUEST_MS,
			headersTimeout: HEADERS_MS,
			connectionsCheckingInterval: CHECKING_MS,
		},
	}) as Server;
	server.maxConnections = connections;
	makeWay(server, connections);
	// As many may knock at once as have a place: who finds no room knocks again after seconds.
	server.listen(listen.port, listen.host, connections);
	await once(server, "listening").catch((error: unknown) => {
		throw cannotListen(error, listen);
	});
	return { url: urlOf(server, listen.host), close: (waitMs) => closeServer(server, waitMs) };
}

const REMEDIES: Readonly<Record<string, string>> = {
	EADDRINUSE: "Another program listens there: end it, or choose another port with --port (0: any free one).",
	EACCES: "Ports below 1024 are for administrators: choose a higher one with --port.",
	EADDRNOTAVAIL: "This machine has no such address: choose another with --host, for example 127.0.0.1.",
	ENOTFOUND: "There is no such host: choose an address of this machine with --host, for example 127.0.0.1.",
};

function cannotListen(
	error: unknown,
	{ host, port }: { readonly host: string; readonly port: number },
): StopFault {
	const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
	return new StopFault(`The service cannot listen on ${host}:${port} (${code}).`, {
		remedy: REMEDIES[code] ?? "Choose another address or port, with --host and --port.",
		cause: error,
	});
}

function urlOf(server: Server, host: string): string {
	const address = server.address();
	const port = typeof address === "object" && address ? address.port : 0;
	const reached = ANYWHERE[host] ?? host;
	return `http://${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
}

async function closeServer(server: Server, waitMs: number): Promise<void> {
	const closed = once(server, "close");
	server.close();
	// A kept-alive connection that was busy when close was asked for becomes idle later, and would keep the
	// server open.
	const idle = setInterval(() => server.closeIdleConnections(), 20);
	const cut = setTimeout(() => server.closeAllConnections(), waitMs);
	await closed;
	clearInterval(idle);
	clearTimeout(cut);
}
