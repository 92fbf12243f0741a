import { suite } from "uvu";
import * as assert from "uvu/assert";
import { pollOf } from "../../../src/cli/wiring/recording.ts";
import type { Settings } from "../../../src/model/settings.ts";

const settings = (requestsPerMinute: number) =>
	({ service: { limits: { requestsPerMinute, runningTasks: 5 } } }) as unknown as Settings;
const cases: Record<string, [number, { readonly firstMs: number; readonly mostMs: number }]> = {
	"at home four times a second at first": [Number.POSITIVE_INFINITY, { firstMs: 250, mostMs: 1_000 }],
	"every ten seconds at first where 15 requests a minute are allowed": [
		15,
		{ firstMs: 10_000, mostMs: 30_000 },
	],
	"never more seldom": [1, { firstMs: 10_000, mostMs: 30_000 }],
	"more often where more is allowed": [60, { firstMs: 2_500, mostMs: 7_500 }],
};
const looks = suite("how soon the service is asked again");
for (const [title, [limit, expected]] of Object.entries(cases))
	looks(title, () => assert.equal(pollOf(settings(limit)), expected));
looks.run();
