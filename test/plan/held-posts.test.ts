import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import { namedPosts } from "../../src/plan/held-posts.ts";
import { addressOf, clip, ledgerOf, NOW, posted, postRequest, snapshot } from "../builders/world.ts";

const [FIRST, SECOND, THIRD] = [clip(0), clip(1), clip(2)];
const later = epochMs(NOW + 60_000);
const known = snapshot(
	{
		[addressOf(FIRST)]: posted(FIRST),
		[addressOf(SECOND)]: posted(SECOND, { request: postRequest(SECOND, { scheduledAt: later }) }),
		[addressOf(THIRD)]: posted(THIRD, { withdrawn: { at: NOW, by: "ann" } }),
	},
	{ ledger: [FIRST, SECOND, THIRD].map((each) => ledgerOf(each, { address: addressOf(each) })) },
);
const ALL = 'k.post.shorts["talk@*"].tube';

function named(selectors: readonly string[], aheadOf?: typeof NOW) {
	const { found, foreign } = namedPosts(known, selectors, aheadOf);
	return [found.map(({ address }) => address), foreign];
}

const posts = suite("the posts that a command names");

posts("are found by their addresses, whenever they go out", () => {
	assert.equal(named([addressOf(FIRST)], NOW), [[addressOf(FIRST)], []]);
	assert.equal(named([addressOf(SECOND), addressOf(FIRST)]), [[addressOf(FIRST), addressOf(SECOND)], []]);
});

posts("are found by a pattern, where that is asked for only those that go out later", () => {
	assert.equal(named([ALL]), [[addressOf(FIRST), addressOf(SECOND)], []]);
	assert.equal(named([ALL], NOW), [[addressOf(SECOND)], []]);
	assert.equal(named([ALL], later), [[], [ALL]]);
});

posts("are not those that somebody cancelled, nor those that nobody made", () => {
	const absent = addressOf(clip(7));
	assert.equal(named([addressOf(THIRD), absent]), [[], [addressOf(THIRD), absent]]);
	const unmade = { ...known, ledger: [] };
	assert.equal(namedPosts(unmade, [addressOf(FIRST)]), { found: [], foreign: [addressOf(FIRST)] });
});

posts.run();
