import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Box } from "../../src/engine/compose/boxes.ts";
import { composeScenes } from "../../src/engine/compose/composition.ts";
import { fit, full } from "../../src/engine/compose/layouts.ts";
import { panels } from "../../src/engine/compose/panels.ts";
import { headBox, personCrop } from "../../src/engine/compose/person-crop.ts";
import { pixelsOf } from "../../src/engine/compose/pixel-boxes.ts";
import type { Panel } from "../../src/engine/compose/scene-layout.ts";
import { screencastIn, screenFirst } from "../../src/engine/compose/screencast.ts";
import { isPlain } from "../../src/engine/compose/window.ts";
import { options } from "../../src/engine/io/ffmpeg-arguments.ts";
import { probeSource } from "../../src/engine/probe/probe.ts";
import { pictureFilter } from "../../src/engine/render/filters.ts";
import { sampleFrames } from "../../src/engine/see/sample-frames.ts";
import { scenesOf } from "../../src/engine/see/scenes.ts";
import type { Frames, Subject } from "../../src/engine/see/subjects.ts";
import { defined } from "../../src/model/defined.ts";
import { madeMedia } from "../builders/media.ts";
import { builds, ffmpeg, runOf, signal, withFolder } from "./media.ts";

const framing = suite("how people are framed");
const PICTURE = { width: 1280, height: 720 };
const OUTPUTS = {
	"9:16": [1080, 1920],
	"4:5": [1080, 1350],
	"1:1": [1080, 1080],
	"16:9": [1920, 1080],
} as const;
const RATIOS = ["9:16", "4:5", "1:1", "16:9"] as const;
const outputOf = (ratio: (typeof RATIOS)[number]) => ({
	width: OUTPUTS[ratio][0],
	height: OUTPUTS[ratio][1],
});
/** Somebody with a face so high, in the middle at a point. */
const person = (x: number, y: number, high: number): Subject => {
	const wide = (high * PICTURE.height) / PICTURE.width;
	const box = { x: x - wide / 2, y: y - high / 2, width: wide, height: high };
	return {
		box: { x: Math.max(0, x - 1.2 * wide), y: box.y, width: 2.4 * wide, height: 1 - box.y },
		face: { box, path: [{ atMs: 0, x, y }] },
	};
};
const faceOf = ({ face }: Subject): Box => face?.box ?? { x: 0, y: 0, width: 0, height: 0 };
/** Where a height of the picture is in a panel: 0 its upper edge, 1 its lower one. */
const downIn = (panel: Panel | undefined, y: number) =>
	(y - (panel?.from.y ?? 0)) / (panel?.from.height ?? 1);
const eyes = ({ y, height }: Box) => y + 0.26 * height;

for (const ratio of RATIOS) {
	framing(`${ratio}: in panels eyes are on the upper third, heads whole`, () => {
		const people = [person(0.2, 0.45, 0.14), person(0.75, 0.5, 0.12)];
		const drawn = panels({ picture: PICTURE, output: outputOf(ratio), subjects: people }, 2);
		for (const [at, somebody] of people.entries()) {
			const panel = drawn?.panels[at];
			const [face, head] = [faceOf(somebody), headBox(faceOf(somebody))];
			assert.ok(Math.abs(downIn(panel, eyes(face)) - 1 / 3) < 0.04, `eyes at ${downIn(panel, eyes(face))}`);
			assert.ok(downIn(panel, head.y) > 0 && downIn(panel, face.y + face.height) < 1);
			assert.ok(
				head.x >= (panel?.from.x ?? 1) &&
					head.x + head.width <= (panel?.from.x ?? 0) + (panel?.from.width ?? 0),
			);
		}
	});
}

framing(
	"a part that is hardly higher than a head shows the chin, and as much of the hair as there is room for",
	() => {
		const near = person(0.5, 0.5, 0.5);
		const [panel] = full({
			picture: { width: 720, height: 720 },
			output: outputOf("16:9"),
			subjects: [near],
		}).panels;
		assert.ok(downIn(panel, 0.75) <= 1 && downIn(panel, 0.75) > 0.85, String(downIn(panel, 0.75)));
	},
);

framing("Auto shows a picture whole where a cut would take off the head", () => {
	const auto = (high: number) =>
		composeScenes({
			picture: { width: 360, height: 288 },
			output: outputOf("16:9"),
			ratio: "16:9",
			layout: "Auto",
			scenes: [{ begin: 0, end: 1, subjects: [person(0.5, 0.5, high)] }],
		});
	assert.equal(
		[auto(0.55), auto(0.2)].map(({ scenes }) => scenes[0]?.layout.behind),
		[true, false],
	);
});

