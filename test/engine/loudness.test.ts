import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { options } from "../../src/engine/io/ffmpeg-arguments.ts";
import { levelling } from "../../src/engine/render/filters.ts";
import { madeMedia, runMedia } from "../builders/media.ts";
import { type Build, builds, ffmpeg, runOf, withEngine, withFolder } from "./media.ts";

const loudness = suite("loudness");
const SECONDS = 5;

/** Sounds of different kinds, as expressions of time. */
const SOUNDS: Readonly<Record<string, string>> = {
	"speech with pauses": "0.2*sin(2*PI*180*t+3*sin(2*PI*5*t))*(0.5+0.5*sin(2*PI*4*t))*gt(mod(t,2.5),0.6)",
	"music of three notes": "0.15*(sin(2*PI*262*t)+sin(2*PI*330*t)+sin(2*PI*392*t))",
	"a quiet voice": "0.004*sin(2*PI*220*t)*(0.6+0.4*sin(2*PI*3*t))",
	"a clipped voice": "clip(6*sin(2*PI*200*t)*(0.5+0.5*sin(2*PI*3*t)),-1,1)",
	"clicks over a hum": "0.05*sin(2*PI*200*t)+if(lt(mod(t,2),0.01),0.9,0)",
	"one loud moment at the end": "if(gt(t,3.5),0.6,0.02)*sin(2*PI*440*t)",
};

/** Integrated loudness in LUFS and true peak in dB of a file's sound. */
function heard(file: string): { readonly lufs: number; readonly peak: number } {
	const text = runMedia(["-i", file, ...options("-map 0:a -af ebur128=peak=true -f null -")]);
	const [, summary = ""] = text.split("Summary:");
	return {
		lufs: Number(/I:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1]),
		peak: Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1]),
	};
}

async function rendered(
	build: Build,
	sound: string,
): Promise<{ readonly lufs: number; readonly peak: number }> {
	return withEngine(build, async (engine, folder) => {
		await mkdir(join(folder, "out"));
		const [file, output] = [join(folder, "in.mp4"), join(folder, "out", "clip.mp4")];
		const inputs = [
			"-f",
			"lavfi",
			"-i",
			`color=blue:s=64x64:r=5:d=${SECONDS}`,
			"-f",
			"lavfi",
			"-i",
			`aevalsrc='${sound}':s=48000:d=${SECONDS}`,
		];
		madeMedia(file, [...inputs, ...options("-c:v libx264 -preset ultrafast -c:a aac -b:a 192k -shortest")]);
		const clip = {
			beginMs: 0,
			endMs: SECONDS * 1000 - 200,
			title: "",
			description: "",
			tags: [],
			score: 1,
			parts: {},
		};
		await engine.render({ file, clip, resolution: "480p", output }, runOf());
		return heard(output);
	});
}

for (const build of await builds()) {
	for (const [name, sound] of Object.entries(SOUNDS)) {
		loudness(`${name}: -14 LUFS within one, true peak under -1 dB (${build.name})`, async () => {
			const { lufs, peak } = await rendered(build, sound);
			assert.ok(Math.abs(lufs + 14) <= 1 && peak < -1, `${lufs} LUFS, ${peak} dB`);
		});
	}
}

for (const build of await builds()) {
	loudness(`one channel is made even as if it were two of the same (${build.name})`, () =>
		withFolder(async (folder) => {
			const source = join(folder, "mono.wav");
			const voice = `aevalsrc='${SOUNDS["speech with pauses"]}':s=48000:d=${SECONDS}`;
			madeMedia(source, ["-f", "lavfi", "-i", voice]);
			const samples = async (filter: string) => {
				const file = join(folder, `${filter.length}.raw`);
				await ffmpeg(build, ["-i", source, "-af", filter, "-ac", "2", "-f", "s16le", file]);
				const bytes = await readFile(file);
				return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
			};
			const [once, twice] = [await samples(levelling({ isMono: true })), await samples(levelling({}))];
			assert.is(once.length, twice.length);
			const off = once.map((value, at) => Math.abs(value - (twice[at] ?? 0)));
			assert.ok(Math.max(...new Set(off)) <= 2, `${Math.max(...new Set(off))} of 32767`);
			assert.ok(twice.some((value) => Math.abs(value) > 5_000));
		}),
	);
}

loudness.run();
