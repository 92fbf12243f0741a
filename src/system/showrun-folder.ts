import { link, mkdir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { temporaryBeside, writeNew } from "./files.ts";

/** What git must not see of a workspace's `.showrun` folder; `state.json` is meant to be committed. */
const IGNORED = [
	"*.journal",
	"*.ballast",
	"*.lock",
	"*.lock.break-*",
	"*.torn-*",
	"*.damaged-*",
	"*.tmp",
	"backups/",
	"cache/",
	"service/",
];

/**
 * Makes a folder; a `.showrun` folder gets its ignore list, whole or not at all, unless somebody wrote one.
 */
export async function makeOwnFolder(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	if (basename(folder) !== ".showrun") return;
	const list = join(folder, ".gitignore");
	if (await isThere(list)) return;
	const beside = temporaryBeside(list);
	try {
		await writeNew(beside, `${IGNORED.join("\n")}\n`, 0o600);
		await link(beside, list);
	} catch (error) {
		if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
	} finally {
		await rm(beside, { force: true });
	}
}

async function isThere(path: string): Promise<boolean> {
	return stat(path).then(
		() => true,
		() => false,
	);
}
