import { suite } from "uvu";
import * as assert from "uvu/assert";
import { file, settingOf, settle } from "./settle.ts";

const HASH = "ab".repeat(32);
const ui = (text: string) => file(`ui: ${text}\n`);

const settings = suite("settings of the page");
settings("users have a role and a hash, and a public address is an origin", async () => {
	const files = ui(
		`{ users: { Ada: { role: review, token_sha256: ${HASH.toUpperCase()} } }, public_url: https://Review.example.com/ }`,
	);
	assert.equal(await settingOf({ files }, (each) => each.ui), {
		users: [{ name: "Ada", role: "review", tokenSha256: HASH }],
		publicUrl: "https://review.example.com",
	});
});

const mistakes: Record<string, string> = {
	"a role that there is not": `{ users: { Ada: { role: admin, token_sha256: ${HASH} } } }`,
	"a token in place of its hash":
		"{ users: { Ada: { role: run, token_sha256: hsZFv7t0RTsey0oWYVZFBmQGui } } }",
	"a user without a hash": "{ users: { Ada: { role: run } } }",
	"a public address with a path": "{ public_url: https://example.com/review }",
	"a public address with a name and password": "{ public_url: https://a:b@example.com }",
	"a public address with a port that there is not": "{ public_url: https://example.com:99999 }",
};
for (const [title, text] of Object.entries(mistakes))
	settings(`${title} is an error`, async () => {
		assert.is(await settle({ files: ui(text) }, ({ ok }) => ok), false);
	});

settings.run();
