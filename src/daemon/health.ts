import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { StopFault } from "../model/fault.ts";

/** The state of the daemon, as its health endpoints report it. */
export interface Health {
	/** ISO 8601 of the last pass that succeeded; empty before the first. */
	readonly lastGoodPass: string;
	/** Why the last pass failed; empty when it succeeded. */
	readonly trouble: string;
}

/** `/healthz`: the process runs. `/readyz`: its last pass succeeded. 200 or 503, JSON. */
function healthRoutes(health: () => Health): Hono {
	const routes = new Hono();
	routes.get("/healthz", (context) => context.json({ status: "ok" }));
	routes.get("/readyz", (context) => {
		const { lastGoodPass, trouble } = health();
		const ready = lastGoodPass !== "" && trouble === "";
		return context.json({ status: ready ? "ready" : "not ready", lastGoodPass, trouble }, ready ? 200 : 503);
	});
	return routes;
}

/** Serves them on 127.0.0.1; port 0: any free one. Throws `StopFault` when the port is taken. */
export async function serveHealth(
	port: number,
	health: () => Health,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
	const server = createServer(getRequestListener(healthRoutes(health).fetch));
	await listening(server, port);
	const address = server.address();
	const bound = typeof address === "object" && address ? address.port : port;
	return {
		url: `http://127.0.0.1:${bound}`,
		stop: () =>
			new Promise((stopped) => {
				server.close(() => stopped());
				server.closeAllConnections();
			}),
	};
}

function listening(server: Server, port: number): Promise<void> {
	return new Promise((ready, failed) => {
		server.once("error", (error: NodeJS.ErrnoException) =>
			failed(
				new StopFault(`The health port ${port} cannot be used: ${error.code ?? error.message}.`, {
					remedy: "Choose another daemon.port in the settings, or 0 for any free one.",
					cause: error,
				}),
			),
		);
		server.listen(port, "127.0.0.1", ready);
	});
}
