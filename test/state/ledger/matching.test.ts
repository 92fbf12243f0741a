import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type AccountKnowledge, comparePost, comparerOf } from "../../../src/state/ledger/matching.ts";

const comparing = suite("posts that are compared with an account");

const HERE = "https://clips.example.com";
const OLD = "https://old.example.com";
const account = { platform: "youtube", handle: "acme", id: "a1" } as const;

/** Posts to accounts that differ in one thing each from the one that is asked about. */
const posts = [
	{ scope: HERE, account },
	{ scope: HERE, account: { platform: "youtube", handle: "acme" } },
	{ scope: HERE, account: { platform: "youtube", handle: "former" } },
	{ scope: HERE, account: { platform: "youtube", handle: "acme", id: "a2" } },
	{ scope: HERE, account: { platform: "youtube", handle: "other", id: "a3" } },
	{ scope: HERE, account: { platform: "tiktok", handle: "acme" } },
	{ scope: OLD, account },
	{ scope: "outbox:x", account },
] as const;

comparing("each account of thousands of posts is compared once, and as it is alone", () => {
	let asked = 0;
	const about: AccountKnowledge = {
		...{ scope: HERE, words: [], services: [] },
		handlesOf: () => {
			asked++;
			return ["former"];
		},
	};
	const alone = posts.map((post) => comparePost(post, account, about));
	const once = asked;
	asked = 0;
	const compare = comparerOf(account, about);
	for (let round = 0; round < 1_000; round++) assert.equal(posts.map(compare), alone);
	assert.is(asked, once);
	assert.equal(
		alone.map(({ sameness }) => sameness),
		["same", "same", "same", "probable", "other", "other", "probable", "other"],
	);
});
comparing.run();
