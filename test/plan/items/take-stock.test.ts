/** What one reading of a feed comes to beside what is recorded of it: each rule at its edge. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../../src/model/brand.ts";
import type { Feed, FeedItem } from "../../../src/model/feed.ts";
import type { FeedState, KnownItem } from "../../../src/model/feed-state.ts";
import { marksBesideId, marksOf } from "../../../src/model/item-marks.ts";
import { remembered } from "../../../src/plan/items/remembered.ts";
import { GRACE_MS, takeStock } from "../../../src/plan/items/take-stock.ts";
import { NOW } from "../../builders/world.ts";

const DAY = 86_400_000;
const place = { file: "k.campaign.yaml", line: 1, column: 1 };

function item(id: string, at: number, over: Partial<FeedItem> = {}): FeedItem {
	const source = { kind: "url", url: `https://m.example/${id}.mp4` } as const;
	return { id, source, title: `About ${id}`, publishedAt: epochMs(at), fields: {}, ...over };
}

function known(of: FeedItem): KnownItem {
	return { status: "taken", seenAt: epochMs(NOW), item: remembered(of) };
}

/** A feed that knows these items, of which the others were left. */
function state(items: readonly FeedItem[], left: readonly FeedItem[] = [], newestAt = NOW): FeedState {
	return {
		...{ begunAt: epochMs(NOW - 90 * DAY), newestAt: epochMs(newestAt) },
		items: Object.fromEntries(items.map((each) => [each.id, known(each)])),
		left: Object.fromEntries(left.map((each) => [marksOf(each).id, marksBesideId(marksOf(each))])),
	};
}

function stockOf(items: readonly FeedItem[], before: FeedState | undefined, over: Partial<Feed> = {}) {
	const from = { kind: "rss", url: "https://example.com/feed.xml" } as const;
	const feed: Feed = { name: "podcast", place, from, everyMs: 900_000, ...over };
	const stock = takeStock(feed, { items, unusable: [] }, { campaign: { timezone: "UTC" }, state: before });
	const ids = (listed: readonly { readonly item: FeedItem }[]) => listed.map((each) => each.item.id);
	return {
		...{ wanted: ids(stock.wanted), left: ids(stock.left), leftBefore: ids(stock.leftBefore) },
		unchanged: stock.unchanged.map(({ key }) => key),
		listed: stock.listed.map(({ remembered: { key } }) => key),
		doubtful: stock.doubtful.map((each) => `${each.item.id} ${each.why}`),
	};
}

const NOTHING = { wanted: [], left: [], leftBefore: [], unchanged: [], listed: [], doubtful: [] };
const stock = suite("what a reading comes to");

stock("what is listed as it is recorded is unchanged, what was left stays left", () => {
	const [one, two] = [item("1", NOW - 2 * DAY), item("2", NOW - DAY)];
	const found = stockOf([two, one], state([one], [two]));
	assert.equal(found, { ...NOTHING, unchanged: ["1"], leftBefore: ["2"] });
});

stock("a video that is listed twice is one item", () => {
	const source = { kind: "url", url: "https://m.example/same.mp4" } as const;
	const both = [item("b", NOW + DAY, { source }), item("a", NOW + DAY, { source })];
	assert.equal(stockOf(both, state([])).wanted, ["b"]);
});

stock("what is new is taken in the order of its dates, however it is listed", () => {
	const dates = [3, 1, 2].map((day) => item(`${day}`, NOW + day * DAY));
	assert.equal(stockOf(dates, state([])).wanted, ["1", "2", "3"]);
});

stock("without all dates a web feed is read from its end, and a list as it is written", () => {
	const { publishedAt: _, ...undated } = item("2", NOW);
	const items = [item("3", NOW + DAY), undated, item("1", NOW + 2 * DAY)];
	assert.equal(stockOf(items, undefined, { newest: "all" }).wanted, ["1", "2", "3"]);
	const from = { kind: "list", path: "/show/list.csv", shown: "list.csv" } as const;
	assert.equal(stockOf(items, undefined, { newest: "all", from }).wanted, ["3", "2", "1"]);
});

stock("`since` may name an hour", () => {
	const at = Date.UTC(2026, 10, 20, 9);
	const items = [item("after", at), item("before", at - 1)];
	const found = stockOf(items, undefined, { since: "2026-11-20T09:00" });
	assert.equal([found.wanted, found.left], [["after"], ["before"]]);
});

stock("what is dated a week before the newest asks, to the millisecond", () => {
	const before = state([item("1", NOW)]);
	const at = (ms: number) => stockOf([item("1", NOW), item("x", NOW - GRACE_MS + ms)], before);
	assert.is(GRACE_MS, 7 * DAY);
	assert.equal([at(0).wanted, at(0).doubtful], [["x"], []]);
	assert.equal([at(-1).wanted, at(-1).doubtful], [[], ["x older"]]);
});

const OTHER = { title: "Another", source: { kind: "url", url: "https://m.example/other.mp4" } } as const;

stock("an id with another video more than a day later is another item, if it is not too old", () => {
	const reused = (knownAt: number, at: number) =>
		stockOf([item("1", NOW), item("latest", at, OTHER)], state([item("1", NOW), item("latest", knownAt)]));
	assert.equal(reused(NOW - 20 * DAY, NOW - GRACE_MS + 1).wanted.length, 1);
	assert.equal(reused(NOW - 20 * DAY, NOW - GRACE_MS).listed, ["latest"]);
	assert.equal(reused(NOW, NOW + DAY + 1).wanted.length, 1);
	assert.equal(reused(NOW, NOW + DAY).listed, ["latest"]);
});

stock("an item under another id and title is known by its video", () => {
	const before = state([item("1", NOW)]);
	const { source } = item("1", NOW);
	assert.equal(stockOf([item("x", NOW + DAY, { source })], before), { ...NOTHING, listed: ["1"] });
});

stock("what was published in the same second as an item, or as one that was left, asks", () => {
	const second = epochMs(NOW + 1_000);
	const before = state([item("1", second)], [item("2", second + 1_000)], second);
	const found = stockOf([item("1", second), item("x", second), item("y", second + 1_000)], before);
	assert.equal([found.wanted, found.doubtful], [[], ["x alike", "y alike"]]);
});

stock.run();
