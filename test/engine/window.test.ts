import { suite } from "uvu";
import * as assert from "uvu/assert";
import { windowAround } from "../../src/engine/compose/window.ts";

const windows = suite("windows by their straight sides");
const SIZE = { width: 128, height: 72 };
const MOUTH = { x: 56 / 128, y: 26 / 72, width: 16 / 128, height: 16 / 72 };

/** A flat picture with a lighter rectangle in it, in pixels. */
function picture(at: {
	readonly left: number;
	readonly right: number;
	readonly top: number;
	readonly bottom: number;
}): Float32Array {
	const inside = (x: number, y: number) => x >= at.left && x < at.right && y >= at.top && y < at.bottom;
	return Float32Array.from({ length: SIZE.width * SIZE.height }, (_, index) =>
		inside(index % SIZE.width, Math.floor(index / SIZE.width)) ? 120 : 40,
	);
}

windows("a rectangle around what moves is a window", () => {
	const found = windowAround(MOUTH, picture({ left: 44, right: 84, top: 18, bottom: 48 }), SIZE);
	assert.equal(
		found && [found.x * 128, found.width * 128, found.y * 72, found.height * 72].map(Math.round),
		[44, 40, 18, 30],
	);
});

windows("so is a picture of a telephone held upright", () => {
	assert.ok(windowAround(MOUTH, picture({ left: 53, right: 78, top: 16, bottom: 60 }), SIZE));
});

windows("a tower is somebody's hair and shoulders", () => {
	assert.is(windowAround(MOUTH, picture({ left: 53, right: 77, top: 16, bottom: 66 }), SIZE), undefined);
});

windows.run();
