/** What two versions of a state record of a feed is kept of both. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../../src/model/brand.ts";
import type { FeedState, KnownItem } from "../../../src/model/feed-state.ts";
import { combined } from "../../../src/state/repair/salvage.ts";
import { NOW, snapshot } from "../../builders/world.ts";

function item(id: string): KnownItem {
	const source = { kind: "url", url: `https://media.example/${id}.mp4` } as const;
	return { status: "taken", seenAt: NOW, item: { id, source, fields: {} } };
}

function feed(key: string, newestAt: number): FeedState {
	return {
		begunAt: NOW,
		newestAt: epochMs(newestAt),
		items: { [key]: item(key) },
		left: { [`l-${key}`]: [] },
	};
}

const repair = suite("repair of a state with feeds");

repair("items that either side of a merge conflict took stay taken", () => {
	const sides = [feed("ep-1", NOW), feed("ep-2", NOW + 5)].map((podcast, index) =>
		snapshot({}, { serial: 7 - index, lineage: "l", feeds: { "k.feed.podcast": podcast } }),
	);
	const journal = { header: undefined, lines: [], problems: [] };
	const { feeds } = combined({ lineage: "l", current: sides, backups: [], journal, known: undefined });
	const { items, left, newestAt } = feeds?.["k.feed.podcast"] ?? feed("none", 0);
	assert.equal(Object.keys(items).sort(), ["ep-1", "ep-2"]);
	assert.equal(Object.keys(left).sort(), ["l-ep-1", "l-ep-2"]);
	assert.is(newestAt, NOW + 5);
});

repair.run();
