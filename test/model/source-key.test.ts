import { suite } from "uvu";
import * as assert from "uvu/assert";
import { comparedKey, sameSource, sourceKey } from "../../src/model/source-key.ts";
import { stableUrl } from "../../src/model/stable-url.ts";

const keys = suite("source keys");
const AT = "https://cdn.example.com/talk.mp4";

const stable: Readonly<Record<string, readonly [url: string, stable: string]>> = {
	"an address without parameters": [AT, AT],
	"Amazon S3": [
		`${AT}?X-Amz-Algorithm=A&X-Amz-Credential=B%2Fc&X-Amz-Date=1&X-Amz-Expires=9&x-amz-signature=00`,
		AT,
	],
	"an earlier Amazon S3": [`${AT}?AWSAccessKeyId=A&Expires=1&Signature=x%3D`, AT],
	CloudFront: [`${AT}?v=2&Expires=1&Signature=x&Key-Pair-Id=K`, `${AT}?v=2`],
	"Google Cloud Storage": [`${AT}?X-Goog-Algorithm=A&X-Goog-Signature=00`, AT],
	"Azure, with a signature": [`${AT}?sv=2022&st=1&se=2&sr=b&sp=r&sig=x`, AT],
	"Azure's short names without a signature are anybody's": [`${AT}?sp=1&st=2`, `${AT}?sp=1&st=2`],
	Akamai: [`${AT}?hdnts=exp=1~acl=/*~hmac=0&quality=hd`, `${AT}?quality=hd`],
	"a token between others, with a fragment": [`${AT}?a=1&token=x&b=2#t=10`, `${AT}?a=1&b=2#t=10`],
	"names a video": ["https://example.com/watch?v=abc&list=1", "https://example.com/watch?v=abc&list=1"],
};
for (const [title, [url, expected]] of Object.entries(stable)) {
	keys(`${title}: the signature is left out`, () => {
		assert.is(stableUrl(url), expected);
		assert.is(stableUrl(expected), expected);
	});
}

keys("a key of an earlier version compares as today's", () => {
	const { url } = { url: `${AT}?token=a` };
	assert.is(comparedKey(`url:${url}`), sourceKey({ kind: "url", url: AT }));
	assert.is(comparedKey("sha256:00"), "sha256:00");
});

keys("a declared id is the key, whatever the address", () => {
	assert.is(sourceKey({ kind: "url", url: AT, id: "talk" }), "id:talk");
});

keys("a new signature, an id that is added, and a mirror under one id are the same source", () => {
	const url = (text: string, id?: string) =>
		id === undefined ? ({ kind: "url", url: text } as const) : ({ kind: "url", url: text, id } as const);
	assert.ok(sameSource(url(`${AT}?token=a`), url(AT)));
	assert.ok(sameSource(url(AT), url(AT, "talk")));
	assert.ok(sameSource(url(AT, "talk"), url("https://mirror.example.com/1", "talk")));
	assert.not(sameSource(url(AT, "talk"), url(AT, "other")));
	assert.not(sameSource(url(AT), url(`${AT}?v=2`)));
});

keys.run();
