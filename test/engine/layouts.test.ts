import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Box } from "../../src/engine/compose/boxes.ts";
import { type Composition, composeScenes } from "../../src/engine/compose/composition.ts";
import { magnifiedOf } from "../../src/engine/compose/magnified.ts";
import { outputSizeOf } from "../../src/engine/compose/output-size.ts";
import { options } from "../../src/engine/io/ffmpeg-arguments.ts";
import { probeSource } from "../../src/engine/probe/probe.ts";
import { graphOf } from "../../src/engine/render/graph.ts";
import { sampleFrames } from "../../src/engine/see/sample-frames.ts";
import { type Scene, scenesOf } from "../../src/engine/see/scenes.ts";
import { makePeople, makeScreencast } from "../sheets/synthetic-videos.ts";
import { type Build, builds, ffmpeg, runOf, signal, withFolder } from "./media.ts";

const layouts = suite("layouts");
const found = await builds();
const PICTURE = { width: 1280, height: 720 };
const RATIOS = ["9:16", "4:5", "1:1", "16:9"] as const;
const box = (...[x, y, width, height]: readonly [number, number, number, number]): Box => ({
	x,
	y,
	width,
	height,
});
const person = (x: number) => ({ box: box(x, 0.3, 0.15, 0.6) });
const PEOPLE = [0.03, 0.28, 0.53, 0.78].map(person);
const WINDOW = { box: box(0.76, 0.1, 0.1, 0.2), window: box(0.7, 0.05, 0.25, 0.3) };
const scene = (begin: number, end: number, subjects: Scene["subjects"]): Scene => ({ begin, end, subjects });
const outputOf = (ratio: (typeof RATIOS)[number], resolution: "480p" | "1080p" = "1080p") =>
	outputSizeOf(PICTURE, { resolution, reframe: { ratio, layout: "" } }).output;

function drawn(layout: string, ratio: (typeof RATIOS)[number], scenes: readonly Scene[]): Composition {
	return composeScenes({ picture: PICTURE, output: outputOf(ratio), ratio, layout, scenes });
}

/** `full`, `fit`, or the number of panels, with `+` where the blurred picture shows between them. */
function told({ scenes }: Composition): string {
	return scenes
		.map(({ layout: { panels, behind } }) => {
			if (panels.length > 1) return `${panels.length}${behind ? "+" : ""}`;
			return behind ? "fit" : "full";
		})
		.join(" ");
}

layouts("a picture of which most is larger than it was filmed is told from a sharp one", () => {
	const names = ["Full", "Fit", "PiP", "OTS", "Screen First"];
	const said = (ratio: (typeof RATIOS)[number], picture = PICTURE) =>
		names
			.map((layout) => {
				const output = outputOf(ratio);
				const { scenes } = composeScenes({
					...{ picture, output, ratio, layout },
					scenes: [scene(0, 4_000, [WINDOW])],
				});
				return magnifiedOf(scenes, picture, output) ?? "-";
			})
			.join(" ");
	assert.equal(
		{
			wide: said("16:9"),
			tall: said("9:16"),
			"of 1080p": said("16:9", { width: 1920, height: 1080 }),
			"of a large one": said("16:9", { width: 3840, height: 2160 }),
		},
		{
			wide: "some some some much much",
			tall: "much much much much much",
			"of 1080p": "- - - much much",
			"of a large one": "- - - much some",
		},
	);
});

const held: Record<string, readonly [Scene["subjects"], Readonly<Record<string, string>>]> = {
	"four people": [
		PEOPLE,
		{ Full: "full", Fit: "fit", "Split 2": "2", Trio: "3", "Grid 4": "4", Auto: "fit", PiP: "fit!" },
	],
	"two people": [PEOPLE.slice(1, 3), { "Split 2": "2", Trio: "2!", "Grid 4": "2!", Auto: "2" }],
	"one person": [[person(0.6)], { "Split 2": "full!", Auto: "full", OTS: "full!", "Screen First": "full!" }],
	nobody: [[], { "Split 2": "fit!", Auto: "fit", Full: "full", "Gameplay A": "fit!" }],
	"a screen with a speaker": [
		[WINDOW],
		{
			Auto: "2+",
			PiP: "2+",
			OTS: "2+",
			"Screen First": "2+",
			"Gameplay A": "2+",
			"Gameplay B": "2+",
			Trio: "2+!",
		},
	],
	"something small that moves": [[{ box: box(0.5, 0.5, 0.1, 0.1) }], { Auto: "fit", "Split 2": "fit!" }],
};
for (const [what, [subjects, expected]] of Object.entries(held)) {
	layouts(`9:16 of ${what}: each layout, or Auto with a note`, () => {
		const shown = Object.keys(expected).map((layout) => {
			const composition = drawn(layout, "9:16", [scene(0, 5_000, subjects)]);
			return [layout, told(composition) + (composition.notes.length > 0 ? "!" : "")];
		});
		assert.equal(Object.fromEntries(shown), expected);
	});
}

