import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rememberProbes } from "../../src/engine/probe/remembered.ts";
import { signal, withFolder } from "./media.ts";

const remembering = suite("remembered probes");
/** A file that nobody has changed for seconds. */
const OLD = process.execPath;

function counting(fails = false) {
	const probed: string[] = [];
	const probe = rememberProbes(async (file) => {
		probed.push(file);
		if (fails) throw new Error("not a video");
		return { file, count: probed.length };
	});
	return { probed, ask: (file: string) => probe(file, signal()) };
}

remembering("a file that stays the same is probed once", async () => {
	const { probed, ask } = counting();
	const first = await ask(OLD);
	assert.is(await ask(OLD), first);
	assert.equal(probed, [OLD]);
});

remembering("another file at its path is probed", () =>
	withFolder(async (folder) => {
		const { probed, ask } = counting();
		const path = join(folder, "video.mp4");
		symlinkSync(OLD, path);
		await ask(path);
		rmSync(path);
		symlinkSync("/bin/sh", path);
		const second = await ask(path);
		assert.is(await ask(path), second);
		assert.equal(probed, [path, path]);
	}),
);

remembering("what has just been written may change unseen, and is probed each time", () =>
	withFolder(async (folder) => {
		const { probed, ask } = counting();
		const path = join(folder, "video.mp4");
		writeFileSync(path, "a video");
		await ask(path);
		await ask(path);
		assert.equal(probed, [path, path]);
	}),
);

remembering("a failure is not remembered, nor a file that is not there", async () => {
	const { probed, ask } = counting(true);
	for (const file of [OLD, OLD, "/nowhere/video.mp4"])
		assert.match(await ask(file).then(String, String), "not a video");
	assert.is(probed.length, 3);
});

remembering.run();
