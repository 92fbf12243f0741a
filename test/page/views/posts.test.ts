import { suite } from "uvu";
import * as assert from "uvu/assert";
import { postsPage, whereIs } from "../../../src/page/views/posts.ts";
import { accountWords } from "../../../src/page/views/status-pill.ts";
import { itemAt, overviewOf } from "../fake-source.ts";

const where = suite("where a post is, on the page");

const ADDRESS = 'k.post.shorts["talk@0-30000"].team';
const item = itemAt(ADDRESS, { account: { platform: "linkedin", username: "acme-inc" } });

const cases: Record<string, readonly [location: string, outbox: string | undefined, words: string]> = {
	"the local outbox is called so": [
		"linkedin/acme-inc/1",
		"outbox",
		"to the local outbox: outbox/linkedin/acme-inc/1",
	],
	"that of a service too": [
		"linkedin/acme-inc/1",
		undefined,
		"to the service&#39;s outbox: linkedin/acme-inc/1",
	],
	"a public post is a link": ["https://example.com/1", undefined, 'href="https://example.com/1"'],
};
for (const [title, [location, folder, words]] of Object.entries(cases))
	where(title, () => {
		const overview = overviewOf([item], folder === undefined ? {} : { outbox: { folder } });
		assert.match(whereIs(item, location, overview).toString(), words);
	});

where("a platform is called as it calls itself", () => {
	assert.match(accountWords(item)?.toString() ?? "", "LinkedIn");
});

where("a post without a time goes out as soon as possible, and a video has none", () => {
	const shown = (address: string) =>
		postsPage(overviewOf([itemAt(address, { standing: "todo" })]), {
			...{ status: "", campaign: "", account: "", text: "", page: 1 },
		}).toString();
	assert.match(shown(ADDRESS), "as soon as possible");
	assert.not.match(shown("k.video.talk"), "as soon as possible");
});

where.run();
