import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Feed, FeedItem, FeedReading, UnusableItem } from "../../../src/model/feed.ts";
import { newsOf } from "../../../src/plan/items/news.ts";
import { usedIn } from "../../../src/plan/items/used.ts";
import { feedSentences } from "../../../src/views/feeds.ts";
import { campaign, NOW, snapshot } from "../../builders/world.ts";

const FEED: Feed = {
	name: "rec",
	place: { file: "k.campaign.yaml", line: 1, column: 1 },
	everyMs: 1,
	newest: 1,
	from: { kind: "folder", folder: "/rec", pattern: "*.mp4", shown: "rec/*.mp4", stableForMs: 120_000 },
};
const written: UnusableItem = { shown: "a.mp4", why: "still-written" };
const whole: FeedItem = { id: "b", source: { kind: "url", url: "https://m.example/b.mp4" }, fields: {} };

function news(reading: FeedReading) {
	const about = { campaign: campaign(), state: undefined, now: NOW, room: 3, used: usedIn(snapshot()) };
	return newsOf(FEED, reading, about);
}

const files = suite("files of a folder that is read for the first time");

files("are chosen from once one is whole: until then nothing is recorded", () => {
	const found = news({ items: [], unusable: [written, written] });
	assert.is(found.entry, undefined);
	assert.match(feedSentences(found).news.join(), /lists no whole file yet\. What is taken of them is chosen/);
});

files("are new later where there was none, or a whole one beside", () => {
	assert.is(news({ items: [], unusable: [] }).entry?.type, "feed");
	assert.is(news({ items: [whole], unusable: [written] }).taken.length, 1);
});

files.run();
