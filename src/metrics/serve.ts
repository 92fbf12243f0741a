import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { StopFault } from "../model/fault.ts";
import type { ListenAddress } from "../model/listen-address.ts";
import { TEXT_FORMAT } from "./exposition.ts";

/** A server of metrics. */
export interface MetricsServer {
	/** Of the metrics. */
	readonly url: string;
	stop(): Promise<void>;
}

/** A scraper is fast or cut: it must not hold connections. Milliseconds. */
const LIMITS = {
	headersTimeout: 5_000,
	requestTimeout: 5_000,
	keepAliveTimeout: 65_000,
	connectionsCheckingInterval: 1_000,
} as const;
const CONNECTIONS = 32;
/** Longer than between two scrapes of one connection. Milliseconds. */
const SILENT_MS = 90_000;

/**
 * Serves `/metrics`, made anew for each request by `exposition`; port 0: any free one. Throws `StopFault`
 * where the address cannot be had.
 */
export async function serveMetrics(
	{ host, port }: ListenAddress,
	exposition: () => Promise<string>,
): Promise<MetricsServer> {
	const isLocal = isLoopback(host);
	const server = createServer(LIMITS, (request, response) => {
		// A page of a browser that found a name for 127.0.0.1 reads nothing here.
		if (isLocal && !isLoopback(hostOf(request))) return answer(response, 403, "Unknown Host header.\n");
		if (request.url?.split("?")[0] !== "/metrics") return answer(response, 404, "The metrics: /metrics\n");
		if (request.method !== "GET" && request.method !== "HEAD") return answer(response, 405, "GET only.\n");
		exposition().then(
			(text) => answer(response, 200, text),
			() => answer(response, 500, "The metrics cannot be read.\n"),
		);
	});
	server.maxConnections = CONNECTIONS;
	server.setTimeout(SILENT_MS);
	server.listen(port, host);
	await once(server, "listening").catch((error: unknown) => {
		const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
		throw new StopFault(`The metrics cannot be served on ${host}:${port} (${code}).`, {
			remedy: "Choose another address: --metrics [HOST:]PORT, or daemon.metrics in the settings.",
			cause: error,
		});
	});
	return { url: urlOf(server, host), stop: () => stop(server) };
}

/** Whether only this machine reaches it. */
export function isLoopback(host: string): boolean {
	return host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

function hostOf({ headers }: IncomingMessage): string {
	return (headers.host ?? "").replace(/:\d+$/, "");
}

function answer(response: ServerResponse, status: number, text: string): void {
	const type = status === 200 ? TEXT_FORMAT : "text/plain; charset=utf-8";
	const body = Buffer.from(text);
	response.writeHead(status, { "Content-Type": type, "Content-Length": body.length });
	response.end(response.req.method === "HEAD" ? undefined : body);
}

function urlOf(server: Server, host: string): string {
	const address = server.address();
	const port = typeof address === "object" && address ? address.port : 0;
	return `http://${host.includes(":") ? `[${host}]` : host}:${port}/metrics`;
}

async function stop(server: Server): Promise<void> {
	const closed = once(server, "close");
	server.close();
	server.closeAllConnections();
	await closed;
}
