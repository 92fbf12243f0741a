/** A feed over months: what each apply takes, leaves and asks about, and that nothing is taken twice. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadPatterns } from "../../../src/compose/pattern.ts";
import { videoAddress } from "../../../src/model/address.ts";
import { epochMs } from "../../../src/model/brand.ts";
import type { Campaign } from "../../../src/model/campaign.ts";
import type { Feed, FeedFailure, FeedItem, FeedReading } from "../../../src/model/feed.ts";
import type { FeedNews } from "../../../src/model/feed-state.ts";
import type { Snapshot } from "../../../src/model/snapshot.ts";
import { changedItems } from "../../../src/plan/items/changed.ts";
import { feedsNow } from "../../../src/plan/items/moved-feeds.ts";
import { newsOfAll } from "../../../src/plan/items/stock-all.ts";
import { withItems } from "../../../src/plan/items/with-items.ts";
import { fold } from "../../../src/state/snapshot/fold.ts";
import { campaign, NOW, request, snapshot, submitted } from "../../builders/world.ts";

const DAY = 86_400_000;
const KEY = "k.feed.podcast";
const URL_100 = "https://media.example.com/100.mp4";

/** One episode a week, of which number 0 came out at NOW. */
function episode(number: number, over: Partial<FeedItem> = {}): FeedItem {
	const publishedAt = epochMs(NOW + number * 7 * DAY);
	return {
		id: `ep-${number + 100}`,
		source: { kind: "url", url: `https://media.example.com/${number + 100}.mp4` },
		title: `Episode ${number + 100}`,
		publishedAt,
		fields: { title: `Episode ${number + 100}` },
		...over,
	};
}

/** As web feeds list them: the newest first. */
function listing(...items: readonly FeedItem[]): FeedReading {
	return { items: items.toReversed(), unusable: [] };
}

function episodes(from: number, to: number, over: Partial<FeedItem> = {}): FeedItem[] {
	return Array.from({ length: to - from + 1 }, (_, index) => episode(from + index, over));
}

/** A workspace that is applied again and again. */
class Show {
	snapshot: Snapshot = snapshot();
	/** Keys of all items that became videos, in order. */
	readonly taken: string[] = [];
	#campaign: Campaign;
	#key = KEY;

