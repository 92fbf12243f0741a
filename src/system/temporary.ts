import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Does work in a new folder among the system's temporary files; it is gone afterwards, whatever became of the
 * work.
 */
export async function inTemporaryFolder<Result>(
	name: string,
	work: (folder: string) => Promise<Result>,
): Promise<Result> {
	const folder = await mkdtemp(join(tmpdir(), `showrun-${name}-`));
	try {
		return await work(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
