/** A few months of feeds with every `npm test`; `npm run drill -- feeds` lives through hundreds. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { liveWithFeeds } from "./feeds.ts";

const SEED = 20_261_124;

const months = suite("months of feeds");

for (const [on, histories] of [
	["memory", 40],
	["disk", 4],
	["remote", 1],
] as const)
	months(`every episode is posted once, and nothing old: state on ${on}`, async () => {
		const { cases, broken } = await liveWithFeeds(on, { histories, seed: SEED });
		assert.equal([cases, broken], [histories, []]);
	});

months.run();
