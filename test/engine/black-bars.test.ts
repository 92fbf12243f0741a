import { suite } from "uvu";
import * as assert from "uvu/assert";
import { betweenBars, withoutBars } from "../../src/engine/see/black-bars.ts";

const bars = suite("black bars in a picture");
const SIZE = { width: 100, height: 50 };
/** A frame that is so bright where the picture is; elsewhere black. */
const frame = (isPicture: (x: number, y: number) => boolean, bright = 120) =>
	Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, at) =>
		isPicture(at % SIZE.width, Math.floor(at / SIZE.width)) ? bright : 0,
	);
const found = (...frames: readonly Uint8Array[]) => {
	const box = betweenBars({ frames, size: SIZE });
	return box && [box.x, box.y, box.width, box.height].map((value) => Number(value.toFixed(2)));
};

const CASES: Record<string, readonly [readonly Uint8Array[], readonly number[] | undefined]> = {
	"bars at both sides are found, and the pixel that is partly bar with them": [
		[frame((x) => x >= 20 && x < 80)],
		[0.21, 0, 0.58, 1],
	],
	"bars above and below are found": [[frame((_, y) => y >= 6 && y < 44)], [0, 0.14, 1, 0.72]],
	"bars on all sides are found": [
		[frame((x, y) => x >= 10 && x < 90 && y >= 6 && y < 44)],
		[0.11, 0.14, 0.78, 0.72],
	],
	"a picture that goes dark for a while is told by its other frames": [
		[frame(() => true, 3), frame((x) => x >= 20 && x < 80), frame(() => false)],
		[0.21, 0, 0.58, 1],
	],
	"what is black at one side only is no bar": [[frame((x) => x >= 20)], undefined],
	"text before black has no straight edge: it stays as it is": [
		[frame((x, y) => x >= 20 && x < 80 && y > 20 && y < 24)],
		undefined,
	],
	"a picture that is black as a whole has none": [[frame(() => false)], undefined],
	"a slit is no picture": [[frame((x) => x >= 45 && x < 55)], undefined],
	"nothing looked at has none": [[], undefined],
};
for (const [title, [frames, expected]] of Object.entries(CASES))
	bars(title, () => assert.equal(found(...frames), expected));

bars("what is seen without bars is in shares of what is between them", () => {
	const given = frame((x) => x >= 20 && x < 80);
	const face = { score: 0.9, box: { x: 0.21, y: 0.4, width: 0.29, height: 0.3 } };
	const { size, frames, faces, inner } = withoutBars({
		size: SIZE,
		frames: [given],
		perSecond: 4,
		faces: [[face]],
	});
	assert.equal(
		[size, frames[0]?.length, frames[0]?.every((value) => value === 120)],
		[{ width: 58, height: 50 }, 58 * 50, true],
	);
	assert.equal(
		faces?.[0]?.map(({ box }) => [box.x.toFixed(2), box.y.toFixed(2), box.width.toFixed(2)]),
		[["0.00", "0.40", "0.50"]],
	);
	assert.is(inner?.x, 0.21);
});

bars.run();
