/** `npm run drill`: everything that must hold when things go wrong, and whether it held. */
import pLimit from "p-limit";
import { withJudge } from "./judge.ts";
import { nameOf, SQUARES, trySquare } from "./matrix.ts";
import { settledPlace } from "./place.ts";

const started = performance.now();
const filter = process.argv[2] ?? "";
const results = await withJudge(async (judge) => {
	const settled = await settledPlace(judge);
	const inTurn = pLimit(2);
	const squares = SQUARES.filter((square) => nameOf(square).includes(filter));
	return Promise.all(squares.map((square) => inTurn(() => trySquare(square, { judge, settled }))));
});
for (const { square, broken } of results) for (const each of broken) console.log(`${nameOf(square)}: ${each}`);
console.log(results.length, results.filter(({ broken }) => broken.length > 0).length, (performance.now() - started) / 1000);
