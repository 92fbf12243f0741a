import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../../src/model/brand.ts";
import type { Destination, Progress, Work } from "../../../src/service/delivery/destination.ts";
import { twitter } from "../../../src/service/delivery/destinations/twitter/twitter.ts";
import { START, withPlatforms } from "../../platforms/call.ts";

const ACCOUNT = "1500000000000000001";
const HOUR = 3_600_000;
const called = Date.parse(START);

/** Posted an hour ago, and nobody has looked since. */
const progress = {
	...{ v: 1, step: "posting", account: ACCOUNT, media: "123", mediaKey: "7_123" },
	...{ size: 1, sha256: "", segment: 1, sent: 1, at: called, tries: 1 },
} as const satisfies Progress;

const absence = suite("a post that the list of X does not hold");

absence(
	"counts as not posted after two looks, also where the first is late or the program was restarted",
	() =>
		withPlatforms(async (platforms) => {
			await platforms.settings("twitter", {});
			await platforms.clock({ advance: HOUR });
			const input = { account: ACCOUNT };
			const { access_token: token } = await platforms.operate<{ readonly access_token: string }>(
				"twitter",
				"token",
				input,
			);
			const open = () =>
				twitter({
					tokens: { accessToken: async () => token },
					settings: {
						apiUrl: `${platforms.hosts["api.x.com"]}/2`,
						...{ segmentBytes: 1000, answerMs: 5_000, pollMs: 5_000, lookMs: 15_000 },
						...{ trustAbsence: true, paidPartnership: true, syntheticMedia: false },
					},
				});
			const first = open();
			assert.equal(await look(first, HOUR), { kind: "wait", ms: 60_000 });
			assert.equal(await look(open(), HOUR + 60_000), { kind: "wait", ms: 60_000 });
			assert.equal(await look(first, HOUR + 60_000), { kind: "not_posted", again: "same" });
		}),
);

async function look(destination: Destination, ageMs: number): Promise<unknown> {
	const tools = {
		clock: { now: () => epochMs(called + ageMs) },
		...{ note: () => {}, signal: new AbortController().signal },
	};
	const work = { account: { id: ACCOUNT, platform: "twitter", username: "acme" }, tools };
	return destination.settle?.(work as unknown as Work, progress);
}

absence.run();
