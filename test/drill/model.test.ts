import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { liveKnown } from "./histories.ts";
import { histories } from "./history.ts";
import { live } from "./model.ts";

/** The same histories each time: `npm run drill` looks for others, and SEED=… lives through them here. */
const SEED = Number(process.env.SEED ?? 372_422_492);
console.log(`seed ${SEED}`);

const model = suite("random histories");

model(
	"of edits, kills, renames, workspaces, accounts, sources and changed minds: nobody sees a post twice, nothing wanted is lost",
	() =>
		fc.assert(
			fc.asyncProperty(histories, (history) => live(history)),
			{ numRuns: 60, seed: SEED },
		),
);

for (const on of ["memory", "disk"] as const)
	model(`what went wrong once, with the state in ${on === "disk" ? "files" : "memory"}`, async () => {
		assert.equal((await liveKnown(on)).broken, []);
	});

model.run();
