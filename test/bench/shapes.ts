import { join } from "node:path";
import { type Build, ffmpeg, runOf, withEngine } from "../engine/media.ts";
import { makeSource } from "./made/sources.ts";

const RESOLUTIONS = ["480p", "720p", "1080p", "2k", "4k"] as const;
const RATIOS = ["9:16", "1:1", "4:5", "16:9"] as const;
/** Long enough for a loudness to be measured. */
const CLIP = { beginMs: 12_000, endMs: 17_000, title: "", description: "", tags: [], score: 1, parts: {} };

/** Prints a table of all resolutions and ratios, as read from files that were rendered. */
export async function printShapes(build: Build): Promise<void> {
	await withEngine(build, async (engine, folder) => {
		const { file, transcript = "" } = await makeSource("talk", {
			ffmpeg: build.path,
			folder,
			height: 720,
			preset: "veryfast",
			seconds: 20,
		});
		console.log(
			`\nWhat rendered clips of 5 s are, with captions and a hook, for every resolution and ratio (ffmpeg ${build.name})`,
		);
		for (const resolution of RESOLUTIONS) {
			for (const ratio of RATIOS) {
				const output = join(folder, "clip.mp4");
				const drawn = {
					caption: { style: "temp-7", display: "original" },
					hook: { style: "serious", position: "beginning" },
				} as const;
				await engine.render(
					{ file, transcript, clip: CLIP, resolution, reframe: { ratio, layout: "Full" }, ...drawn, output },
					runOf(),
				);
				console.log(`${resolution.padEnd(7)}${ratio.padEnd(6)}${await readBack(build, output)}`);
			}
		}
	});
}

/** Size, profile and rate as a reader sees them; loudness and true peak as measured. */
async function readBack(build: Build, file: string): Promise<string> {
	const text = await ffmpeg(build, [
		"-i",
		file,
		"-map",
		"0:a",
		"-af",
		"ebur128=peak=true",
		"-f",
		"null",
		"-",
	]);
	const [heading = "", summary = ""] = text.split("Summary:");
	const found = (pattern: RegExp, of = heading) => pattern.exec(of)?.[1] ?? "?";
	const size = found(/Video: .*?, (\d+x\d+)[ ,]/);
	const sound = `${found(/I:\s+(-?[\d.]+) LUFS/, summary)} LUFS, peak ${found(/Peak:\s+(-?[\d.]+) dBFS/, summary)} dB`;
	return `${size.padEnd(11)}${found(/Video: (h264 \(\w+\))/)}, ${found(/, ([\d.]+) fps/)} fps, ${found(/Audio: (\w+)/)}, ${found(/Duration: ([\d:.]+)/)}, ${sound}`;
}
