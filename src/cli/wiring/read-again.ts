import { defined } from "../../model/defined.ts";
import { Fault } from "../../model/fault.ts";
import type { Settings } from "../../model/settings.ts";
import { Exit } from "../exit.ts";
import type { Log } from "../terminal/log.ts";

/** Settings that were read again. Undefined where they are wrong, which is logged: those in use are kept. */
export async function readAgain(read: () => Promise<Settings>, log: Log): Promise<Settings | undefined> {
	try {
		return await read();
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
