import { suite } from "uvu";
import * as assert from "uvu/assert";
import { cellKey, videoOfItem } from "../../src/model/matrix.ts";
import { moveBetween, movedVideo } from "../../src/model/video-move.ts";

const isOfFeed = (entry: string) => entry === "episodes" || entry === "shows";
const [PLAIN, CELL] = ["talk", 'talk["9:16"]'] as const;

const names = suite("names of the videos of a matrix");

const moves: readonly (readonly [title: string, from: string, to: string, before: string, after: string])[] =
	[
		["an entry is renamed", PLAIN, "speech", "talk", "speech"],
		["an entry is renamed with its keys", PLAIN, "speech", "talk/9:16,en", "speech/9:16,en"],
		["another entry stays", PLAIN, "speech", "talks/9:16", "talks/9:16"],
		["one video becomes one of a matrix", PLAIN, CELL, "talk", "talk/9:16"],
		["the others of that matrix stay", PLAIN, CELL, "talk/1:1", "talk/1:1"],
		["one of a matrix becomes the only one", CELL, PLAIN, "talk/9:16", "talk"],
		["a key gets longer", CELL, 'talk["9:16,en"]', "talk/9:16", "talk/9:16,en"],
		["a longer key is another one", CELL, 'talk["1:1"]', "talk/9:16,en", "talk/9:16,en"],
		[
			"items become videos of a matrix",
			"episodes",
			'episodes["9:16"]',
			"episodes/ep-1",
			"episodes/ep-1,9:16",
		],
		["items leave a matrix", 'episodes["9:16"]', "episodes", "episodes/ep-1,9:16", "episodes/ep-1"],
		["keys of items", 'episodes["9:16"]', 'episodes["9:16,de"]', "episodes/a,9:16", "episodes/a,9:16,de"],
		["items of another value stay", 'episodes["9:16"]', "episodes", "episodes/ep-1,1:1", "episodes/ep-1,1:1"],
		["an entry of items is renamed", "episodes", "shows", "episodes/ep-1,1:1", "shows/ep-1,1:1"],
	];
for (const [title, from, to, before, after] of moves)
	names(title, () => {
		const move = { from: `video.${from}`, to: `video.${to}` };
		assert.is(movedVideo(before, move, isOfFeed), after);
		if (before !== after)
			assert.is(movedVideo(before, moveBetween(before, after, isOfFeed), isOfFeed), after);
	});

names("what is no renaming of a video renames none", () => {
	assert.is(movedVideo("talk", { from: "post.talk", to: "post.other" }, isOfFeed), "talk");
});

names("keys have one order, whatever the order of the file", () => {
	const cell = { language: "zh-cn", layout: "Screen First", ratio: "9:16" };
	assert.is(cellKey(cell), "9:16,screen-first,zh-cn");
	assert.is(cellKey(Object.fromEntries(Object.entries(cell).reverse())), "9:16,screen-first,zh-cn");
	assert.is(videoOfItem("episodes/9:16", "ep-42"), "episodes/ep-42,9:16");
});
names.run();
