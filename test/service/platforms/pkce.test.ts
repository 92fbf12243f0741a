import { suite } from "uvu";
import * as assert from "uvu/assert";
import { challengeOf, newVerifier } from "../../../src/service/platforms/pkce.ts";

const pkce = suite("PKCE");

pkce("the challenge is that of RFC 7636, appendix B", () => {
	const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
	assert.is(challengeOf(verifier, "base64url"), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
	// As TikTok writes it for desktop apps.
	const hex = "13d31e961a1ad8ec2f16b10c4c982e0876a878ad6df144566ee1894acb70f9c3";
	assert.is(challengeOf(verifier, "hex"), hex);
});

pkce("each verifier is another one, of 43 characters that need no escaping", () => {
	const made = [newVerifier(), newVerifier()];
	assert.is.not(made[0], made[1]);
	for (const verifier of made) assert.match(verifier, /^[A-Za-z0-9_-]{43}$/);
});
pkce.run();
