import fc from "fast-check";
import { suite } from "uvu";
import { histories } from "./history.ts";
import { live } from "./model.ts";

/** Printed, so that a failure can be lived through again: `SEED=… npm test -- test/drill/model.test.ts`. */
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
console.log(`seed ${SEED}`);

const model = suite("random histories");

model(
	"of edits, kills, faults, renames, clock jumps and two processes: nobody sees a post twice, and nothing wanted is lost",
	() =>
		fc.assert(
			fc.asyncProperty(histories, (history) => live(history)),
			{ numRuns: 300, seed: SEED },
		),
);

model.run();
