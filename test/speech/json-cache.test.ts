import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { cachedJson } from "../../src/speech/json-cache.ts";

const remembering = suite("what is remembered");
const read = (value: unknown) => (typeof value === "number" ? value : undefined);

/** What is given for a key, three times, and how often it was made. */
async function asked(folder: string): Promise<readonly [readonly number[], number]> {
	let made = 0;
	const ask = () => cachedJson({ folder, key: ["a"], read, make: async () => ++made });
	return [[await ask(), await ask(), await ask()], made];
}

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-remembered-"));
	try {
		await work(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

remembering("is made once", () =>
	withFolder(async (folder) => assert.equal(await asked(join(folder, "memory")), [[1, 1, 1], 1])),
);

remembering("is made again, and given all the same, where it cannot be written", () =>
	withFolder(async (folder) => {
		await writeFile(join(folder, "memory"), "a file where the folder should be");
		assert.equal(await asked(join(folder, "memory")), [[1, 2, 3], 3]);
	}),
);

remembering.run();