const ALL = [
	"Auto",
	"Full",
	"Fit",
	"Grid 4",
	"Split 2",
	"Trio",
	"PiP",
	"OTS",
	"Screen First",
	"Gameplay A",
	"Gameplay B",
];
for (const ratio of RATIOS) {
	layouts(`${ratio}: panels lie inside the output and keep the shape of what they show`, () => {
		const output = outputOf(ratio);
		for (const [layout, subjects] of ALL.flatMap((name) => [
			[name, PEOPLE] as const,
			[name, [WINDOW]] as const,
		])) {
			for (const { from, at, frame = 0 } of drawn(layout, ratio, [scene(0, 1_000, subjects)]).scenes[0]
				?.layout.panels ?? []) {
				const inside =
					at.x >= frame &&
					at.y >= frame &&
					at.x + at.width + frame <= output.width &&
					at.y + at.height + frame <= output.height;
				const within =
					from.x >= -1e-9 &&
					from.y >= -1e-9 &&
					from.x + from.width <= 1 + 1e-9 &&
					from.y + from.height <= 1 + 1e-9;
				const shape = (from.width * PICTURE.width * at.height) / (from.height * PICTURE.height * at.width);
				assert.ok(
					inside && within && Math.abs(shape - 1) < 0.02,
					`${layout}: ${JSON.stringify({ from, at, shape })}`,
				);
			}
		}
	});
}

layouts(
	"beside a speaker, the screen shows nothing of their window, whose edge is known to a pixel or two",
	() => {
		for (const layout of ["PiP", "OTS", "Screen First", "Gameplay A", "Gameplay B"]) {
			const panels = drawn(layout, "9:16", [scene(0, 1_000, [WINDOW])]).scenes[0]?.layout.panels ?? [];
			const screen = panels.filter(({ from }) => from.x < WINDOW.window.x);
			assert.ok(
				screen.length === 1 && screen.every(({ from }) => from.x + from.width < WINDOW.window.x - 1 / 160),
				`${layout}: ${JSON.stringify(screen)}`,
			);
		}
	},
);

layouts("panels show one person each, none twice", () => {
	const { scenes } = drawn("Grid 4", "9:16", [scene(0, 1_000, PEOPLE)]);
	for (const [at, panel] of (scenes[0]?.layout.panels ?? []).entries()) {
		const heads = PEOPLE.map(({ box: { x, width } }) => x + width / 2).filter(
			(x) => x > panel.from.x && x < panel.from.x + panel.from.width,
		);
		assert.equal(heads, [(PEOPLE[at]?.box.x ?? 0) + 0.075]);
	}
});

layouts("scenes differ; those that look the same are one", () => {
	const given = [
		scene(0, 2_000, [person(0.1)]),
		scene(2_000, 3_000, [person(0.7)]),
		scene(3_000, 5_000, []),
		scene(5_000, 7_000, []),
	];
	const composition = drawn("Auto", "9:16", given);
	assert.equal(
		[told(composition), composition.scenes.map(({ begin, end }) => [begin, end])],
		[
			"full full fit",
			[
				[0, 2_000],
				[2_000, 3_000],
				[3_000, 7_000],
			],
		],
	);
});

layouts("an unknown layout is said to be unknown", () => {
	assert.equal(drawn("Mosaic", "9:16", [scene(0, 1, [])]).notes, [
		'The layout "Mosaic" is not known to this engine: Auto is used instead.',
	]);
});

