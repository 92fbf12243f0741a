import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { inTemporaryFolder } from "../../src/system/temporary.ts";

const temporary = suite("temporary folders");

temporary("a folder is there for the work and gone after it", async () => {
	const folder = await inTemporaryFolder("test", async (made) => {
		await writeFile(join(made, "file"), "text");
		return made;
	});
	assert.match(folder, /showrun-test-/);
	assert.is(existsSync(folder), false);
});

temporary("a folder is gone after work that failed, too", async () => {
	let folder = "";
	const work = inTemporaryFolder("test", async (made) => {
		folder = made;
		await writeFile(join(made, "file"), "text");
		throw new Error("stop");
	});
	assert.is(await work.catch((error: Error) => error.message), "stop");
	assert.equal([folder === "", existsSync(folder)], [false, false]);
});

temporary.run();