	constructor(feed: Partial<Feed> = {}, most?: number) {
		const place = { file: "k.campaign.yaml", line: 1, column: 1 };
		const from = { kind: "rss", url: "https://example.com/feed.xml" } as const;
		const podcast: Feed = { name: "podcast", place, from, everyMs: 900_000, ...feed };
		const { videos, posts, ...rest } = campaign();
		const [video] = videos;
		const [post] = posts;
		if (video === undefined || post === undefined) throw new Error("The campaign is empty.");
		const { source: _, ...entry } = video;
		this.#campaign = {
			...rest,
			...{ videos: [], posts: [], feeds: { podcast } },
			ofItems: {
				videos: [{ ...entry, name: "episodes", each: "podcast" }],
				posts: [{ ...post, from: "episodes" }],
			},
			...(most !== undefined && { policy: { maxNewVideosPerRun: most } }),
		};
	}

	plan(reading: FeedReading | FeedFailure, week = 0): FeedNews {
		const now = epochMs(NOW + week * 7 * DAY + 3_600_000);
		const readings = new Map([[this.#key, reading]]);
		const [news] = newsOfAll([this.#campaign], { snapshot: this.snapshot, readings, now });
		if (news === undefined) throw new Error("There is no news.");
		return news;
	}

	/** Titles of what became a video with it. */
	apply(reading: FeedReading | FeedFailure, week = 0): readonly string[] {
		const { entry, taken } = this.plan(reading, week);
		const at = epochMs(NOW + week * 7 * DAY + 3_600_000);
		if (entry) this.snapshot = fold(this.snapshot, { ...entry, at });
		this.taken.push(...taken.map(({ key }) => key));
		return taken.map(({ title }) => title.replace("Episode ", ""));
	}

	/** The same, whose feed has another name. */
	renamed(name: string, told: boolean): Show {
		const other = new Show();
		const { feeds, ofItems } = this.#campaign;
		const [podcast] = Object.values(feeds ?? {});
		if (podcast === undefined || ofItems === undefined) throw new Error("There is no feed.");
		const moved = { from: "feed.podcast", to: `feed.${name}`, place: podcast.place };
		other.#campaign = {
			...this.#campaign,
			feeds: { [name]: { ...podcast, name } },
			ofItems: { ...ofItems, videos: ofItems.videos.map((each) => ({ ...each, each: name })) },
			moved: told ? [moved] : [],
		};
		other.#key = `k.feed.${name}`;
		other.snapshot = this.snapshot;
		return other;
	}

	/** Names of the videos that are declared now, or with what a plan adds. */
	videos(news: readonly FeedNews[] = []): readonly string[] {
		const place = (path: string) => `/show/${path}`;
		const known = { ...this.snapshot, feeds: feedsNow([this.#campaign], this.snapshot) };
		const [found] = withItems([this.#campaign], { snapshot: known, place, news });
		assert.equal(
			found?.posts.map(({ from }) => from),
			found?.videos.map(({ name }) => name),
		);
		return (found?.videos ?? []).map(({ name }) => name);
	}
}

await loadPatterns();

const months = suite("a feed over months");

months("nothing of what was there is taken, and all that appears later", () => {
	const show = new Show();
	const first = show.plan(listing(...episodes(-5, 0)));
	assert.equal([first.isFirst, first.left, first.taken], [true, 6, []]);
	assert.equal(show.apply(listing(...episodes(-5, 0))), []);
	assert.equal(show.apply(listing(...episodes(-5, 0))), []);
	assert.equal(show.apply(listing(...episodes(-4, 1)), 1), ["101"]);
	assert.equal(show.apply(listing(...episodes(-3, 3)), 3), ["102", "103"]);
	assert.equal(show.videos(), ["episodes/ep-101", "episodes/ep-102", "episodes/ep-103"]);
});

months(
	"`newest` takes so many of the first reading, the earliest first, and no more than one apply may",
	() => {
		const show = new Show({ newest: 5 });
		assert.equal(show.apply(listing(...episodes(-9, 0))), ["96", "97", "98"]);
		assert.equal(show.apply(listing(...episodes(-9, 0))), ["99", "100"]);
		assert.equal(show.apply(listing(...episodes(-9, 0))), []);
	},
);

months("`since` takes what is dated from then on, in the zone of the campaign", () => {
	const since = new Date(NOW - 14 * DAY).toISOString().slice(0, 10);
	const show = new Show({ since }, 10);
	assert.equal(show.apply(listing(...episodes(-9, 0))), ["98", "99", "100"]);
});

months("`newest: all` takes everything; `match` leaves what is called otherwise, for good", () => {
	const all = new Show({ newest: "all" }, 100);
	assert.is(all.apply(listing(...episodes(-9, 0))).length, 10);
	const some = new Show({ newest: "all", match: "^episode 9[89]$" }, 100);
	assert.equal(some.apply(listing(...episodes(-9, 0))), ["98", "99"]);
	assert.equal(some.apply(listing(...episodes(-9, 1)), 1), []);
	assert.equal(some.plan(listing(...episodes(-9, 1)), 2).entry, undefined);
});

months("what its feed no longer lists stays, and is not new when it is listed again", () => {
	const show = new Show({ newest: 1 });
	show.apply(listing(...episodes(-5, 0)));
	assert.equal(show.apply(listing(episode(1)), 1), ["101"]);
	assert.equal(show.videos(), ["episodes/ep-100", "episodes/ep-101"]);
	assert.equal(show.apply(listing(), 2), []);
	assert.equal(show.videos().length, 2);
	assert.equal(show.apply(listing(...episodes(-5, 1)), 3), []);
});

months("an item that waits for its turn is taken although its feed has lost it, or cannot be read", () => {
	const show = new Show({ newest: 5 }, 2);
	show.apply(listing(...episodes(-4, 0)));
	assert.equal(show.apply(listing(episode(0))), ["98", "99"]);
	assert.equal(show.apply({ failed: "It is down.", remedy: "Wait." }), ["100"]);
});

months("a feed that cannot be read at first is begun with when it can be", () => {
	const show = new Show({ newest: 1 });
	assert.equal(show.apply({ failed: "It is down.", remedy: "Wait." }), []);
	assert.equal(show.snapshot.feeds, undefined);
	assert.equal(show.apply(listing(...episodes(-5, 0))), ["100"]);
});

months("a feed that is empty at first does not bring what is old later", () => {
	const show = new Show();
	show.apply(listing());
	const news = show.plan(listing(...episodes(-9, 1)), 1);
	assert.equal(
		news.taken.map(({ key }) => key),
		["ep-101"],
	);
	assert.equal([news.doubtful.length, news.doubtful[0]?.why], [10, "older"]);
});

months("another id, another host or a counting service in front is the same item", () => {
	const show = new Show({ newest: "all" }, 100);
	show.apply(listing(...episodes(-2, 0)));
	const others = [
		{ ...episode(-2), id: "other-1" },
		episode(-1, { id: "other-2", source: { kind: "url", url: "https://new.example.org/files/x99.mp4" } }),
		episode(0, {
			id: "other-3",
			title: "Renamed",
			source: {
				kind: "url",
				url: "https://dts.example.net/redirect.mp4/media.example.com/100.mp4?utm_source=feed",
			},
		}),
	];
	assert.equal(show.apply(listing(...others), 1), []);
	assert.equal(show.plan(listing(...others), 2).entry, undefined);
	assert.is(show.videos().length, 3);
});

months("a feed numbered anew asks, and what it lists later is taken", () => {
	const show = new Show();
	show.apply(listing(...episodes(-5, 0)));
	const anew = (number: number) =>
		episode(number, {
			id: `urn:${number}`,
			title: `Part ${number + 50}`,
			source: { kind: "url", url: `https://other.example/${number}.mp4` },
		});
	const all = [-5, -4, -3, -2, -1, 0].map(anew);
	const news = show.plan(listing(...all), 1);
	assert.equal([news.taken.length, news.doubtful.length], [0, 6]);
	assert.equal([...new Set(news.doubtful.map(({ why }) => why))], ["renumbered"]);
	show.apply(listing(...all), 1);
	assert.equal(show.apply(listing(...all, anew(2)), 2).length, 1);
});

months("a guid that stands for another episode each week is several items", () => {
	const show = new Show();
	const latest = (number: number) => episode(number, { id: "latest" });
	show.apply(listing(latest(0)));
	assert.equal(show.apply(listing(latest(1)), 1), ["101"]);
	assert.equal(show.apply(listing(latest(1)), 1), []);
	assert.equal(show.apply(listing(latest(2)), 2), ["102"]);
	assert.equal(show.apply(listing(latest(3)), 3), ["103"]);
	assert.is(new Set(show.videos()).size, 3);
});

months("a corrected video or title is the same item; its words follow until a clip was handed over", () => {
	const show = new Show({ newest: 1 });
	show.apply(listing(episode(0)));
	const fixed = episode(0, {
		title: "Episode 100, corrected",
		fields: { title: "Episode 100, corrected" },
		source: { kind: "url", url: "https://media.example.com/100-v2.mp4" },
	});
	assert.equal(show.apply(listing(fixed)), []);
	const known = show.snapshot.feeds?.[KEY]?.items["ep-100"]?.item;
	assert.equal([known?.title, known?.source], ["Episode 100, corrected", fixed.source]);
	assert.is(show.videos().length, 1);
});

months("the video of an item stays what it is once it was submitted", () => {
	const show = new Show({ newest: 1 });
	show.apply(listing(episode(0)));
	const source = { kind: "url", url: "https://media.example.com/100-v2.mp4" } as const;
	const corrected = listing(episode(0, { source }));
	assert.ok(show.plan(corrected).entry);
	show.snapshot = { ...show.snapshot, resources: { [videoAddress("k", "episodes/ep-100")]: submitted() } };
	assert.is(show.plan(corrected).entry, undefined);
});

months("an item whose file is not there is no video, until it was submitted", () => {
	const folder = {
		kind: "folder",
		folder: "/show/in",
		pattern: "*.mp4",
		shown: "in",
		stableForMs: 1,
	} as const;
	const show = new Show({ from: folder, newest: "all" });
	const file = (number: number) =>
		episode(number, { source: { kind: "file", path: `in/${number}.mp4`, sha256: `${number}`.repeat(64) } });
	const both = { items: [file(0), file(1)], unusable: [] };
	show.apply(both, 1);
	assert.equal(show.plan(both, 1).missing, []);
	const one = { items: [file(1)], unusable: [] };
	assert.equal(show.plan(one, 1).missing, [{ key: "ep-100", title: "Episode 100" }]);
	assert.equal(show.videos([show.plan(one, 1)]), ["episodes/ep-101"]);
	show.snapshot = { ...show.snapshot, resources: { [videoAddress("k", "episodes/ep-100")]: submitted() } };
	assert.equal(show.plan(one, 1).missing, []);
});

months("a channel's feed that is empty at first does not bring what is old later, a folder does", () => {
	const from = { kind: "youtube", channel: "UC0" } as const;
	const channel = new Show({ from });
	channel.apply(listing());
	assert.equal(channel.apply(listing(episode(-9), episode(1)), 1), ["101"]);
	const folder = new Show({
		from: { kind: "folder", folder: "/show/in", pattern: "*.mp4", shown: "in", stableForMs: 1 },
	});
	folder.apply(listing());
	assert.equal(folder.apply(listing(episode(-9), episode(1)), 1), ["91", "101"]);
});

months("what a feed corrects is told, so that what failed for good is tried again", () => {
	const show = new Show({ newest: 1 });
	show.apply(listing(episode(0)));
	const source = { kind: "url", url: "https://media.example.com/100-v2.mp4" } as const;
	const isCorrected = changedItems([show.plan(listing(episode(0, { source })))]);
	assert.is(isCorrected(videoAddress("k", "episodes/ep-100")), true);
	assert.is(isCorrected(videoAddress("k", "episodes/ep-101")), false);
	assert.is(changedItems([show.plan(listing(episode(0)))])(videoAddress("k", "episodes/ep-100")), false);
});

months("the same title with a near date asks; a title that comes every month does not", () => {
	const show = new Show({ newest: 1 });
	show.apply(listing(episode(0, { title: "Town hall" })));
	const again = {
		title: "Town hall",
		id: "x",
		source: { kind: "url", url: "https://m.example/x.mp4" },
	} as const;
	assert.is(
		show.plan(listing(episode(0, { title: "Town hall" }), episode(1, again)), 1).doubtful[0]?.why,
		"alike",
	);
	assert.equal(show.apply(listing(episode(0, { title: "Town hall" }), episode(5, again)), 5).length, 1);
});

months("a clock that was set back, or dates in the future, take nothing and lose nothing", () => {
	const show = new Show({ newest: 1 });
	show.apply(listing(...episodes(-3, 0)), 0);
	assert.equal(show.apply(listing(...episodes(-3, 1)), -20), ["101"]);
	const odd = new Show();
	odd.apply(listing(...episodes(-3, 0), episode(500)));
	assert.equal(odd.apply(listing(...episodes(-3, 1), episode(500)), 1), ["101"]);
});

months("a feed that is renamed with a word is the same feed, and without one another", () => {
	const show = new Show({ newest: 1 });
	show.apply(listing(...episodes(-3, 0)));
	const told = show.renamed("show", true);
	assert.equal(told.apply(listing(...episodes(-3, 1)), 1), ["101"]);
	assert.equal(Object.keys(told.snapshot.feeds ?? {}), ["k.feed.show"]);
	assert.equal(told.videos(), ["episodes/ep-100", "episodes/ep-101"]);
	const untold = show.renamed("other", false);
	assert.is(untold.plan(listing(...episodes(-3, 1)), 1).isFirst, true);
});

months("an item whose record is lost stays what it is: nobody took it back", () => {
	const show = new Show({ newest: 1 });
	show.apply(listing(...episodes(-3, 0)));
	const address = videoAddress("k", "episodes/ep-100");
	show.snapshot = snapshot({
		[address]: submitted({ request: request({ source: { kind: "url", url: URL_100 } }) }),
	});
	assert.equal(show.videos(), ["episodes/ep-100"]);
	show.apply(listing(...episodes(-3, 0)));
	assert.equal(show.videos(), ["episodes/ep-100"]);
	const other = show.renamed("other", false);
	assert.equal(other.videos(), ["episodes/ep-100"]);
});

months("10,000 items are told apart in a moment, and a second look finds nothing new", () => {
	const show = new Show();
	const all = listing(...episodes(-9_999, 0));
	show.apply(all);
	const state = show.snapshot.feeds?.[KEY];
	assert.is(Object.keys(state?.left ?? {}).length, 10_000);
	assert.is(show.plan(all, 1).entry, undefined);
	assert.equal(show.apply(listing(...episodes(-9_999, 1)), 1), ["101"]);
});

months("signatures in addresses are not remembered", () => {
	const show = new Show({ newest: 1 });
	const url = "https://cdn.example.com/a.mp4?id=7&X-Amz-Signature=abc123&X-Amz-Date=20261124";
	show.apply(listing(episode(0, { source: { kind: "url", url } })));
	assert.not.match(JSON.stringify(show.snapshot), "abc123");
	assert.match(JSON.stringify(show.snapshot), "a.mp4?id=7");
});

months.run();
