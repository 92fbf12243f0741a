import { suite } from "uvu";
import * as assert from "uvu/assert";
import { challengeOf, newPkce } from "../../../src/service/platforms/pkce.ts";

const pkce = suite("PKCE");

pkce("the challenge is that of RFC 7636, appendix B", () => {
	const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
	assert.is(challengeOf(verifier), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
});

pkce("each verifier is another one, of 43 characters that need no escaping", () => {
	const made = [newPkce(), newPkce()].map(({ verifier }) => verifier);
	assert.is.not(made[0], made[1]);
	for (const verifier of made) assert.match(verifier, /^[A-Za-z0-9_-]{43}$/);
});
pkce.run();
