import { suite } from "uvu";
import * as assert from "uvu/assert";
import { accountKey, parseAccountKey } from "../../src/model/account.ts";

const accounts = suite("model/account");

accounts("an account's key has its platform and its name, however that is written", () => {
	assert.is(accountKey({ platform: "youtube", username: "@Acme" }), "youtube:acme");
});

accounts("a key is told in its parts, a colon in the name included", () => {
	assert.equal(parseAccountKey("linkedin:acme:europe"), { platform: "linkedin", username: "acme:europe" });
});

accounts.run();
