import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadPatterns } from "../../../src/compose/pattern.ts";
import type { ClipSelection } from "../../../src/model/campaign.ts";
import { choose, mostChosen } from "../../../src/plan/desired/choose.ts";
import { clip } from "../../builders/world.ts";

/** Clip n starts at n * 100 s and is 40 s long; scores are 90, 80, 70, 60. */
const CLIPS = [
	clip(2),
	clip(0, { title: "The Launch" }),
	clip(3, { description: "a word from our sponsor" }),
	clip(1, { moment: { from: 100_000, to: 110_000 }, tags: ["price"] }),
];

const choosing: Record<string, [ClipSelection, number[]]> = {
	"all, best first": [{}, [0, 1, 2, 3]],
	"the best so many": [{ top: 2 }, [0, 1]],
	"exactly these ranks": [{ ranks: [3, 1] }, [1, 3]],
	"a rank that is named twice, once; one that no clip has, none": [{ ranks: [3, 1, 3, 9] }, [1, 3]],
	"of these ranks, the best so many": [{ ranks: [3, 2, 1], top: 2 }, [1, 2]],
	"at least this score": [{ minScore: 70 }, [0, 1, 2]],
	"long enough": [{ duration: { from: 15_000 } }, [0, 2, 3]],
	"short enough": [{ duration: { to: 15_000 } }, [1]],
	"a length, both ends included": [{ duration: { from: 40_000, to: 40_000 } }, [0, 2, 3]],
	"words of title, description and tags, in any case": [{ match: "launch|PRICE" }, [0, 1]],
	"not these words": [{ exclude: "Sponsor" }, [0, 1, 2]],
	"the conditions hold together": [{ match: "launch|price", duration: { from: 15_000 }, top: 5 }, [0]],
	"a pinned stretch overrides the conditions": [
		{ minScore: 85, pin: [{ from: 300_000, to: 400_000 }] },
		[0, 3],
	],
	"pinned clips count first": [{ top: 1, pin: [{ from: 300_000, to: 340_000 }] }, [3]],
	"a pinned clip beside the named ranks": [{ ranks: [0], pin: [{ from: 300_000, to: 340_000 }] }, [0, 3]],
	"half of the shorter one must be in the stretch": [
		{
			ranks: [0],
			pin: [
				{ from: 0, to: 5_000 },
				{ from: 230_000, to: 300_000 },
			],
		},
		[0],
	],
	"no clip touches a skipped stretch, pinned or not": [
		{
			skip: [
				{ from: 0, to: 1 },
				{ from: 339_999, to: 500_000 },
			],
			pin: [{ from: 300_000, to: 340_000 }],
		},
		[1, 2],
	],
	"to touch is to share a part": [{ skip: [{ from: 40_000, to: 100_000 }] }, [0, 1, 2, 3]],
};

await loadPatterns();
const suiteOfChoices = suite("the clips a selection chooses");
for (const [title, [selection, expected]] of Object.entries(choosing))
	suiteOfChoices(title, () =>
		assert.equal(
			choose(selection, CLIPS).map(({ idx }) => idx),
			expected,
		),
	);

suiteOfChoices(
	"a place that is taken counts in ranks and in the best so many, and its clip is not chosen",
	() => {
		const taken = [{ request: { idx: 1 } }];
		const others = (selection: ClipSelection) =>
			choose(selection, CLIPS, { taken, without: new Set([CLIPS[1]]) }).map(({ idx }) => idx);
		assert.equal(others({ ranks: [0, 1, 2] }), [2]);
		assert.equal(others({ top: 3 }), [1, 2]);
		assert.equal(others({ pin: [{ from: 0, to: 40_000 }], top: 2 }), [1]);
	},
);

suiteOfChoices("a hostile pattern is answered", () => {
	const long = clip(0, { description: "a".repeat(50_000) });
	assert.equal(choose({ match: "(a+)+$b" }, [long]), []);
});
suiteOfChoices.run();

const bounds: Record<string, [ClipSelection, number | undefined, number | undefined]> = {
	"nothing bounds": [{ minScore: 3 }, undefined, undefined],
	"the smallest bound counts": [{ top: 5, ranks: [1, 2, 3] }, 4, 3],
	"a pin may bring clips of other ranks": [{ ranks: [1], pin: [{ from: 0, to: 1 }] }, 4, 4],
};
const most = suite("the most clips a selection can give");
for (const [title, [selection, limit, expected]] of Object.entries(bounds))
	most(title, () => assert.is(mostChosen(selection, limit), expected));
most.run();
