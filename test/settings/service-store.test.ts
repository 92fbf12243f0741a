import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bucketOf } from "../../src/settings/service-store.ts";

const buckets = suite("the bucket of the settings");

const cases: Readonly<Record<string, [given: Parameters<typeof bucketOf>[0], expected: unknown]>> = {
	"a bucket of AWS": [
		{ bucket: "acme", region: "eu-central-1" },
		{
			bucket: "acme",
			region: "eu-central-1",
			...{ prefix: "", pathStyle: false, directLinks: true, copiesBytes: 5e9 },
		},
	],
	"one elsewhere, that clients do not reach": [
		{
			bucket: "acme",
			prefix: "a/b",
			endpoint: "http://10.0.0.5:9000",
			links: "service",
			copies_gigabytes: 0.5,
		},
		{
			bucket: "acme",
			endpoint: "http://10.0.0.5:9000",
			...{ prefix: "a/b/", pathStyle: true, directLinks: false, copiesBytes: 5e8 },
		},
	],
	"one without a name": [{ prefix: "a" }, undefined],
	none: [undefined, undefined],
};
for (const [title, [given, expected]] of Object.entries(cases))
	buckets(title, () => assert.equal(bucketOf(given), expected));

buckets.run();
