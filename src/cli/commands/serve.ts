import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import { Secret } from "../../model/secret.ts";
import { dataFault, startService } from "../../service/embedded.ts";
import { replaceFile } from "../../system/files.ts";
import { LockedFault } from "../../system/lock.ts";
import { printable } from "../../system/run.ts";
import { renderServiceFindings, renderServing } from "../../views/serving.ts";
import { serviceFindings } from "../doctor/serving.ts";
import { err, out, stopSignal } from "../terminal/terminal.ts";
import { embeddedOptions } from "../wiring/service.ts";
import { settingsIn } from "../wiring/workspace.ts";

interface ServeFlags {
	readonly host: string;
	readonly port: number;
	readonly restored?: "deliver" | "skip";
}

/** `showrun serve`: the embedded service as a server of its own, until Ctrl-C or SIGTERM. */
export async function serve(path: string, flags: ServeFlags): Promise<void> {
	const signal = stopSignal();
	const settings = await settingsIn(path);
	const { data } = settings.embedded;
	const { key, keyHint } = await apiKey(data).catch((error: unknown) => {
		throw dataFault(error, data);
	});
	const options = await embeddedOptions(settings, { host: flags.host, port: flags.port });
	const service = await startService({
		...options,
		apiKeys: [key],
		...defined({ restored: flags.restored }),
	}).catch((error: unknown) => {
		throw error instanceof LockedFault ? inUse(data, error) : error;
	});
	const stopped = new Promise<void>((stop) => {
		// A signal that came while it started is not told again.
		if (signal.aborted) stop();
		else signal.addEventListener("abort", () => stop(), { once: true });
	});
	out(`Serving on ${service.url}\n`);
	err(`Data in ${data}, posts in ${settings.embedded.outbox}.\n${keyHint}\n`);
	err(renderServing({ ...options, url: service.url }));
	const findings = await serviceFindings(settings, signal);
	if (!signal.aborted) err(renderServiceFindings(findings));
	await stopped;
	await service.close();
}

/** Another process serves the folder, or works with it. */
function inUse(data: string, { holder, message, doubt }: LockedFault): StopFault {
	const by = holder ? `${holder.command} (PID ${holder.pid} on ${holder.host})` : message;
	return new StopFault(`The data folder ${printable(data)} is in use by ${by}.`, {
		remedy:
			doubt === undefined || holder === undefined
				? "Use that one, end it first, or name another folder for this one (embedded.data)."
				: `${doubt} Only if it is no longer alive: showrun unlock ${holder.lockId}`,
	});
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
