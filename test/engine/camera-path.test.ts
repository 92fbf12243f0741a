import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { followPath, type Sighting } from "../../src/engine/compose/camera-path.ts";
import { composeScenes } from "../../src/engine/compose/composition.ts";
import { full } from "../../src/engine/compose/layouts.ts";
import { options } from "../../src/engine/io/ffmpeg-arguments.ts";
import { probeSource } from "../../src/engine/probe/probe.ts";
import { graphOf } from "../../src/engine/render/graph.ts";
import { peopleIn } from "../../src/engine/see/people.ts";
import { sampleFrames } from "../../src/engine/see/sample-frames.ts";
import { type Scene, scenesOf } from "../../src/engine/see/scenes.ts";
import type { Subject } from "../../src/engine/see/subjects.ts";
import { madeMedia } from "../builders/media.ts";
import { builds, ffmpeg, runOf, signal, withFolder } from "./media.ts";

const camera = suite("a camera that follows");
const found = await builds();
const PART = { width: 0.32, height: 1 };
const PICTURE = { width: 1280, height: 720 };
const TALL = { width: 480, height: 854 };
const path = (...xs: readonly number[]): readonly Sighting[] =>
	xs.map((x, at) => ({ atMs: at * 250, x, y: 0.4 }));
const times = (count: number, x: number) => Array.from({ length: count }, () => x);
const shot = (...xs: readonly number[]) => followPath(path(...xs), PART);

camera("stands still while somebody nods, sways and slips of the detector occur", () => {
	const wobble = Array.from({ length: 40 }, (_, at) => 0.5 + 0.03 * Math.sin(at));
	assert.equal(shot(...wobble).moves, []);
	assert.ok(Math.abs(shot(...wobble).from.x - 0.5) < 0.02);
	assert.equal(shot(...times(20, 0.3), 0.9, 0.9, ...times(20, 0.3)), { from: { x: 0.3, y: 0.4 }, moves: [] });
});

camera("goes once, gently, to where somebody surely went", () => {
	const { from, moves } = shot(...times(20, 0.3), ...times(20, 0.7));
	assert.is(from.x, 0.3);
	assert.equal(
		moves.map(({ x, atMs, overMs }) => [x, atMs >= 4_500 && atMs <= 5_000, overMs >= 500 && overMs <= 2_000]),
		[[0.7, true, true]],
	);
});

camera("goes along with somebody who walks, and ends where they do", () => {
	const walk = Array.from({ length: 40 }, (_, at) => 0.2 + 0.6 * Math.min(1, at / 30));
	const { moves } = shot(...walk);
	assert.ok(moves.length >= 2 && moves.length <= 8, `${moves.length} moves`);
	assert.ok(Math.abs((moves.at(-1)?.x ?? 0) - 0.8) < 0.05);
	for (const [at, move] of moves.entries())
		assert.ok(move.atMs >= (moves[at - 1]?.atMs ?? 0) + (moves[at - 1]?.overMs ?? 0));
});

camera("has nowhere to go with one detection", () =>
	assert.equal(shot(0.6), { from: { x: 0.6, y: 0.4 }, moves: [] }),
);

const person = (xs: readonly number[], size = 0.2): Subject => {
	const x = xs[Math.floor(xs.length / 2)] ?? 0.5;
	const box = { x: x - size / 2, y: 0.3, width: size, height: size };
	return { box: { ...box, height: 0.6 }, face: { box, path: path(...xs) } };
};
const stage = (subjects: readonly Subject[]) => ({ picture: PICTURE, output: TALL, subjects });

camera("never leaves the picture, and does not move where it could not", () => {
	const [panel] = full(stage([person([...times(12, 0.02), ...times(12, 0.98)])])).panels;
	const places = [panel?.from.x ?? -1, ...(panel?.moves ?? []).map(({ x }) => x)];
	assert.is(places.length, 2);
	for (const x of places) assert.ok(x >= 0 && x + (panel?.from.width ?? 1) <= 1 + 1e-9, String(places));
	assert.is(full(stage([person([...times(12, 0.01), ...times(12, 0.12)])])).panels[0]?.moves, undefined);
});

camera("keeps the face of a speaker in the cut-out at all times", () => {
	const xs = [
		...times(20, 0.2),
		...Array.from({ length: 16 }, (_, at) => 0.2 + at * 0.04),
		...times(20, 0.8),
	];
	const [panel] = full(stage([person(xs, 0.08)])).panels;
	const width = panel?.from.width ?? 0;
	const at = (ms: number) =>
		(panel?.moves ?? []).reduce((x, move) => {
			const share = Math.max(0, Math.min(1, (ms - move.atMs) / move.overMs));
			return x + (move.x - x) * share * share * (3 - 2 * share);
		}, panel?.from.x ?? 0);
	for (const [index, x] of xs.entries()) {
		const left = at(index * 250);
		assert.ok(
			x >= left && x <= left + width,
			`at ${index * 250} ms: ${x} is outside of ${left} to ${left + width}`,
		);
	}
});

