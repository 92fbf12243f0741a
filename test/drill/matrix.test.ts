import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withJudge } from "./judge.ts";
import { SQUARES, trySquares } from "./matrix.ts";
import { settledPlace } from "./place.ts";

/**
 * Every so many squares one is tried here; the numbers have no common factor with the sides of the
 * matrix, so that every row is met. `npm run drill` tries them all.
 */
const STRIDE = 41;

const matrix = suite("kill -9 at every step, against everything a service does wrong");

matrix("posts, submits and renders nothing twice, loses nothing, and comes home: a sample", async () => {
	const sample = SQUARES.filter((_, at) => at % STRIDE === 0);
	const { broken, cases } = await withJudge(async (judge) =>
		trySquares(sample, { judge, settled: await settledPlace(judge), only: "" }),
	);
	assert.is(cases, sample.length);
	assert.equal(broken, []);
});

matrix.run();
