import { suite } from "uvu";
import * as assert from "uvu/assert";
import { composeScenes } from "../../src/engine/compose/composition.ts";
import { outputSizeOf } from "../../src/engine/compose/output-size.ts";
import type { PixelBox } from "../../src/engine/compose/pixel-boxes.ts";
import { options } from "../../src/engine/io/ffmpeg-arguments.ts";
import { type Bands, bandsOf, placeInSmall } from "../../src/engine/render/bands.ts";
import { graphOf } from "../../src/engine/render/graph.ts";
import { stackOf } from "../../src/engine/render/stack.ts";
import type { Subject } from "../../src/engine/see/subjects.ts";
import { builds, ffmpeg } from "./media.ts";

const seams = suite("seams between panels");
const PICTURE = { width: 1280, height: 720 };
const LAYOUTS = {
	"16:9": ["Full", "Fit", "Grid 4", "Split 2", "Trio", "PiP", "OTS", "Screen First"],
	"9:16": ["Full", "Fit", "Grid 4", "Split 2", "Trio", "PiP", "Screen First", "Gameplay A", "Gameplay B"],
	"1:1": ["Full", "Fit", "Grid 4", "Trio"],
	"4:5": ["Full", "Fit", "Grid 4", "Split 2", "Trio", "PiP", "Screen First", "Gameplay A", "Gameplay B"],
} as const;
const RATIOS = ["16:9", "9:16", "1:1", "4:5"] as const;
const person = (x: number): Subject => {
	const box = { x: x - 0.04, y: 0.3, width: 0.08, height: 0.14 };
	return { box: { ...box, height: 0.6 }, face: { box, path: [{ atMs: 0, x, y: 0.37 }] } };
};
const PEOPLE = [0.15, 0.4, 0.63, 0.87].map(person);
const CAST = [{ ...person(0.87), window: { x: 0.73, y: 0.12, width: 0.25, height: 0.45 } }];

for (const build of await builds()) {
	for (const ratio of RATIOS) {
		seams(
			`${ratio}: of a light picture every layout gives light everywhere, to the last pixel (${build.name})`,
			async () => {
				const graphs = LAYOUTS[ratio].map((layout) => {
					// Odd halves come up at 480p: 854 by 480.
					const { output } = outputSizeOf(PICTURE, { resolution: "480p", reframe: { ratio, layout } });
					const subjects = ["Grid 4", "Split 2", "Trio"].includes(layout) ? PEOPLE : CAST;
					const scene = { begin: 0, end: 100, subjects };
					const { scenes } = composeScenes({ picture: PICTURE, output, ratio, layout, scenes: [scene] });
					return graphOf({ source: PICTURE, output, scenes, rate: 30, scaling: "" });
				});
				const measured = (at: number) => `format=yuv420p,signalstats,metadata@graph${at}=print`;
				const outputs = graphs.flatMap((graph, at) => [
					...["-vf", `${graph},${measured(at)}`],
					...options("-frames:v 1 -f null -"),
				]);
				const light = "color=0xE0E0E0:s=1280x720:r=30:d=0.1,format=yuv420p";
				const text = await ffmpeg(build, ["-f", "lavfi", "-i", light, ...outputs]);
				const dark = LAYOUTS[ratio].flatMap((layout, at) => {
					const of = (key: string) => {
						const line = new RegExp(
							`\\[metadata@graph${at} @ \\w+\\] lavfi\\.signalstats\\.${key}=([\\d.]+)`,
						);
						return Number(line.exec(text)?.[1] ?? Number.NaN);
					};
					// The blurred picture behind is a little darker than the picture; a gap would be black or green.
					const isLight = of("YMIN") >= 170 && of("UMIN") >= 120 && of("VMIN") >= 120;
					return isLight ? [] : [`${layout}: Y ${of("YMIN")} U ${of("UMIN")} V ${of("VMIN")}`];
				});
				assert.equal(dark, []);
			},
		);
	}
}

