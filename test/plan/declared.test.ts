import { suite } from "uvu";
import * as assert from "uvu/assert";
import { postsOfKnownClips } from "../../src/plan/declared.ts";
import { addressOf, campaign, clip, settledVideo, submitted, TALK } from "../builders/world.ts";

const declared = suite("posts of known clips");
declared("are those of every clip of a finished task", () => {
	const found = postsOfKnownClips(campaign(), { [TALK]: settledVideo([clip(0), clip(1)]) });
	assert.equal(found, [addressOf(clip(0)), addressOf(clip(1))]);
});

declared("are none while the task runs", () => {
	assert.equal(postsOfKnownClips(campaign(), { [TALK]: submitted() }), []);
});
declared.run();
