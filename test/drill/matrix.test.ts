import pLimit from "p-limit";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withJudge } from "./judge.ts";
import { nameOf, SQUARES, trySquare } from "./matrix.ts";
import { settledPlace } from "./place.ts";

/** Every so many squares one is tried here; the numbers have no common factor with the sides of the matrix, so that every row is met. `npm run drill` tries them all. */
const STRIDE = 23;

const matrix = suite("kill -9 at every step, against everything a service does wrong");

matrix("posts, submits and renders nothing twice, loses nothing, and comes home: a sample", async () => {
	const sample = SQUARES.filter((_, at) => at % STRIDE === 0);
	const broken = await withJudge(async (judge) => {
		const [settled, inTurn] = [await settledPlace(judge), pLimit(2)];
		const results = await Promise.all(sample.map((square) => inTurn(() => trySquare(square, { judge, settled }))));
		return results.flatMap(({ square, broken }) => broken.map((each) => `${nameOf(square)}: ${each}`));
	});
	assert.equal(broken, []);
});

matrix.run();
