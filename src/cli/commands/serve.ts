import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Secret } from "../../model/secret.ts";
import { startService } from "../../service/embedded.ts";
import { replaceFile } from "../../system/files.ts";
import { err, out, stopSignal } from "../terminal/terminal.ts";
import { embeddedOptions } from "../wiring/service.ts";
import { openSettings } from "../wiring/workspace.ts";

interface ServeFlags {
	readonly host: string;
	readonly port: number;
}

/** `showrun serve`: the embedded service as a server of its own, until Ctrl-C or SIGTERM. */
export async function serve(path: string, flags: ServeFlags): Promise<void> {
	const signal = stopSignal();
	const settings = await openSettings([path]);
	const { key, keyHint } = await apiKey(settings.embedded.data);
	const options = await embeddedOptions(settings, { host: flags.host, port: flags.port });
	const service = await startService({ ...options, apiKeys: [key] });
	out(`Serving on ${service.url}\n`);
	err(`Data in ${settings.embedded.data}, posts in ${settings.embedded.outbox}.\n${keyHint}\n`);
	await new Promise<void>((stopped) => signal.addEventListener("abort", () => stopped(), { once: true }));
	await service.close();
}

/**
 * The key clients must send: from the environment, else one made once and kept readable by its owner alone.
 * Never printed.
 */
async function apiKey(data: string): Promise<{ readonly key: Secret; readonly keyHint: string }> {
	const given = process.env.SHOWRUN_API_KEY;
	if (given) return { key: new Secret(given), keyHint: "Clients need the same SHOWRUN_API_KEY." };
	const file = join(data, "api-key");
	const kept = await readFile(file, "utf8").catch(() => undefined);
	const key = kept?.trim() || randomBytes(24).toString("base64url");
	if (!kept?.trim()) await replaceFile(file, `${key}\n`, { mode: 0o600 });
	return {
		key: new Secret(key),
		keyHint: `Clients need the key in that folder: export SHOWRUN_API_KEY="$(cat '${file}')"`,
	};
}
