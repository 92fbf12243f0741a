import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Feed, FeedItem } from "../../../src/model/feed.ts";
import { newsOfAll } from "../../../src/plan/items/stock-all.ts";
import { campaign, NOW, snapshot, video } from "../../builders/world.ts";

const place = { file: "k.campaign.yaml", line: 1, column: 1 };
const { source: _, ...entry } = video();

function feed(name: string): Feed {
	return { name, place, everyMs: 1, newest: "all", from: { kind: "list", path: `/${name}`, shown: name } };
}

function items(count: number): readonly FeedItem[] {
	return Array.from({ length: count }, (_, at) => {
		const source = { kind: "url", url: `https://m.example/${at}.mp4` } as const;
		return { id: `${at}`, source, title: `${at}`, fields: {} };
	});
}

const all = suite("the feeds of a campaign");

all("share what one apply takes; one that is not read, or makes no videos, has no news", () => {
	const [one, two, three, four] = ["one", "two", "three", "four"].map(feed);
	const show = campaign({
		feeds: { ...(one && { one }), ...(two && { two }), ...(three && { three }), ...(four && { four }) },
		ofItems: {
			videos: ["one", "two", "three"].map((each) => ({ ...entry, name: `of ${each}`, each })),
			posts: [],
		},
	});
	const readings = new Map(
		["one", "two", "four"].map((name) => [`k.feed.${name}`, { items: items(2), unusable: [] }]),
	);
	const news = newsOfAll([show], { snapshot: snapshot(), readings, now: NOW });
	assert.equal(
		news.map(({ feed: key, taken, waiting }) => [key, taken.length, waiting.length]),
		[
			["k.feed.one", 2, 0],
			["k.feed.two", 1, 1],
		],
	);
});

all.run();
