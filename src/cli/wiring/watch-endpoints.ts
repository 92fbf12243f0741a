import { isStuck, serveHealth } from "../../daemon/health.ts";
import type { Supervisor } from "../../system/supervisor.ts";
import type { Log } from "../terminal/log.ts";
import { shortageOf } from "./free-space.ts";
import { serveWatchPage } from "./page/watch-page.ts";
import { serveWatchMetrics } from "./watch-metrics.ts";
import type { WatchEndpoints } from "./watch-session.ts";

/** What the service manager is told of a watch. */
export interface WatchLife {
	readonly supervisor: Pick<Supervisor, "ready" | "reloading">;
	readonly log: Log;
	/** Whether only a restart can help; known once something is open. */
	isStuck: () => boolean;
}

/** Endpoints of the only workspace: health, metrics and page, where its settings say so. */
export function ownEndpoints(life: WatchLife): WatchEndpoints {
	return {
		async open(session, { health: healthNow, samples }) {
			const { settings, log } = session;
			const health = await serveHealth(settings.daemon.port, {
				health: healthNow,
				shortage: () => shortageOf(settings),
			});
			const metrics = await serveWatchMetrics(settings.daemon.metrics, { log, samples });
			const page = await serveWatchPage(session);
			life.isStuck = () => isStuck(healthNow());
			log({
				level: "info",
				message: "watching",
				health: `${health.url}/healthz`,
				cron: settings.daemon.cron,
			});
			await life.supervisor.ready(`watching, health at ${health.url}/healthz`);
			return { stop: async () => void (await Promise.all([health.stop(), metrics?.stop(), page?.stop()])) };
		},
		reloading: () => life.supervisor.reloading(),
	};
}