const tall = { x: 0, y: 0, width: 1080, height: 1920 };
const at = (...[x, y, width, height]: readonly [number, number, number, number]) => ({ x, y, width, height });
const stacks: Record<string, readonly [readonly PixelBox[], readonly string[] | undefined]> = {
	"two above each other are stacked": [[at(0, 0, 1080, 926), at(0, 926, 1080, 994)], ["[p0][p1]vstack"]],
	"one above two are two stacks": [
		[at(0, 0, 1080, 960), at(0, 960, 540, 960), at(540, 960, 540, 960)],
		["[p1][p2]hstack[p1s]", "[p0][p1s]vstack"],
	],
	"four are three stacks": [
		[at(0, 0, 540, 960), at(540, 0, 540, 960), at(0, 960, 540, 960), at(540, 960, 540, 960)],
		["[p0][p1]hstack[p0s]", "[p2][p3]hstack[p2s]", "[p0s][p2s]vstack"],
	],
	"a gap is no stack": [[at(0, 0, 1080, 900), at(0, 926, 1080, 994)], undefined],
	"a picture that is too narrow is no stack": [[at(2, 0, 1078, 926), at(0, 926, 1080, 994)], undefined],
	"pictures over each other are no stack": [[at(0, 0, 1080, 1000), at(0, 926, 1080, 994)], undefined],
	"one alone is no stack": [[at(0, 0, 1080, 1920)], undefined],
};
for (const [title, [boxes, expected]] of Object.entries(stacks))
	seams(title, () =>
		assert.equal(
			stackOf(
				boxes.map((box, index) => ({ at: box, label: `p${index}` })),
				tall,
			),
			expected,
		),
	);

const panel = (place: PixelBox, frame?: number) => ({
	...{ from: { x: 0, y: 0, width: 1, height: 1 }, at: place },
	...(frame !== undefined && { frame }),
});
const bands: Record<string, readonly [readonly ReturnType<typeof panel>[], Bands | undefined]> = {
	"a picture in the middle has gaps above and below": [
		[panel(at(0, 656, 1080, 608))],
		{ filter: "vstack", count: 1, parts: [at(0, 0, 1080, 656), 0, at(0, 1264, 1080, 656)] },
	],
	"what touches an edge has no gap there, whichever panel is the upper one": [
		[panel(at(0, 900, 1080, 1020)), panel(at(0, 40, 1080, 800))],
		{ filter: "vstack", count: 2, parts: [at(0, 0, 1080, 40), 1, at(0, 840, 1080, 60), 0] },
	],
	"a picture as high as the output has gaps beside it": [
		[panel(at(100, 0, 800, 1920))],
		{ filter: "hstack", count: 1, parts: [at(0, 0, 100, 1920), 0, at(900, 0, 180, 1920)] },
	],
	"a window over a picture is laid over it": [
		[panel(at(0, 0, 1080, 1536)), panel(at(500, 1200, 480, 400), 6)],
		{ filter: "vstack", count: 1, parts: [0, at(0, 1536, 1080, 384)] },
	],
	"where nothing goes across there are no bands": [[panel(at(52, 10, 976, 1190))], undefined],
};
for (const [title, [panels, expected]] of Object.entries(bands))
	seams(title, () => assert.equal(bandsOf(panels, { width: 1080, height: 1920 }), expected));

for (const build of await builds())
	seams(`a window is there from the first frame to the last (${build.name})`, async () => {
		const output = { width: 854, height: 480 };
		const scene = { begin: 0, end: 100, subjects: CAST };
		const composed = composeScenes({
			picture: PICTURE,
			output,
			ratio: "16:9",
			layout: "PiP",
			scenes: [scene],
		});
		const graph = graphOf({ source: PICTURE, output, scenes: composed.scenes, rate: 30, scaling: "" });
		const grey = "color=0x606060:s=1280x720:r=30:d=0.2,format=yuv420p";
		const measure = "signalstats,metadata=print:key=lavfi.signalstats.YMAX";
		const picture = `${graph},format=yuv420p,${measure}`;
		const text = await ffmpeg(build, ["-f", "lavfi", "-i", grey, "-vf", picture, ...options("-f null -")]);
		// Its white frame is what is lightest.
		const lightest = [...text.matchAll(/YMAX=(\d+)/g)].map(([, value]) => Number(value) >= 230);
		assert.equal(lightest, new Array(6).fill(true));
		assert.match(graph, /overlay=\d+:\d+:eof_action=pass/);
	});

seams("a strip that is a line in the small copy has two of its lines, and none leaves it", () => {
	const small = { width: 136, height: 240 };
	for (let y = 0; y < 1920; y += 2) {
		const strip = placeInSmall(at(0, y, 1080, 2), { width: 1080, height: 1920 }, small);
		assert.equal([strip.x, strip.width, strip.y % 2, strip.height % 2], [0, 136, 0, 0]);
		assert.ok(strip.height >= 2 && strip.y >= 0 && strip.y + strip.height <= 240, JSON.stringify(strip));
	}
});

seams.run();
