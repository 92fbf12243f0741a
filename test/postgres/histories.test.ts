// May share a process: its server and folder go with the process.
/** A few months of feeds with state: postgres; `npm run drill -- feeds` and `databases` live through many. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { liveWithFeeds } from "../drill/feeds/feeds.ts";

const SEED = 20_261_124;

const histories = suite("histories in PostgreSQL");

histories("every episode of a feed is posted once, and nothing old", async () => {
	const { cases, broken } = await liveWithFeeds("database", { histories: 4, seed: SEED });
	assert.equal([cases, broken], [4, []]);
});

histories.run();
