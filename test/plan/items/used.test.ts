import { suite } from "uvu";
import * as assert from "uvu/assert";
import { renditionAddress, videoAddress } from "../../../src/model/address.ts";
import { usedIn } from "../../../src/plan/items/used.ts";
import { addressOf, ledgerOf, operation, posted, snapshot, submitted, TALK } from "../../builders/world.ts";

const used = suite("what became of the videos of items");
const RENDITION = renditionAddress("k", "talk", "small");

used("a video, a post, an attempt at one and a posted moment count; a smaller copy alone does not", () => {
	const whether = (...of: Parameters<typeof snapshot>) => {
		const { isSubmitted, isPosted } = usedIn(snapshot(...of));
		return [isSubmitted("k", "talk"), isPosted("k", "talk")];
	};
	assert.equal(whether({}), [false, false]);
	assert.equal(whether({ [TALK]: submitted() }), [true, false]);
	assert.equal(whether({ [addressOf()]: posted() }), [true, true]);
	assert.equal(whether({}, { ledger: [ledgerOf()] }), [true, true]);
	const attempt = operation({ kind: "publish", address: addressOf() });
	assert.equal(whether({}, { operations: { [attempt.id]: attempt } }), [true, true]);
	assert.equal(whether({ [RENDITION]: submitted() }), [false, false]);
	assert.is(
		usedIn(snapshot({ [videoAddress("other", "talk")]: submitted() })).isSubmitted("k", "talk"),
		false,
	);
});

used.run();
