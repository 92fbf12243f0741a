import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CACHE } from "../builders/cache.ts";
import { builtOnce } from "../journeys/built-program.ts";

/** More than a kernel gives. */
const NO_PROCESS = 2 ** 30;
const NAME = `built-once-${process.pid}`;

/** Makes a folder with a file, and counts how often. */
function maker() {
	const made = { times: 0 };
	const make = async (folder: string) => {
		made.times++;
		await new Promise((settle) => setTimeout(settle, 20));
		mkdirSync(folder);
		writeFileSync(join(folder, "file"), "");
	};
	return { made, make };
}

/** What is in the cache of a folder of this test; it is removed. */
function taken(name: string): readonly string[] {
	const names = readdirSync(CACHE).filter((each) => each.startsWith(name));
	for (const each of names) rmSync(join(CACHE, each), { recursive: true, force: true });
	return names;
}

const built = suite("what is built once");

built("is made once, though two ask for it at a time", async () => {
	const { made, make } = maker();
	const folders = await Promise.all([builtOnce(`${NAME}-two`, make), builtOnce(`${NAME}-two`, make)]);
	assert.equal([made.times, new Set(folders).size], [1, 1]);
	assert.equal(taken(`${NAME}-two`), [`${NAME}-two`]);
});

built("is made by another when its maker is gone", async () => {
	mkdirSync(CACHE, { recursive: true });
	symlinkSync(`${NO_PROCESS}`, join(CACHE, `${NAME}-left.maker`));
	const { made, make } = maker();
	await builtOnce(`${NAME}-left`, make);
	assert.equal([made.times, taken(`${NAME}-left`)], [1, [`${NAME}-left`]]);
});

built("is made by the next one where it failed", async () => {
	const { made, make } = maker();
	const failed = await builtOnce(`${NAME}-failed`, () => Promise.reject(new Error("no"))).catch(String);
	await builtOnce(`${NAME}-failed`, make);
	assert.equal([failed, made.times, taken(`${NAME}-failed`)], ["Error: no", 1, [`${NAME}-failed`]]);
});

built.run();
