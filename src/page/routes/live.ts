import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import type { FrontParts } from "./ask.ts";
import type { Env } from "./context.ts";

/** A proxy may close what is silent. Milliseconds. */
const BEAT_MS = 20_000;

/** Tells pages that are open when something has changed; they fetch themselves anew then. */
export function liveRoutes({ front, sessions }: FrontParts): Hono<Env> {
	const routes = new Hono<Env>();
	routes.get("/events", (exchange) => {
		const { key, secret } = exchange.get("session");
		return streamSSE(exchange, async (stream) => {
			const ignore = front.listen(() => void stream.writeSSE({ event: "changed", data: "" }));
			stream.onAbort(ignore);
			try {
				await stream.writeSSE({ event: "open", data: "" });
				while (!stream.aborted && sessions.find(key, secret) !== undefined) {
					await stream.sleep(BEAT_MS);
					await stream.writeSSE({ event: "beat", data: "" });
				}
				await stream.writeSSE({ event: "over", data: "" });
			} finally {
				ignore();
			}
		});
	});
	return routes;
}
