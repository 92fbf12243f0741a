import { suite } from "uvu";
import * as assert from "uvu/assert";
import { composeScenes } from "../../src/engine/compose/composition.ts";
import { presenceChanges } from "../../src/engine/see/presence.ts";
import { scenesOf } from "../../src/engine/see/scenes.ts";
import type { Frames } from "../../src/engine/see/subjects.ts";

const presence = suite("who comes and goes");
const SIZE = { width: 128, height: 72 };
const COUNT = 48;
const left = { x: 0.15, y: 0.3, width: 0.12, height: 0.2 };
const right = { x: 0.7, y: 0.3, width: 0.12, height: 0.2 };

interface Seen {
	/** Whether the face of whoever is at the right is found in a frame, and whether anything moves there. */
	readonly found: (at: number) => boolean;
	readonly moves: (at: number) => boolean;
}

/** Two people in a room; the one at the left is always there. */
function room({ found, moves }: Seen): Frames {
	const frames = Array.from({ length: COUNT }, (_, at) =>
		Uint8Array.from({ length: SIZE.width * SIZE.height }, (_pixel, index) => {
			const x = (index % SIZE.width) / SIZE.width;
			const isAlive = (x > 0.1 && x < 0.35) || (x > 0.65 && x < 0.9 && moves(at));
			return isAlive && (index * 7 + at * 13) % 5 === 0 ? 160 : 60;
		}),
	);
	const faces = Array.from({ length: COUNT }, (_, at) => [
		{ box: left, score: 0.95 },
		...(found(at) ? [{ box: right, score: 0.95 }] : []),
	]);
	return { size: SIZE, perSecond: 4, frames, faces };
}

const cases: Record<string, readonly [Seen, readonly (readonly [begin: number, people: number])[]]> = {
	"whoever leaves is shown no more from then on": [
		{ found: (at) => at < 22, moves: (at) => at < 24 },
		[
			[0, 2],
			[6_000, 1],
		],
	],
	"whoever comes is shown from then on": [
		{ found: (at) => at >= 24, moves: (at) => at >= 20 },
		[
			[0, 1],
			[4_750, 2],
		],
	],
	"whoever turns away is still there": [{ found: (at) => at < 24, moves: () => true }, [[0, 2]]],
	"whoever is away for a moment is still there": [
		{ found: (at) => at < 20 || at >= 24, moves: (at) => at < 20 || at >= 24 },
		[[0, 2]],
	],
	"whoever leaves at the very end makes no scene of their own": [
		{ found: (at) => at < 42, moves: (at) => at < 43 },
		[[0, 2]],
	],
};
for (const [title, [seen, expected]] of Object.entries(cases))
	presence(title, () =>
		assert.equal(
			scenesOf(room(seen), COUNT * 250).map(({ begin, subjects }) => [begin, subjects.length]),
			expected,
		),
	);

presence("a screen that is emptied beside a window is told from one that is written on", () => {
	const window = { x: 0, y: 0.5, width: 0.3, height: 0.5 };
	const frames = Array.from({ length: COUNT }, (_, at) =>
		Uint8Array.from({ length: SIZE.width * SIZE.height }, (_pixel, index) =>
			at < 20 && index % 3 === 0 && index % SIZE.width > 60 ? 220 : 40,
		),
	);
	const changes = (alike: readonly Uint8Array[]) =>
		presenceChanges({ size: SIZE, perSecond: 4, frames: alike }, [{ box: window, window }]);
	assert.equal(changes(frames), [20]);
	assert.equal(changes(frames.map(() => frames[0] ?? new Uint8Array())), []);
});

/** Somebody without a face in a window, on a wall; what is on the wall is there in some frames. */
function windowed(isWritten: (at: number) => boolean): Frames {
	const frames = Array.from({ length: COUNT }, (_, at) =>
		Uint8Array.from({ length: SIZE.width * SIZE.height }, (_pixel, index) => {
			const [x, y] = [index % SIZE.width, Math.floor(index / SIZE.width)];
			const isOf = (from: number, to: number, top: number) => x >= from && x < to && y >= top && y < 60;
			if (isOf(14, 36, 28)) return (x * 7 + y * 5 + at * 13) % 5 === 0 ? 220 : 150;
			if (isOf(8, 44, 20)) return 150;
			return isWritten(at) && x > 60 && x % 3 === 0 && y % 6 < 3 ? 220 : 40;
		}),
	);
	return { size: SIZE, perSecond: 4, frames };
}

presence(
	"a window is one of a screen as long as something stands beside it, and else a picture on a wall",
	() => {
		const seen = (isWritten: (at: number) => boolean) =>
			scenesOf(windowed(isWritten), COUNT * 250).map(({ begin, subjects: [only, ...others] }) => {
				assert.equal(others, []);
				return [begin, only?.window !== undefined, only?.crop !== undefined];
			});
		assert.equal(
			seen(() => true),
			[[0, true, false]],
		);
		assert.equal(
			seen(() => false),
			[[0, false, true]],
		);
		assert.equal(
			seen((at) => at < 20),
			[
				[0, true, false],
				[5_000, false, true],
			],
		);
	},
);

presence("who is in a picture on a plain wall is shown without the wall", () => {
	const [scene] = scenesOf(
		windowed(() => false),
		COUNT * 250,
	);
	const composed = composeScenes({
		...{ picture: { width: 1280, height: 720 }, output: { width: 1080, height: 1920 }, ratio: "9:16" },
		...{ layout: "Auto", scenes: scene ? [scene] : [] },
	});
	const [panel, ...others] = composed.scenes[0]?.layout.panels ?? [];
	assert.equal(others, []);
	const { x = 0, width = 1 } = panel?.from ?? {};
	assert.ok(width < 0.35 && x < 14 / 128 && x + width > 36 / 128, JSON.stringify(panel));
});

presence.run();
