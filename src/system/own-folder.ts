import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

/** What git must not see of a workspace's `.showrun` folder; `state.json` is meant to be committed. */
const IGNORED = ["*.journal", "*.ballast", "*.lock", "*.lock.break-*", "*.torn-*", "*.tmp", "cache/", "service/"];

/** Makes a folder; a `.showrun` folder gets its ignore list, unless somebody wrote one. */
export async function makeOwnFolder(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	if (basename(folder) !== ".showrun") return;
	await writeFile(join(folder, ".gitignore"), `${IGNORED.join("\n")}\n`, { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== "EEXIST") throw error;
	});
}
