import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { goldenFile, summaryOf } from "../bench/made/golden.ts";
import { makeSource } from "../bench/made/sources.ts";
import { builds, withFolder } from "./media.ts";

const golden = suite("what is found in made videos");
const [first, ...others] = await builds();
if (!first) throw new Error("no ffmpeg");

// The others, and sample videos, in `npm run bench -- engine`: it also says how to expect something else.
for (const name of ["talk", "music and action"] as const) {
	golden(`${name}: the same spans, kinds and reasons as ever, whichever ffmpeg reads it`, () =>
		withFolder(async (folder) => {
			const source = await makeSource(name, { ffmpeg: first.path, folder, height: 180, preset: "ultrafast" });
			const expected = await readFile(goldenFile(name), "utf8");
			for (const { path } of [first, ...others])
				assert.is(await summaryOf(source, { ffmpeg: path, cache: join(folder, "cache") }), expected);
		}),
	);
}

golden.run();
