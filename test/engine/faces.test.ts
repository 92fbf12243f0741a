import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Box } from "../../src/engine/compose/boxes.ts";
import { type Face, facesOf, type Layer, SIDE, squareOf } from "../../src/engine/see/blazeface.ts";
import { tracksIn } from "../../src/engine/see/face-tracks.ts";

const GRIDS = [
	{ cells: 16, anchors: 2 },
	{ cells: 8, anchors: 6 },
] as const;

/** What the model would answer: faces at cells of one of its grids, in pixels of its square. */
interface Answer {
	readonly grid: 0 | 1;
	readonly column: number;
	readonly row: number;
	readonly anchor?: number;
	/** Middle apart from the cell's, and size. */
	readonly box: readonly [x: number, y: number, width: number, height: number];
	readonly raw: number;
}

function layers(answers: readonly Answer[]): readonly Layer[] {
	return GRIDS.map(({ cells, anchors }, grid) => {
		const count = cells * cells * anchors;
		const layer = { scores: new Float32Array(count).fill(-9), boxes: new Float32Array(count * 16) };
		for (const { column, row, anchor = 0, box, raw } of answers.filter((each) => each.grid === grid)) {
			const at = (row * cells + column) * anchors + anchor;
			layer.scores[at] = raw;
			layer.boxes.set(box, at * 16);
		}
		return layer;
	});
}

const square = { width: SIDE, height: SIDE };
const rounded = ({ x, y, width, height }: Box) =>
	[x, y, width, height].map((value) => Math.round(value * 1000) / 1000);

const decoding = suite("what the face model says");

decoding("a small face is told by its cell of the fine grid, a large one by the coarse grid", () => {
	const small = facesOf(layers([{ grid: 0, column: 4, row: 8, box: [0, 0, 32, 64], raw: 3 }]), square);
	assert.equal(
		small.map(({ box }) => rounded(box)),
		[[0.219, 0.406, 0.125, 0.25]],
	);
	const large = facesOf(layers([{ grid: 1, column: 4, row: 4, box: [-16, 16, 128, 128], raw: 3 }]), square);
	assert.equal(
		large.map(({ box }) => rounded(box)),
		[[0.25, 0.375, 0.5, 0.5]],
	);
});

decoding("what the model is not sure of is no face", () => {
	assert.equal(facesOf(layers([{ grid: 0, column: 1, row: 1, box: [0, 0, 20, 20], raw: 0.3 }]), square), []);
	assert.equal(
		facesOf(layers([{ grid: 0, column: 1, row: 1, box: [0, 0, 20, 20], raw: Number.NaN }]), square),
		[],
	);
});

decoding("several answers for one face are its weighted mean; two faces stay two", () => {
	const twice = { grid: 0, column: 4, row: 8, raw: 3 } as const;
	const answers: readonly Answer[] = [
		{ ...twice, box: [0, 0, 32, 32] },
		{ ...twice, anchor: 1, box: [8, 0, 32, 32] },
		{ ...twice, column: 12, box: [0, 0, 32, 32], raw: 5 },
	];
	const faces = facesOf(layers(answers), square);
	assert.equal(
		faces.map(({ box }) => rounded(box)[0]),
		[0.719, 0.234],
	);
	assert.ok((faces[0]?.score ?? 0) > (faces[1]?.score ?? 1));
});

decoding("boxes are in shares of the picture, whatever its shape, and end at its edges", () => {
	const wide = { width: 256, height: 144 };
	const [face] = facesOf(layers([{ grid: 1, column: 0, row: 3, box: [0, 0, 64, 64], raw: 3 }]), wide);
	assert.equal(face && rounded(face.box), [0, 0.167, 0.188, 0.444]);
	assert.equal(facesOf(layers([{ grid: 0, column: 4, row: 0, box: [0, 0, 20, 20], raw: 3 }]), wide), []);
});

decoding("a picture lies in the middle of a black square, from -1 to 1", () => {
	const picture = new Uint8Array(4 * 2 * 3).fill(255);
	const given = squareOf(picture, { width: 4, height: 2 });
	const at = (x: number, y: number) => given[(y * SIDE + x) * 3];
	assert.equal(
		[at(126, 127), at(129, 128), at(125, 127), at(130, 128), at(126, 126), at(126, 129)],
		[1, 1, -1, -1, -1, -1],
	);
	assert.is(given.filter((value) => value === 1).length, picture.length);
});

decoding.run();

const tracking = suite("faces over time");
const face = (x: number, given: Partial<{ y: number; size: number; score: number }> = {}): Face => {
	const { y = 0.3, size = 0.1, score = 0.9 } = given;
	return { box: { x, y, width: size, height: size }, score };
};
const told = (frames: readonly (readonly Face[])[]) =>
	tracksIn(frames, 4).map((track) => `${track[0]?.frame}-${track.at(-1)?.frame} ${track.length}`);
const times = (count: number, faces: (at: number) => readonly Face[]) =>
	Array.from({ length: count }, (_, at) => faces(at));

const cases: Record<string, [readonly (readonly Face[])[], readonly string[]]> = {
	"two people who stay are two": [times(8, () => [face(0.7), face(0.1)]), ["0-7 8", "0-7 8"]],
	"somebody who walks is one": [times(8, (at) => [face(0.1 + at * 0.08)]), ["0-7 8"]],
	"somebody who looks away for a second is one": [
		times(12, (at) => (at > 3 && at < 8 ? [] : [face(0.4)])),
		["0-11 8"],
	],
	"somebody who runs is one": [times(8, (at) => [face(at < 4 ? 0.2 : 0.5)]), ["0-7 8"]],
	"a slip of the detector is nobody": [
		times(12, (at) => [face(0.4), ...(at === 5 ? [face(0.8)] : [])]),
		["0-11 12"],
	],
	"a jump there and back does not tear somebody apart": [
		times(12, (at) => [face(at === 5 ? 0.85 : 0.1)]),
		["0-11 11"],
	],
	"what is seldom there is nobody": [times(40, (at) => (at < 5 ? [face(0.4)] : [])), []],
	"what is never sure is nobody": [times(8, () => [face(0.4, { score: 0.7 })]), []],
	"a poster far larger is somebody else": [
		times(8, (at) => [at < 4 ? face(0.4) : face(0.35, { size: 0.3 })]),
		["0-3 4", "4-7 4"],
	],
	"nothing is nobody": [times(8, () => []), []],
};
for (const [title, [frames, expected]] of Object.entries(cases))
	tracking(title, () => assert.equal(told(frames), expected));

tracking.run();
