/** The items of a feed, as people are shown them. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../../src/model/brand.ts";
import type { Feed, FeedItem } from "../../../src/model/feed.ts";
import type { FeedState, KnownItem } from "../../../src/model/feed-state.ts";
import { marksBesideId, marksOf } from "../../../src/model/item-marks.ts";
import { itemRows, rememberedRows } from "../../../src/plan/items/rows.ts";
import { campaign, NOW } from "../../builders/world.ts";

const DAY = 86_400_000;
const FEED: Feed = {
	...{ name: "podcast", everyMs: 1, from: { kind: "rss", url: "https://example.com/feed.xml" } },
	place: { file: "k.campaign.yaml", line: 1, column: 1 },
};

function item(id: string, day: number): FeedItem {
	const source = { kind: "url", url: `https://m.example/${id}.mp4` } as const;
	return { id, source, title: `About ${id}`, publishedAt: epochMs(NOW + day * DAY), fields: {} };
}

const known = (id: string, day: number, over: Partial<KnownItem> = {}): [string, KnownItem] => [
	id,
	{ status: "taken", seenAt: epochMs(NOW), item: item(id, day), ...over },
];
const LEFT = marksOf(item("left", -3));
const STATE: FeedState = {
	...{ begunAt: epochMs(NOW - 30 * DAY), newestAt: epochMs(NOW) },
	items: Object.fromEntries([
		...[known("same", 0), known("changed", -1), known("gone", -2, { status: "waiting" })],
		known("asked", -4, { status: "doubtful", why: "renumbered" }),
	]),
	left: { [LEFT.id]: marksBesideId(LEFT) },
};

const rows = suite("rows of a feed's items");

rows("say of each item how it stands, once, and which are listed no more", () => {
	const changed = { ...item("changed", -1), title: "Corrected" };
	const items = [item("new", 1), item("same", 0), changed, item("left", -3), item("old", -20)];
	const found = itemRows(FEED, { items, unusable: [] }, { campaign: campaign(), state: STATE });
	assert.equal(
		found.map(({ key, title, outcome, isGone, listed }) => [key, title, outcome, isGone, listed?.id]),
		[
			["same", "About same", "taken", undefined, "same"],
			["changed", "Corrected", "taken", undefined, "changed"],
			["new", "About new", "new", undefined, "new"],
			["old", "About old", "older", undefined, "old"],
			["left", "About left", "left", undefined, "left"],
			["gone", "About gone", "waiting", true, undefined],
			["asked", "About asked", "renumbered", true, undefined],
		],
	);
});

rows("of what is remembered alone need no reading", () => {
	assert.equal(
		rememberedRows(STATE).map(({ key, outcome, listed }) => [key, outcome, listed]),
		[
			["same", "taken", undefined],
			["changed", "taken", undefined],
			["gone", "waiting", undefined],
			["asked", "renumbered", undefined],
		],
	);
	assert.equal(rememberedRows(undefined), []);
});

rows.run();
