import { suite } from "uvu";
import * as assert from "uvu/assert";
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

presence.run();
