import { defined } from "../model/defined.ts";
import { StopFault } from "../model/fault.ts";

/** A model cannot be pulled, opened or removed. */
export class ModelFault extends StopFault {}

/** What runs a model is there, whole, and cannot be loaded on this machine. */
export class UnloadableFault extends ModelFault {}

/**
 * The same for an error of the file system: a full disk, a right that is missing. Anything else is thrown on
 * as it is.
 */
export function faultOfFiles(error: unknown, doing: string): unknown {
	const code = error instanceof Error && "code" in error ? error.code : undefined;
	if (code === "ENOSPC" || code === "EDQUOT") return diskFull(doing, error);
	if (code === "EACCES" || code === "EPERM" || code === "EROFS")
		return new ModelFault(`The folder of the models cannot be written to while ${doing}.`, {
			remedy:
				"Give this user the right to write there (on Windows: stop a showrun that uses the models), " +
				"or name another folder in SHOWRUN_MODELS.",
			cause: error,
		});
	if (code === "EBUSY" || code === "ETXTBSY")
		return new ModelFault(`A file of the models is in use while ${doing}.`, {
			remedy: "Stop the showrun that uses it (watch, serve, apply), and try again.",
			cause: error,
		});
	if (
		code === "ENOTDIR" ||
		code === "EEXIST" ||
		code === "ENOENT" ||
		code === "ENAMETOOLONG" ||
		code === "ELOOP"
	)
		return new ModelFault(`The models folder is not a folder, or cannot be created (${code}).`, {
			remedy: "Check SHOWRUN_MODELS or embedded.models: each part of the path has to be a folder.",
			cause: error,
		});
	return error;
}

/** There is no room for what is pulled. */
export function diskFull(doing: string, cause?: unknown): ModelFault {
	return new ModelFault(`The disk is full: there was no room left while ${doing}.`, {
		remedy: "Free some space, or name a folder on a larger disk in SHOWRUN_MODELS.",
		...defined({ cause }),
	});
}