/** Sizes of what graphs give, as one run of ffmpeg counts them. */
async function sizesOf(build: Build, graphs: readonly string[]): Promise<readonly string[]> {
	const outputs = graphs.flatMap((graph, at) => ["-vf", `${graph},showinfo@graph${at}`, "-f", "null", "-"]);
	const text = await ffmpeg(build, [...options("-f lavfi -i testsrc=s=1280x720:r=30:d=0.2"), ...outputs]);
	return graphs.map((_, at) => {
		const lines = new RegExp(`\\[showinfo@graph${at} @ \\w+\\] n:.* sar:(\\S+) s:(\\S+)`, "g");
		const frames = [...text.matchAll(lines)];
		const sizes = new Set(frames.map((match) => match[2]));
		return `${sizes.size === 1 ? frames[0]?.[2] : "sizes differ"} ${frames[0]?.[1]} ${frames.length}`;
	});
}

for (const build of found) {
	layouts(`every layout gives frames of the size asked for, in every ratio (${build.name})`, async () => {
		for (const ratio of RATIOS) {
			const output = outputOf(ratio, "480p");
			const graphs = ALL.map((layout) => {
				const scenes = [scene(0, 100, layout === "Trio" ? PEOPLE : [WINDOW]), scene(100, 200, PEOPLE)];
				const composition = composeScenes({ picture: PICTURE, output, ratio, layout, scenes });
				return graphOf({ source: PICTURE, output, scenes: composition.scenes, rate: 30, scaling: "" });
			});
			const sizes = await sizesOf(build, graphs);
			assert.equal(new Set(sizes), new Set([`${output.width}x${output.height} 1/1 6`]), `${ratio}: ${sizes}`);
		}
	});

	layouts(`people and windows are found where they are (${build.name})`, () =>
		withFolder(async (folder) => {
			const [room, screen] = [join(folder, "room.mp4"), join(folder, "screen.mp4")];
			const figures = [100, 520, 960].map((x) => ({ x, y: 200, width: 200, height: 500 }));
			makePeople(room, { size: "1280x720", figures });
			const window = { x: 900, y: 60, width: 320, height: 240 };
			makeScreencast(screen, { size: "1280x720", window });
			const people = await subjectsOf(build, room);
			assert.equal(
				[people.length, people.map((each) => each.window)],
				[3, [undefined, undefined, undefined]],
			);
			for (const [at, figure] of figures.entries()) {
				const seen = people[at]?.box ?? box(0, 0, 0, 0);
				assert.ok(Math.abs((seen.x + seen.width / 2) * 1280 - (figure.x + 100)) < 40, JSON.stringify(seen));
				assert.ok(Math.abs(seen.y * 720 - figure.y) < 60, JSON.stringify(seen));
			}
			const [speaker, ...others] = await subjectsOf(build, screen);
			const { x = 0, y = 0, width = 0, height = 0 } = speaker?.window ?? {};
			const off = [
				x * 1280 - window.x,
				y * 720 - window.y,
				width * 1280 - window.width,
				height * 720 - window.height,
			].map(Math.abs);
			assert.ok(others.length === 0 && Math.max(...off) <= 20, `${off} of ${JSON.stringify(speaker)}`);
		}),
	);
}

layouts("a moving camera, a still picture and an empty stretch hold nobody", () => {
	const noise = (at: number) =>
		Uint8Array.from({ length: 64 * 36 }, (_, index) => (index * 7919 * (at + 1)) % 251);
	const size = { width: 64, height: 36 };
	const counted = (frames: readonly Uint8Array[]) =>
		scenesOf({ size, frames, perSecond: 4 }, 5_000).flatMap((each) => each.subjects).length;
	const still = Array.from({ length: 20 }, () => noise(0));
	assert.equal(
		[counted(Array.from({ length: 20 }, (_, at) => noise(at))), counted(still), counted([])],
		[0, 0, 0],
	);
});

async function subjectsOf(build: Build, file: string): Promise<Scene["subjects"]> {
	const source = await probeSource(build.path, file, signal());
	const frames = await sampleFrames(source, { begin: 0, end: 4_000 }, { ffmpeg: build.path, ...runOf() });
	return scenesOf(frames, 4_000).flatMap((each) => each.subjects);
}

layouts.run();
