import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { WHOLE } from "../../src/engine/compose/boxes.ts";
import { options } from "../../src/engine/io/ffmpeg-arguments.ts";
import { type Curve, toStandard } from "../../src/engine/probe/hdr.ts";
import { sourceFrom } from "../../src/engine/probe/source.ts";
import { pictureFilter } from "../../src/engine/render/filters.ts";
import { builds, ffmpeg, withFolder } from "./media.ts";

const hdr = suite("HDR pictures");
const SIZE = { width: 64, height: 36 };

/** Brightness (16 black, 235 white) that a stored grey of ten bits becomes. */
async function greyOf(
	build: Awaited<ReturnType<typeof builds>>[number],
	curve: Curve,
	stored: number,
): Promise<number> {
	return withFolder(async (folder) => {
		const [raw, out] = [join(folder, "in.yuv"), join(folder, "out.gray")];
		const values = Uint16Array.from({ length: (SIZE.width * SIZE.height * 3) / 2 }, (_, at) =>
			at < SIZE.width * SIZE.height ? stored : 512,
		);
		await writeFile(raw, new Uint8Array(values.buffer));
		const input = [
			...options("-f rawvideo -pix_fmt yuv420p10le -s"),
			`${SIZE.width}x${SIZE.height}`,
			"-i",
			raw,
		];
		await ffmpeg(build, [
			...input,
			"-vf",
			`${toStandard(curve)},extractplanes=y`,
			...options("-frames:v 1 -f rawvideo"),
			out,
		]);
		return (await readFile(out))[SIZE.width] ?? 0;
	});
}

for (const build of await builds()) {
	// 64 black, 509 a hundred nits, 573 and 721 white of a standard picture, 940 the brightest there is.
	const CASES: Record<
		string,
		readonly [Curve, readonly (readonly [stored: number, from: number, to: number])[]]
	> = {
		"PQ becomes as bright as people filmed it": [
			"pq",
			[
				[64, 14, 19],
				[509, 165, 185],
				[573, 208, 230],
				[940, 230, 237],
			],
		],
		"HLG becomes as bright as people filmed it": [
			"hlg",
			[
				[64, 14, 19],
				[721, 208, 230],
				[940, 228, 237],
			],
		],
	};
	for (const [title, [curve, greys]] of Object.entries(CASES)) {
		hdr(`${title} (${build.name})`, async () => {
			for (const [stored, from, to] of greys) {
				const grey = await greyOf(build, curve, stored);
				assert.ok(grey >= from && grey <= to, `${stored} became ${grey}, not ${from} to ${to}`);
			}
		});
	}
}

hdr("a source says how it stores light, and only then its picture is converted", () => {
	const lines = (colours: string) => [
		"Input #0, mov,mp4,m4a,3gp,3g2,mj2, from 'a.mp4':",
		"  Duration: 00:00:04.00, start: 0.000000, bitrate: 75 kb/s",
		`  Stream #0:0(und): Video: hevc (Main 10) (hev1 / 0x31766568), yuv420p10le(${colours}), 1280x720 [SAR 1:1 DAR 16:9], 75 kb/s, 24 fps, 24 tbr, 12288 tbn (default)`,
	];
	const of = (colours: string) => {
		const source = sourceFrom(lines(colours), "a.mp4");
		const layout = {
			panels: [{ from: WHOLE, at: { x: 0, y: 0, width: 640, height: 360 } }],
			behind: false,
		};
		const graph = pictureFilter({
			source,
			output: { width: 640, height: 360 },
			scenes: [{ begin: 0, end: 1, layout }],
		});
		return [source.hdr, source.curve, graph.includes("lutrgb")];
	};
	assert.equal(
		["tv, bt2020nc/bt2020/smpte2084", "tv, bt2020nc/bt2020/arib-std-b67, progressive", "tv, bt709"].map(of),
		[
			[true, "pq", true],
			[true, "hlg", true],
			[false, undefined, false],
		],
	);
});

hdr.run();
