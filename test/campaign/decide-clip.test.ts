import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type ClipDecision, decideClip } from "../../src/campaign/decide-clip.ts";
import { reviewDigest } from "../../src/model/review.ts";

const deciding = suite("deciding about a clip");

const TEXT = `# ours
videos:
  talk:
    # the opening
    0-9000:
      from: 0:00.000
      to: 0:09.000
      duration: 9.0s
      score: 80
      generated:
        title: One
        description: Two
        tags: [ a ]
      bind: aaaaaaaaaaaaaaaaaaaa
    9000-20000:
      from: 0:09.000
      to: 0:20.000
      duration: 11.0s
      score: 70
      generated:
        title: Three
        description: Four
        tags: []
      bind: bbbbbbbbbbbbbbbbbbbb
      title: Mine # better
      approve: true # Ada
`;
const OPEN = reviewDigest(undefined, {});
const SECOND = reviewDigest(true, { title: "Mine" });

function decided(decision: Partial<ClipDecision>, text = TEXT) {
	const first = { video: "talk", moment: { from: 0, to: 9000 }, bind: "aaaaaaaaaaaaaaaaaaaa", seen: OPEN };
	return decideClip({ file: "talk.clips.yaml", text }, { ...first, ...decision });
}
const second = { moment: { from: 9000, to: 20000 }, bind: "bbbbbbbbbbbbbbbbbbbb", seen: SECOND };

deciding("an approval adds one line, and nothing else changes", () => {
	const { document: _, ...made } = decided({ approve: true }) ?? {};
	assert.equal(made, {
		after: TEXT.replace(
			"      bind: aaaaaaaaaaaaaaaaaaaa\n",
			"      bind: aaaaaaaaaaaaaaaaaaaa\n      approve: true\n",
		),
		same: true,
	});
});

deciding("a changed decision and other words keep the comments beside them", () => {
	const made = decided({ ...second, approve: false, words: { title: "Yours: {{ no template }}" } });
	assert.is(
		made?.after,
		TEXT.replace("title: Mine # better", 'title: "Yours: {{ no template }}" # better').replace(
			"approve: true # Ada",
			"approve: false # Ada",
		),
	);
});

deciding("empty words and a decision that is taken back are taken out", () => {
	const made = decided({ ...second, approve: "open", words: { title: "", tags: [] } });
	assert.is(made?.after, TEXT.replace("      title: Mine # better\n      approve: true # Ada\n", ""));
});

deciding("another cut is written as the file says it", () => {
	assert.match(decided({ trim: "1.5-8" })?.after ?? "", /\n {6}trim: 1\.5-8\n/);
});

deciding("line ends of Windows stay", () => {
	const text = TEXT.replaceAll("\n", "\r\n");
	const made = decided({ approve: true }, text);
	assert.is(
		made?.after,
		text.replace(
			"      bind: aaaaaaaaaaaaaaaaaaaa\r\n",
			"      bind: aaaaaaaaaaaaaaaaaaaa\r\n      approve: true\r\n",
		),
	);
});

const STALE: Readonly<Record<string, Partial<ClipDecision>>> = {
	"the clip has another text": { bind: "other" },
	"somebody has approved it": { ...second, seen: reviewDigest(undefined, { title: "Mine" }) },
	"somebody has reworded it": { ...second, seen: reviewDigest(true, {}) },
};
for (const [title, decision] of Object.entries(STALE))
	deciding(`it is not the same any more when ${title} since`, () => {
		assert.is(decided({ approve: false, ...decision })?.same, false);
	});

deciding("a clip that is not in the file cannot be decided about", () => {
	assert.is(decided({ moment: { from: 1, to: 2 } }), undefined);
	assert.is(decided({ video: "other" }), undefined);
});

deciding.run();
