import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bindOf, type ClipReview } from "../../../src/model/review.ts";
import { reviewedClips } from "../../../src/plan/desired/reviewed-clips.ts";
import { clip } from "../../builders/world.ts";

const place = { file: "k.clips.yaml", line: 7, column: 5 };
const found = clip(0);
const bind = bindOf("sha256:a", found);

function decided(over: Partial<ClipReview>, of = found) {
	const review = { moment: found.moment, place, bind, words: {}, voided: false, ...over };
	const campaign = { file: "k.campaign.yaml", reviews: { talk: [review] } };
	return reviewedClips(campaign, { video: "talk", source: "sha256:a", clips: [of] }).of(of);
}

const reviews = suite("what people said of a clip");

reviews("counts as long as the clip is what they saw", () => {
	assert.equal(decided({ approve: true }), { clip: found });
	assert.is(decided({ approve: true, bind: "another" }).unapproved?.reason, "review-void");
});

reviews("is in its words, where there are any", () => {
	const words = { title: "By hand" };
	assert.equal(decided({ approve: true, words }), { clip: { ...found, ...words }, edits: words });
	const { voidEdits, clip: shown } = decided({ approve: true, words, bind: "another" });
	assert.equal([voidEdits, shown.title], [{ file: place.file, line: place.line }, found.title]);
});

reviews("holds no edits where nobody wrote words", () => {
	for (const bound of [bind, "another"]) {
		const { edits, voidEdits } = decided({ approve: true, bind: bound });
		assert.equal([edits, voidEdits], [undefined, undefined]);
	}
	const cut = { ...found, moment: { from: found.moment.from, to: found.moment.to - 1000 } };
	assert.equal([decided({}, cut).edits, decided({}, cut).voidEdits], [undefined, undefined]);
});

reviews.run();
