import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { options } from "../../src/engine/io/ffmpeg-arguments.ts";
import { sha256 } from "../../src/system/files.ts";
import { runMedia } from "../builders/media.ts";
import { clipOf } from "../sheets/shots.ts";
import { builds, makeVideo, runOf, TALK_SRT, withEngine } from "./media.ts";

const restyle = suite("rendering a clip again");
/** A hash of a file's sound track as it is stored. */
const soundOf = (file: string) =>
	runMedia(["-i", file, ...options("-map 0:a -c copy -f md5 -")]).match(/MD5=\w+/)?.[0];

for (const build of await builds()) {
	restyle(`another style repeats neither the loudness pass nor the look at the picture (${build.name})`, () =>
		withEngine(build, async (engine, folder) => {
			const [file, output] = [join(folder, "talk.mp4"), join(folder, "clip.mp4")];
			const transcript = join(folder, "talk.srt");
			makeVideo(file, { size: "320x180", seconds: 4 });
			await writeFile(transcript, TALK_SRT);
			const rendered = async (style: string) => {
				const shares: number[] = [];
				const caption = { style, display: "original" as const };
				const reframe = { ratio: "9:16", layout: "Auto" } as const;
				await engine.render(
					{ file, clip: clipOf(0, 3_000), resolution: "480p", reframe, caption, transcript, output },
					runOf({ progress: (share) => shares.push(share) }),
				);
				return { shares, sound: soundOf(output), picture: sha256(await readFile(output)) };
			};
			const first = await rendered("temp-7");
			const kept = await readdir(join(folder, "cache", "rendering"));
			assert.is(kept.length, 3);
			const other = await rendered("temp-static-2");
			assert.equal([other.sound, other.picture === first.picture], [first.sound, false]);
			assert.ok(
				first.shares.some((share) => share > 0 && share < 0.05) &&
					other.shares.every((share) => share >= 0.05),
			);
			assert.equal(await readdir(join(folder, "cache", "rendering")), kept);
			for (const ending of [".bin", ".json"]) {
				for (const name of kept.filter((each) => each.endsWith(ending)))
					await writeFile(join(folder, "cache", "rendering", name), "rubbish");
				assert.is((await rendered("temp-7")).sound, first.sound, `${ending} was damaged`);
			}
			await rm(file);
			makeVideo(file, { size: "320x180", seconds: 3, rate: 30 });
			await rendered("temp-7");
			assert.is((await readdir(join(folder, "cache", "rendering"))).length, 6);
		}),
	);
}

restyle.run();
