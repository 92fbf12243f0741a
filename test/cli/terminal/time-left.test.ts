import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openPace } from "../../../src/cli/terminal/time-left.ts";

const pace = suite("how long things still take");

/** What is said at each moment: seconds, share done. */
function said(
	...moments: readonly (readonly [seconds: number, share: number])[]
): readonly (string | undefined)[] {
	let now = 0;
	const { left } = openPace(() => now);
	return moments.map(([seconds, share]) => {
		now = seconds * 1000;
		return left("it", share);
	});
}

const cases: Record<string, [moments: [number, number][], words: (string | undefined)[]]> = {
	"nothing is guessed from one look, or from little": [
		[
			[0, 0],
			[1, 0.5],
			[60, 0.01],
		],
		[undefined, undefined, undefined],
	],
	"it is told by how fast it went, coarsely": [
		[
			[0, 0],
			[10, 0.1],
			[60, 0.5],
			[110, 0.92],
		],
		[undefined, "about 2 min left", "about 65 s left", "about 10 s left"],
	],
	"what was done before it was first seen does not count": [
		[
			[0, 0.5],
			[30, 0.75],
		],
		[undefined, "about 30 s left"],
	],
	"long work is told in minutes and hours": [
		[
			[0, 0],
			[600, 0.25],
			[660, 0.05],
			[4_000, 0.1],
		],
		[undefined, "about 30 min left", undefined, "about 16.7 h left"],
	],
	"a quick first step is soon forgotten": [
		[
			[0, 0],
			[5, 0.2],
			[10, 0.4],
			[20, 0.45],
			[30, 0.5],
			[40, 0.55],
		],
		[
			undefined,
			"about 20 s left",
			"about 15 s left",
			"about 35 s left",
			"about 2 min left",
			"about 2 min left",
		],
	],
	"waiting for its turn does not count": [
		[
			[0, 0],
			[600, 0],
			[610, 0.5],
		],
		[undefined, undefined, "about 10 s left"],
	],
	"the end needs no words": [
		[
			[0, 0],
			[9, 1],
		],
		[undefined, undefined],
	],
};
for (const [title, [moments, words]] of Object.entries(cases))
	pace(title, () => assert.equal(said(...moments), words));

pace.run();
