import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle, digest } from "../../src/build.ts";

const CACHE = fileURLToPath(new URL("../../node_modules/.cache/showrun-tests/", import.meta.url));

/**
 * The folder whose `dist` is the program as it is shipped: the first test file that needs these
 * sources builds it for all.
 */
export async function builtProgram(): Promise<string> {
	const folder = join(CACHE, `program-${(await digest()).slice(0, 20)}`);
	if (existsSync(folder)) return folder;
	const own = `${folder}.${process.pid}`;
	await bundle(join(own, "dist"));
	try {
		renameSync(own, folder);
	} catch (error) {
		if (!existsSync(folder)) throw error;
		rmSync(own, { recursive: true, force: true });
	}
	return folder;
}

/** The file of the program as it is shipped, to be run by Node. */
export async function builtMain(): Promise<string> {
	return join(await builtProgram(), "dist", "main.js");
}
