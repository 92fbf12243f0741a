import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

/** Where benches keep what takes long to make, for the next run. */
export const KEPT = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "showrun-bench");

/** What was made of the same before, else what is made now. */
export async function kept(
	folder: string,
	key: readonly (string | Uint8Array)[],
	make: () => Promise<Buffer>,
): Promise<Buffer> {
	const hash = createHash("sha256");
	for (const part of key) hash.update(`${part.length} `).update(part);
	const file = join(folder, hash.digest("hex"));
	const known = await readFile(file).catch(() => undefined);
	if (known) return known;
	const made = await make();
	await mkdir(folder, { recursive: true });
	await writeFile(`${file}.${process.pid}`, made);
	await rename(`${file}.${process.pid}`, file);
	return made;
}
