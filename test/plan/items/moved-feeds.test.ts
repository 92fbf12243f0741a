import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../../src/model/brand.ts";
import type { FeedState } from "../../../src/model/feed-state.ts";
import { feedsNow, movedFeeds } from "../../../src/plan/items/moved-feeds.ts";
import { campaign, NOW } from "../../builders/world.ts";

const place = { file: "k.campaign.yaml", line: 1, column: 1 };
const STATE: FeedState = { begunAt: epochMs(NOW), newestAt: epochMs(NOW), items: {}, left: {} };
const of = (...keys: readonly string[]) => ({
	feeds: Object.fromEntries(keys.map((key) => [key, STATE])),
});
const moving = (...moves: readonly (readonly [from: string, to: string])[]) => [
	campaign({ moved: moves.map(([from, to]) => ({ from, to, place })) }),
];

const moved = suite("feeds that have another name");

moved("of the feed alone: one whose name only begins so stays", () => {
	const campaigns = moving(["feed.pod", "feed.show"]);
	assert.equal(movedFeeds(campaigns, of("k.feed.pod", "k.feed.podcast")), [
		{ from: "k.feed.pod", to: "k.feed.show" },
	]);
});

moved("of the campaign: all its feeds go, those of others stay", () => {
	const campaigns = moving(["campaign.old", "campaign.k"], ["video.a", "video.b"]);
	assert.equal(movedFeeds(campaigns, of("old.feed.a", "old.feed.b", "older.feed.a")), [
		{ from: "old.feed.a", to: "k.feed.a" },
		{ from: "old.feed.b", to: "k.feed.b" },
	]);
});

moved("of both, one after the other; what has the new name already is left alone", () => {
	const campaigns = moving(["campaign.old", "campaign.k"], ["feed.a", "feed.b"]);
	assert.equal(movedFeeds(campaigns, of("old.feed.a")), [{ from: "old.feed.a", to: "k.feed.b" }]);
	assert.equal(movedFeeds(campaigns, of("old.feed.a", "k.feed.b")), []);
	assert.equal(Object.keys(feedsNow(campaigns, of("old.feed.a", "x.feed.y"))), ["k.feed.b", "x.feed.y"]);
});

moved.run();
