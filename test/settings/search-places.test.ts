import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { holdsSettings } from "../../src/settings/search-places.ts";

const places = suite("where settings are looked for");

places("code of the workspace is never run, not even by the search itself", async () => {
	const [folder, before] = [await realpath(await mkdtemp(join(tmpdir(), "showrun-"))), process.cwd()];
	process.chdir(folder);
	try {
		await mkdir(".config");
		await writeFile(
			".config/config.cjs",
			`require("fs").writeFileSync(${JSON.stringify(join(folder, "ran"))}, "")`,
		);
		await writeFile("showrun.config.yaml", "state: x.json\n");
		const words = await holdsSettings(join(folder, "showrun.config.yaml")).then(
			() => "accepted",
			(error: Error) => error.message,
		);
		assert.match(words, ".config/config.cjs");
		assert.not.ok((await readdir(folder)).includes("ran"));
	} finally {
		process.chdir(before);
		await rm(folder, { recursive: true });
	}
});
places.run();
