import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { goldenFile, summaryOf } from "../bench/made/golden.ts";
import { type MadeSource, makeSource, type SourceName } from "../bench/made/sources.ts";
import { builtOnce } from "../journeys/built-program.ts";
import { builds, withFolder } from "./media.ts";

const golden = suite("what is found in made videos");
const [first, ...others] = await builds();
if (!first) throw new Error("no ffmpeg");
const { path: ffmpeg } = first;

// The others, and sample videos, in `npm run bench -- engine`: it also says how to expect something else.
for (const name of ["talk", "music and action"] as const) {
	golden(`${name}: the same spans, kinds and reasons as ever, whichever ffmpeg reads it`, () =>
		withFolder(async (folder) => {
			const source = await keptSource(name);
			const expected = await readFile(goldenFile(name), "utf8");
			for (const { path } of [first, ...others])
				assert.is(await summaryOf(source, { ffmpeg: path, cache: join(folder, "cache") }), expected);
		}),
	);
}

golden.run();

/** Made once for all runs, until what makes it changes. */
async function keptSource(name: SourceName): Promise<MadeSource> {
	const makers = dirname(fileURLToPath(new URL("../bench/made/sources.ts", import.meta.url)));
	const hash = createHash("sha256").update(ffmpeg);
	for (const each of readdirSync(makers).sort()) hash.update(readFileSync(join(makers, each)));
	const base = name.replaceAll(" ", "-");
	const folder = await builtOnce(`made-${base}-${hash.digest("hex").slice(0, 20)}`, async (fresh) => {
		await mkdir(fresh, { recursive: true });
		await makeSource(name, { ffmpeg, folder: fresh, height: 180, preset: "ultrafast" });
		await rm(join(fresh, `${base}.pcm`));
	});
	const transcript = join(folder, `${base}.srt`);
	return { file: join(folder, `${base}.mov`), ...(existsSync(transcript) && { transcript }) };
}