const CALL = [
	person(0.25, 0.3, 0.34),
	person(0.75, 0.26, 0.3),
	person(0.24, 0.78, 0.28),
	person(0.78, 0.74, 0.34),
];
framing("in a call of four each panel shows one tile, in the order one reads", () => {
	const subjects = [CALL[0], CALL[2], CALL[1], CALL[3]].filter((each) => each !== undefined);
	const drawn = panels({ picture: PICTURE, output: outputOf("9:16"), subjects }, 4);
	const shown = drawn?.panels.map(({ from }) =>
		CALL.flatMap((each, at) => {
			const [head, face] = [headBox(faceOf(each)), faceOf(each)];
			const apart =
				head.x > from.x + from.width ||
				head.x + head.width < from.x ||
				face.y > from.y + from.height ||
				face.y + face.height < from.y;
			return apart ? [] : [at];
		}),
	);
	assert.equal(shown, [[0], [1], [2], [3]]);
});

framing("three beside each other stand in panels that show nobody else, in a square too", () => {
	const sharesIn = (subjects: readonly Subject[], ratio: (typeof RATIOS)[number]) =>
		panels({ picture: PICTURE, output: outputOf(ratio), subjects }, 3)?.panels.map(({ from }) =>
			subjects.map((each) => {
				const { x, width } = faceOf(each);
				const seen = Math.min(x + width, from.x + from.width) - Math.max(x, from.x);
				return Math.round((10 * Math.max(0, seen)) / width) / 10;
			}),
		);
	for (const high of [0.2, 0.24, 0.26, 0.28, 0.3, 0.32])
		for (const ratio of RATIOS) {
			const three = [
				person(0.13, 0.52, high),
				person(0.47, 0.55, 0.9 * high),
				person(0.82, 0.55, 0.9 * high),
			];
			assert.equal(sharesIn(three, ratio)?.map(String), ["1,0,0", "0,1,0", "0,0,1"], `${high} in ${ratio}`);
		}
});

framing("a straight line between two is where their parts end; without one it is half-way", () => {
	const [left = { x: 0, y: 0, width: 0, height: 0 }, right = left] = [CALL[0], CALL[1]].map(
		(each) => each && headBox(faceOf(each)),
	);
	assert.is(
		Math.round(100 * personCrop(left, [right]).width),
		Math.round(50 * (left.x + left.width + right.x)),
	);
	assert.is(personCrop(left, [right], (way) => (way === "column" ? 0.45 : undefined)).width, 0.45);
});

framing(
	"Fit of what is filmed fills at least 42 % of a tall picture; text and people are never cut for that",
	() => {
		const share = (subjects: readonly Subject[], filmed: boolean) => {
			const [panel] = fit({ picture: PICTURE, output: outputOf("9:16"), subjects, filmed }).panels;
			return Math.round((100 * (panel?.at.height ?? 0)) / 1920);
		};
		const two = [person(0.05, 0.5, 0.1), person(0.95, 0.5, 0.1)];
		const cast = { ...person(0.2, 0.2, 0.1), window: { x: 0.1, y: 0.1, width: 0.2, height: 0.25 } };
		assert.equal(
			[
				share([], true),
				share([person(0.3, 0.5, 0.1)], true),
				share([], false),
				share(two, true),
				share([cast], true),
			],
			[42, 42, 32, 32, 32],
		);
	},
);

framing("below a screen the speaker gets the room that their head needs", () => {
	const window = { x: 0.02, y: 0.03, width: 0.28, height: 0.4 };
	const speaker = { ...person(0.16, 0.26, 0.2), window };
	const stage = { picture: PICTURE, output: outputOf("4:5"), subjects: [speaker] };
	const cast = screencastIn(stage.subjects);
	const panel = cast && screenFirst(stage, cast).panels[1];
	assert.ok((panel?.from.height ?? 0) > 1.45 * 0.2, String(panel?.from.height));
});

framing(
	"beside a window there is a screen only where it shows something: a line of text, but no wall and no shade",
	() => {
		const size = { width: 128, height: 72 };
		const picture = (light: (x: number, y: number) => number) =>
			Float32Array.from({ length: 128 * 72 }, (_, at) => light(at % 128, Math.floor(at / 128)));
		const right = { x: 0.4, y: 0, width: 0.6, height: 1 };
		const text = picture((x, y) => (x > 70 && x < 110 && y > 30 && y < 34 && (x + y) % 2 === 0 ? 200 : 30));
		const shade = picture((x, y) => 40 + x / 2 + y / 4);
		const webcam = picture((x, y) => (x < 40 ? ((x * 7 + y * 13) % 5) * 40 : 30));
		assert.equal(
			[text, shade, webcam].map((still) => isPlain(right, still, size)),
			[false, true, true],
		);
	},
);

