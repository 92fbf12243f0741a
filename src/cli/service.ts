import type { Service } from "../api/port.ts";
import type { Settings } from "../model/settings.ts";
import type { RunningService } from "../service/options.ts";
import { type Clock, systemClock } from "../system/clock.ts";
import { modelsAt } from "./models.ts";
import { err } from "./terminal.ts";

/** A client, and what has to be let go of with it. */
export interface Connected {
	readonly service: Service;
	/** Starts the embedded service, where there is one, before the first request: what it owes is delivered from then on. */
	start(): Promise<void>;
	close(): Promise<void>;
}

/** Connects to the service of the settings at the first request: `read` never writes to the embedded service's folder. */
export async function connectService(settings: Settings, mode: "read" | "write", clock: Clock = systemClock): Promise<Connected> {
	const { createClient } = await import("../api/client.ts");
	const { url, apiKey } = settings.service;
	let embedded: Promise<RunningService> | undefined;
	const start = () => {
		embedded ??= startEmbedded(settings, mode, clock);
		return embedded;
	};
	const connect = async () => (url !== undefined && apiKey !== undefined ? { url, apiKey } : start());
	const client = createClient({ settings: settings.service, connect, clock });
	return {
		service: client,
		async start() {
			if (url === undefined) await start();
		},
		async close() {
			await client.close().finally(async () => (await embedded)?.close());
		},
	};
}

async function startEmbedded(settings: Settings, mode: "read" | "write", clock: Clock): Promise<RunningService> {
	const [{ connectEmbedded, readEmbedded }, options] = await Promise.all([
		import("../service/embedded.ts"),
		embeddedOptions(settings, { host: "127.0.0.1", port: 0 }),
	]);
	return mode === "read" ? readEmbedded({ ...options, clock }) : connectEmbedded({ ...options, clock });
}

/** What the embedded service is started with. */
export async function embeddedOptions({ root, service, embedded }: Settings, listen: { readonly host: string; readonly port: number }) {
	const { createEngine } = await import("../engine/engine.ts");
	const ffmpeg = { searchPath: process.env.PATH ?? "", ...(embedded.ffmpeg !== undefined && { wanted: embedded.ffmpeg }) };
	return {
		...embedded,
		engine: createEngine({ ffmpeg, cache: `${root}/.showrun/cache`, models: modelsAt(embedded.models) }),
		clock: systemClock,
		listen,
		apiKeys: service.apiKey ? [service.apiKey] : [],
		versionHeader: service.versionHeader,
		log: (text: string) => err(`${text}\n`),
	};
}
