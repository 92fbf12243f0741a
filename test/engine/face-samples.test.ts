import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Face } from "../../src/engine/see/blazeface.ts";
import { faceSampler } from "../../src/engine/see/face-samples.ts";

const sampling = suite("faces in frames that follow each other");
const size = { width: 256, height: 144 };
const face = (x: number, y = 0.5): Face => ({ box: { x, y, width: 0.1, height: 0.2 }, score: 0.9 });

/** Where faces are in each frame, and which were looked at, when the n-th shows the n-th of `shown`. */
async function sampled(shown: readonly (readonly Face[])[], signal = new AbortController().signal) {
	const looked: number[] = [];
	const find = async ([at = 0]: Uint8Array) => {
		looked.push(at);
		return shown[at] ?? [];
	};
	const { add, all } = faceSampler(find, { size, signal });
	for (const at of shown.keys()) add(Uint8Array.of(at));
	const faces = (await all()).map((each) => each.map(({ box }) => Number(box.x.toFixed(3))));
	return { faces, looked: looked.sort((a, b) => a - b) };
}

sampling("one between two with the same faces is not looked at: they are in the middle", async () => {
	const shown = [[face(0.2), face(0.6)], [], [face(0.61), face(0.21)], [], [face(0.21), face(0.61)]];
	assert.equal(await sampled(shown), {
		faces: [
			[0.2, 0.6],
			[0.205, 0.605],
			[0.61, 0.21],
			[0.61, 0.21],
			[0.21, 0.61],
		],
		looked: [0, 2, 4],
	});
	assert.equal(await sampled([[], [face(0.2)], []]), { faces: [[], [], []], looked: [0, 2] });
});

sampling("one between two with other faces is looked at, and so is the last", async () => {
	const moved = [[face(0.2)], [face(0.25)], [face(0.3)], [face(0.3)]];
	assert.equal(await sampled(moved), { faces: [[0.2], [0.25], [0.3], [0.3]], looked: [0, 1, 2, 3] });
	const came = [[face(0.2)], [face(0.2)], [face(0.2), face(0.7)]];
	assert.equal(await sampled(came), { faces: [[0.2], [0.2], [0.2, 0.7]], looked: [0, 1, 2] });
	assert.equal(await sampled([]), { faces: [], looked: [] });
});

sampling("no more are looked at once nobody waits for them", async () => {
	const stop = new AbortController();
	stop.abort(new Error("enough"));
	const told = await sampled([[face(0.2)], [face(0.2)]], stop.signal).catch(String);
	assert.is(told, "Error: enough");
});

sampling.run();
