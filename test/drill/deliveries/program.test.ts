import { suite } from "uvu";
import * as assert from "uvu/assert";
import { randomFrom } from "../random.ts";
import { programCases, tryProgramCases } from "./program.ts";
import { YOUTUBE } from "./youtube.ts";

const kills = suite("kill -9 of an apply that posts to a platform");

// One here, chosen by the seed; `npm run drill -- deliveries program` tries all of every platform.
kills("leaves the post out once, and a second apply says so", async () => {
	const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
	const all = programCases(YOUTUBE);
	const chosen = all.filter((_, at) => at === randomFrom(seed)(all.length));
	assert.equal((await tryProgramCases(chosen)).broken, [], `seed ${seed}`);
});

kills.run();
