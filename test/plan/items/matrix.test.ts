/** Items of a feed in several versions: names, what a lost record still knows, and how far an item went. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { videoAddress } from "../../../src/model/address.ts";
import { epochMs } from "../../../src/model/brand.ts";
import type { FeedState } from "../../../src/model/feed-state.ts";
import { withItems } from "../../../src/plan/items/with-items.ts";
import { relocations } from "../../../src/plan/moves.ts";
import { campaign, NOW, post, request, snapshot, submitted, video } from "../../builders/world.ts";

const place = { file: "k.campaign.yaml", line: 1, column: 1 };
const { source: _, ...entry } = video();
const versions = ["9:16", "1:1"].map((ratio) => ({
	...entry,
	name: `episodes/${ratio}`,
	each: "podcast",
	cell: { ratio },
}));
const show = campaign({
	videos: [],
	posts: [],
	feeds: { podcast: { name: "podcast", place, from: { kind: "rss", url: "https://e.com/f" }, everyMs: 1 } },
	ofItems: { videos: versions, posts: [post({ from: "episodes/1:1" })] },
});
const taken: FeedState = {
	items: {
		"ep-1": {
			status: "taken",
			seenAt: epochMs(NOW),
			item: { id: "ep-1", source: { kind: "url", url: "https://e.com/1.mp4" }, fields: { title: "One" } },
		},
	},
	left: {},
	begunAt: epochMs(NOW),
	newestAt: epochMs(NOW),
};
const expanded = (state: Parameters<typeof withItems>[1]["snapshot"]) =>
	withItems([show], { snapshot: state, place: (path) => path })[0];

const items = suite("items of a feed with a matrix");

items("are a video for each combination, and posts of those that are meant", () => {
	const all = expanded({ feeds: { "k.feed.podcast": taken }, resources: {} });
	assert.equal(
		[
			all?.videos.map(({ name, cell, item }) => [name, cell?.ratio, item?.title]),
			all?.posts.map(({ from }) => from),
		],
		[
			[
				["episodes/ep-1,9:16", "9:16", "One"],
				["episodes/ep-1,1:1", "1:1", "One"],
			],
			["episodes/ep-1,1:1"],
		],
	);
});

items("that were submitted stay where their record was lost, each combination by itself", () => {
	const resources = {
		[videoAddress("k", "episodes/ep-7,1:1")]: submitted(),
		[videoAddress("k", "episodes/ep-8")]: submitted(),
	};
	assert.equal(
		expanded({ resources })?.videos.map(({ name }) => name),
		["episodes/ep-7,1:1"],
	);
});

items("become videos of a matrix by one line, whatever their number", () => {
	const moved = [{ from: "video.episodes", to: 'video.episodes["9:16"]', place }];
	const state = snapshot({
		[videoAddress("k", "episodes/ep-1")]: submitted({ request: request() }),
		[videoAddress("k", "episodes/ep-2")]: submitted({ request: request() }),
	});
	assert.equal(
		relocations([{ ...show, moved }], state).map(({ to }) => to),
		['k.video.episodes["ep-1,9:16"]', 'k.video.episodes["ep-2,9:16"]'],
	);
});
items.run();