camera.run();

const people = suite("people whose faces were found");
const scene = (subjects: readonly Subject[], begin = 0): Scene => ({ begin, end: begin + 2_000, subjects });
const drawn = (layout: string, scenes: readonly Scene[]) =>
	composeScenes({ picture: PICTURE, output: TALL, ratio: "9:16", layout, scenes, lookedFor: "for faces" });
const shown = (subjects: readonly Subject[], layout = "Auto") => {
	const { panels = [], behind } = drawn(layout, [scene(subjects)]).scenes[0]?.layout ?? {};
	return panels.length > 1 ? panels.length : behind ? "fit" : "full";
};

const inWindow = (subject: Subject): Subject => {
	const { x, y, width, height } = subject.face?.box ?? subject.box;
	return {
		...subject,
		window: { x: x - width / 4, y: y - height / 2, width: 1.5 * width, height: 2 * height },
	};
};

const layouts: Record<string, [readonly Subject[], string, string | number]> = {
	"one speaker fills the picture": [[person(times(8, 0.3))], "Auto", "full"],
	"two who sit apart share it": [[person(times(8, 0.2)), person(times(8, 0.8))], "Auto", 2],
	"two close together are shown as they are": [
		[person(times(8, 0.45), 0.12), person(times(8, 0.58), 0.12)],
		"Auto",
		"full",
	],
	"two in windows of a call share it": [[0.25, 0.75].map((x) => inWindow(person(times(8, x)))), "Auto", 2],
	"one in a window of a screen is shown with it": [[inWindow(person(times(8, 0.8), 0.08))], "Auto", 2],
	"somebody small is not cut to": [[person(times(8, 0.3), 0.06)], "Auto", "fit"],
	"three who talk have a panel each": [[0.15, 0.5, 0.85].map((x) => person(times(8, x))), "Auto", 3],
	"five are shown whole": [[0.1, 0.3, 0.5, 0.7, 0.9].map((x) => person(times(8, x), 0.15)), "Auto", "fit"],
	"three share the picture when asked to": [[0.15, 0.5, 0.85].map((x) => person(times(8, x))), "Trio", 3],
};
for (const [title, [subjects, layout, expected]] of Object.entries(layouts))
	people(title, () => assert.is(shown(subjects, layout), expected));

people("scenes whose cameras move stay scenes of their own", () => {
	const moving = person([...times(12, 0.2), ...times(12, 0.8)]);
	assert.is(drawn("Auto", [scene([moving]), scene([moving], 2_000)]).scenes.length, 2);
	const still = person(times(8, 0.3));
	assert.is(drawn("Auto", [scene([still]), scene([still], 2_000)]).scenes.length, 1);
});

people("the notes say whether faces were used", () => {
	const notes = (lookedFor: "for faces" | "for movement", subjects: readonly Subject[]) =>
		composeScenes({
			picture: PICTURE,
			output: TALL,
			ratio: "9:16",
			layout: "Auto",
			scenes: [scene(subjects)],
			lookedFor,
		}).notes.join();
	assert.match(notes("for faces", [person([0.5])]), /Where faces were found, layout and crop follow them/);
	assert.match(notes("for faces", []), /show no face: there layout and crop follow motion/);
	assert.match(notes("for movement", []), /showrun models pull faces/);
	assert.equal(
		composeScenes({ picture: PICTURE, output: TALL, ratio: "9:16", layout: "Fit", scenes: [scene([])] })
			.notes,
		[],
	);
});

people("somebody in a window of a still screen is found with it; its still surroundings are not", () => {
	const size = { width: 128, height: 72 };
	const inside = (x: number, y: number) => x >= 90 && x < 118 && y >= 8 && y < 30;
	const frames = Array.from({ length: 12 }, (_, at) =>
		Uint8Array.from({ length: 128 * 72 }, (_, index) => {
			const [x, y] = [index % 128, Math.floor(index / 128)];
			return inside(x, y) ? 150 + ((x * 7 + y * 13 + at * 29) % 60) : x >= 80 ? 20 : 60;
		}),
	);
	const box = { x: 100 / 128, y: 14 / 72, width: 7 / 128, height: 7 / 72 };
	const [found, ...others] = peopleIn({
		size,
		frames,
		perSecond: 4,
		faces: frames.map(() => [{ box, score: 0.9 }]),
	});
	assert.equal(others, []);
	const { x = 0, y = 0, width = 0, height = 0 } = found?.window ?? {};
	const off = [x * 128 - 90, y * 72 - 8, width * 128 - 28, height * 72 - 22].map(Math.abs);
	assert.ok(Math.max(...off) <= 2, `${off}`);
	assert.is(found && shown([found]), 2);
});

