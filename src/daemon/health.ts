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
	/** Addresses that were not sent, or told to wait, and are tried again by themselves. */
	readonly failing: number;
	/** Addresses that wait for a person. */
	readonly blocked: number;
	/** Why nothing is submitted or published; empty when nothing is suspended. */
	readonly suspended: string;
	/** Why another process makes the passes; empty when this one does. */
	readonly standby: string;
	/** ISO 8601 of the next pass by itself; empty when only a change brings one. */
	readonly nextPass: string;
	/** Milliseconds since the loop last did anything. */
	readonly silentMs: number;
}

/** What `/readyz` answers with. */
export interface Readiness extends Omit<Health, "silentMs"> {
	/** Why nothing new is taken for want of room on a disk; empty when there is room. */
	readonly disk: string;
}

/**
 * A pass tells of everything it does, and the loop wakes every half a minute: after this long without a sign
 * only a restart helps. Milliseconds.
 */
const STUCK_MS = 30 * 60_000;

/** Whether only a restart can help. */
export function isStuck({ silentMs }: Health): boolean {
	return silentMs > STUCK_MS;
}

/**
 * `/healthz`: 503 when only a restart can help. `/readyz`: 200 when the last pass succeeded, nothing fails
 * and there is room for something new, or another process makes the passes. JSON.
 */
function healthRoutes({ health, shortage }: HealthSources): Hono {
	const routes = new Hono();
	routes.get("/healthz", (context) => {
		const stuck = isStuck(health());
		return context.json({ status: stuck ? "stuck" : "ok" }, stuck ? 503 : 200);
	});
	routes.get("/readyz", async (context) => {
		const { silentMs, ...rest } = health();
		const report: Readiness = { ...rest, disk: (await shortage()) ?? "" };
		const { lastGoodPass, trouble, failing, suspended, standby, disk } = report;
		const isAble = [trouble, suspended, disk].every((why) => why === "") && failing === 0;
		const ready = isAble && (lastGoodPass !== "" || standby !== "");
		const status = !ready ? "not ready" : standby === "" ? "ready" : "standing by";
		return context.json({ status, ...report }, ready ? 200 : 503);
	});
	return routes;
}

/** What the endpoints ask. */
interface HealthSources {
	readonly health: () => Health;
	/** Why nothing new is taken, as a sentence. Undefined: there is room. */
	readonly shortage: () => Promise<string | undefined>;
}

/** Serves them on 127.0.0.1; port 0: any free one. Throws `StopFault` when the port is taken. */
export async function serveHealth(
	port: number,
	sources: HealthSources,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
	const server = createServer(getRequestListener(healthRoutes(sources).fetch));
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
