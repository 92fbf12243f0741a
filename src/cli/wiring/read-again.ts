import { defined } from "../../model/defined.ts";
import { Fault, StopFault } from "../../model/fault.ts";
import type { Settings } from "../../model/settings.ts";
import { Exit } from "../exit.ts";
import type { Log } from "../terminal/log.ts";

interface InUse {
	readonly settings: Settings;
	readonly log: Log;
}

/**
 * Settings that were read again. Undefined where they are wrong, which is logged: those in use are kept.
 * A file that is gone or empty is one that is just being written: without it, posts would go elsewhere.
 */
export async function readAgain(
	read: () => Promise<Settings>,
	{ settings, log }: InUse,
): Promise<Settings | undefined> {
	try {
		const next = await read();
		if (next.hasFile || !settings.hasFile) return next;
		throw new StopFault("The settings file is gone or empty.", {
			remedy: "To go on without it, end this and start it again.",
		});
	} catch (error) {
		logKept(error, log);
		return undefined;
	}
}

/** Logs why the settings in use are kept. Throws what is no mistake in settings. */
export function logKept(error: unknown, log: Log): void {
	const kept = "the settings in use are kept";
	// What is wrong with the file has been printed.
	if (error instanceof Exit) log({ level: "error", message: kept });
	else if (error instanceof Fault)
		log({ level: "error", message: `${kept}: ${error.message}`, ...defined({ remedy: error.remedy }) });
	else throw error;
}
