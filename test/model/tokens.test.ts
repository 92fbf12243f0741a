import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withoutTokens } from "../../src/model/secret.ts";

const HIDDEN: readonly string[] = [
	"http://127.0.0.1:1/callback?state=x&code=CANARY-0123",
	'{"access_token":"CANARY-0123","expires_in":3600}',
	"refresh_token=CANARY-0123&grant_type=refresh_token",
	"client_secret: CANARY-0123",
	"Authorization: Bearer CANARY-0123",
	"https://upload.example/videos?upload_id=CANARY-0123",
];

const tokens = suite("tokens in what is printed");
for (const text of HIDDEN)
	tokens(`${text} is printed without`, () => {
		const shown = withoutTokens(text);
		assert.not.match(shown, "CANARY");
		assert.is(shown.length, text.length);
	});

tokens("words that only look alike stay", () => {
	for (const text of [
		"exit code: 3",
		"code=ENOENT",
		"api_key: { env: YOUTUBE_CLIENT_SECRET }",
		"Bearer of news",
	])
		assert.is(withoutTokens(text), text);
});
tokens.run();
