import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { trimFolder } from "../../src/system/trim-folder.ts";

const DAY = 24 * 3_600_000;
const trimming = suite("trimFolder");

/** Files of 10 bytes, by the days since they were read and written. */
async function trimmed(
	files: Readonly<Record<string, { readonly read: number; readonly written: number }>>,
	limits: { readonly unusedMs: number; readonly bytes: number },
): Promise<readonly string[]> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-trim-"));
	try {
		await mkdir(join(folder, "below"));
		for (const [name, { read, written }] of Object.entries(files)) {
			await writeFile(join(folder, name), "0123456789");
			const at = (days: number) => (Date.now() - days * DAY) / 1_000;
			await utimes(join(folder, name), at(read), at(written));
		}
		await trimFolder(folder, limits);
		const left = await readdir(folder, { recursive: true });
		return left.filter((name) => name !== "below").sort();
	} finally {
		await rm(folder, { recursive: true });
	}
}

const FILES = {
	old: { read: 91, written: 200 },
	"below/used": { read: 3, written: 200 },
	"below/new": { read: 1, written: 1 },
};

trimming("what was neither read nor written for too long goes", async () =>
	assert.equal(await trimmed(FILES, { unusedMs: 90 * DAY, bytes: 1_000 }), ["below/new", "below/used"]),
);
trimming("what was not used for longest goes until the rest is small enough", async () =>
	assert.equal(await trimmed(FILES, { unusedMs: 900 * DAY, bytes: 15 }), ["below/new"]),
);
trimming("within both limits nothing goes", async () =>
	assert.is((await trimmed(FILES, { unusedMs: 900 * DAY, bytes: 30 })).length, 3),
);
trimming("a folder that is not there is none", () => trimFolder("/nowhere", { unusedMs: 1, bytes: 1 }));

trimming.run();
