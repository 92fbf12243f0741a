import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { extname, isAbsolute, join } from "node:path";

/** Where a program is: an absolute path, or a name that the PATH finds. Undefined: nowhere. */
export async function programPath(
	program: string,
	env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
	if (isAbsolute(program)) return (await isThere(program, constants.X_OK)) ? program : undefined;
	const windows = process.platform === "win32";
	for (const folder of (env.PATH ?? env.Path ?? "").split(windows ? ";" : ":").filter(isAbsolute)) {
		const path = join(folder, windows && extname(program) === "" ? `${program}.exe` : program);
		if (await isThere(path, constants.X_OK)) return path;
	}
	return undefined;
}

/** Whether a path can be used in that way. */
export function isThere(path: string, mode: number): Promise<boolean> {
	return access(path, mode).then(
		() => true,
		() => false,
	);
}
