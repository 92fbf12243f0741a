import { stat } from "node:fs/promises";
import { sha256OfFile } from "../system/files.ts";

/**
 * What is wrong with the files of a recogniser of the settings. Undefined: they are what the settings say.
 */
export async function problemOfOwn(
	{ files }: { readonly files: Readonly<Record<string, { readonly path: string; readonly sha256: string }>> },
	signal: AbortSignal,
): Promise<string | undefined> {
	for (const [part, { path, sha256 }] of Object.entries(files)) {
		const named = `its ${part} (${path})`;
		if (!(await stat(path).catch(() => undefined))?.isFile()) return `${named} is not there`;
		const found = await sha256OfFile(path, signal).catch((error: unknown) => {
			signal.throwIfAborted();
			return error instanceof Error && "code" in error ? `cannot be read (${error.code})` : "cannot be read";
		});
		if (!/^[0-9a-f]{64}$/.test(found)) return `${named} ${found}`;
		if (found !== sha256) return `${named} has the sha256 ${found}, not the one that the settings name`;
	}
	return undefined;
}