const found = await builds();
const SMALL = { width: 64, height: 36 };
/**
 * Small frames of a second or more: a light box in them at places of their own, and what the source's own
 * frames changed by.
 */
const seen = (places: readonly number[], changes: Frames["changes"]): Frames => ({
	size: SMALL,
	perSecond: 4,
	...defined({ changes }),
	frames: places.map((left) =>
		Uint8Array.from({ length: 64 * 36 }, (_, at) => (at % 64 >= left && at % 64 < left + 24 ? 200 : 60)),
	),
});

framing("whoever walks fast through the picture makes no cut; a change at once does", () => {
	const walk = Array.from({ length: 12 }, (_, at) => Math.min(40, Math.max(0, 10 * (at - 3))));
	const steady = Array.from({ length: 90 }, (_, at) => ({
		atMs: Math.round(at * 33.3),
		change: at > 22 && at < 55 ? 9 : 0.3,
	}));
	assert.is(scenesOf(seen(walk, steady), 3_000).length, 1);
	const jump = Array.from({ length: 12 }, (_, at) => (at < 6 ? 0 : 12));
	const once = Array.from({ length: 90 }, (_, at) => ({
		atMs: Math.round(at * 33.3),
		change: at === 44 ? 20 : 0.3,
	}));
	assert.equal(
		scenesOf(seen(jump, once), 3_000).map(({ begin }) => begin),
		[0, 1_465],
	);
});

for (const build of found) {
	framing(`black bars of the source are nowhere in a clip (${build.name})`, () =>
		withFolder(async (folder) => {
			const file = join(folder, "barred.mp4");
			const picture = "testsrc2=s=404x720:r=25:d=2,eq=brightness=0.2,pad=1280:720:438:0:black";
			madeMedia(file, [
				"-f",
				"lavfi",
				"-i",
				picture,
				...options("-c:v libx264 -preset ultrafast -pix_fmt yuv420p"),
			]);
			const source = await probeSource(build.path, file, signal());
			const frames = await sampleFrames(source, { begin: 0, end: 2_000 }, { ffmpeg: build.path, ...runOf() });
			assert.ok(frames.inner);
			const inner = pixelsOf(frames.inner ?? { x: 0, y: 0, width: 1, height: 1 }, source);
			assert.ok(
				inner.x >= 438 &&
					inner.x <= 470 &&
					inner.x + inner.width <= 842 &&
					inner.width >= 340 &&
					inner.height === 720,
				JSON.stringify(inner),
			);
			const output = { width: 270, height: 480 };
			const { scenes, notes } = composeScenes({
				picture: inner,
				barsRemoved: true,
				output,
				ratio: "9:16",
				layout: "Auto",
				scenes: scenesOf(frames, 2_000),
			});
			assert.ok(notes.some((note) => note.startsWith("Black bars")));
			const graph = `${pictureFilter({ source, inner, output, scenes })},cropdetect=24:2:0`;
			const said = await ffmpeg(build, ["-i", file, "-vf", graph, "-f", "null", "-"]);
			assert.match(said, /crop=27\d:480:|crop=26[68]:4[78]\d:/);
		}),
	);
}

for (const build of found) {
	framing(`what was filmed in half pictures is made of whole ones (${build.name})`, () =>
		withFolder(async (folder) => {
			const file = join(folder, "halves.mp4");
			const halves =
				"nullsrc=s=320x240:r=50:d=2,format=yuv420p,geq=lum='if(lt(mod(X+Y/8-6*N,80),40),40,200)':cb=128:cr=128,tinterlace=4,setfield=tff";
			const coded = options("-c:v libx264 -preset ultrafast -flags +ilme+ildct -x264opts tff=1");
			madeMedia(file, ["-f", "lavfi", "-i", halves, ...coded]);
			const source = await probeSource(build.path, file, signal());
			const layout = {
				panels: [{ from: { x: 0, y: 0, width: 1, height: 1 }, at: { x: 0, y: 0, width: 320, height: 240 } }],
				behind: false,
			};
			const graph = pictureFilter({
				source,
				output: { width: 320, height: 240 },
				scenes: [{ begin: 0, end: 2_000, layout }],
			});
			const found = await ffmpeg(build, ["-i", file, "-vf", `${graph},idet`, "-f", "null", "-"]);
			const [top = 0, bottom = 0, whole = 0] = (
				/Multi frame detection: TFF:\s*(\d+) BFF:\s*(\d+) Progressive:\s*(\d+)/.exec(found) ?? []
			)
				.slice(1)
				.map(Number);
			assert.ok(
				source.interlaced === true && whole > 40 && top + bottom === 0,
				JSON.stringify({ top, bottom, whole }),
			);
		}),
	);
}

framing.run();