people("whoever walks out of what looked like a window is in none", () => {
	const size = { width: 128, height: 72 };
	const frames = Array.from({ length: 12 }, (_, at) =>
		Uint8Array.from({ length: 128 * 72 }, (_, index) => {
			const [x, y] = [index % 128, Math.floor(index / 128)];
			return x >= 20 + at * 6 && x < 48 + at * 6 && y >= 8 && y < 30
				? 150 + ((x * 7 + y * 13 + at * 29) % 60)
				: 20;
		}),
	);
	const faces = frames.map((_, at) => [
		{ box: { x: (30 + at * 6) / 128, y: 14 / 72, width: 7 / 128, height: 7 / 72 }, score: 0.9 },
	]);
	assert.equal(
		peopleIn({ size, frames, perSecond: 4, faces }).map(({ window }) => window),
		[undefined],
	);
});

people("whoever comes in the last second does not decide how the slide before is shown", () => {
	const size = { width: 64, height: 36 };
	const frames = Array.from({ length: 16 }, (_, at) => new Uint8Array(64 * 36).fill(at < 12 ? 60 : 200));
	const box = { x: 0.4, y: 0.3, width: 0.2, height: 0.3 };
	const scenes = (from: number) =>
		scenesOf(
			{ size, frames, perSecond: 4, faces: frames.map((_, at) => (at < from ? [] : [{ box, score: 0.9 }])) },
			4_000,
		);
	assert.equal(
		[scenes(12), scenes(0)].map((each) =>
			each.map(({ begin, end, subjects }) => [begin, end, subjects.length]),
		),
		[[[0, 4_000, 0]], [[0, 4_000, 1]]],
	);
});

people.run();

const moving = suite("a moving cut-out");
for (const build of found) {
	moving(`a scene begins at the very frame of the cut (${build.name})`, () =>
		withFolder(async (folder) => {
			const file = join(folder, "cut.mp4");
			const inputs = options(
				"-f lavfi -i testsrc=s=320x180:r=25:d=5 -f lavfi -i smptebars=s=320x180:r=25:d=5",
			);
			const between = "[0][1]overlay=enable='between(t,2.12,3.61)'";
			madeMedia(file, [
				...inputs,
				"-filter_complex",
				between,
				...options("-t 5 -c:v libx264 -preset veryfast -pix_fmt yuv420p"),
			]);
			const source = await probeSource(build.path, file, signal());
			const frames = await sampleFrames(source, { begin: 0, end: 5_000 }, { ffmpeg: build.path, ...runOf() });
			assert.equal(
				scenesOf(frames, 5_000).map(({ begin, end }) => [begin, end]),
				[
					[0, 2_120],
					[2_120, 3_640],
					[3_640, 5_000],
				],
			);
		}),
	);

	moving(`ffmpeg takes the camera from place to place (${build.name})`, async () => {
		const moves = [
			{ atMs: 400, overMs: 400, x: 0.6, y: 0 },
			{ atMs: 1_200, overMs: 400, x: 0.1, y: 0 },
		];
		const from = { x: 0.2, y: 0, width: 0.316, height: 1 };
		const layout = { panels: [{ from, at: { x: 0, y: 0, ...TALL }, moves }], behind: false };
		const graph = graphOf({
			source: PICTURE,
			output: TALL,
			scenes: [{ begin: 0, end: 2_000, layout }],
			rate: 30,
			scaling: "",
		});
		// The picture's brightness tells where it was cut out.
		const ramp = "nullsrc=s=1280x720:r=30:d=2,format=yuv420p,geq=lum='16+X*200/1280':cb=128:cr=128";
		const text = await ffmpeg(build, [
			"-f",
			"lavfi",
			"-i",
			ramp,
			"-vf",
			`${graph},signalstats,metadata=print:key=lavfi.signalstats.YAVG`,
			"-f",
			"null",
			"-",
		]);
		const lights = [...text.matchAll(/YAVG=([\d.]+)/g)].map((match) => Number(match[1]));
		const left = (frame: number) => ((lights[frame] ?? 0) - 16) / 200 - 0.316 / 2;
		const seen = [0, 11, 18, 24, 35, 48, 59].map((frame) => Math.round(left(frame) * 100) / 100);
		for (const [at, wanted] of [0.2, 0.2, 0.4, 0.6, 0.6, 0.1, 0.1].entries())
			assert.ok(Math.abs((seen[at] ?? 9) - wanted) < 0.03, `${seen}`);
		const steps = lights.slice(1).map((light, at) => Math.abs(light - (lights[at] ?? light)));
		assert.ok(Math.max(...steps) < 0.14 * 200, "it jumped");
	});
}
moving.run();
