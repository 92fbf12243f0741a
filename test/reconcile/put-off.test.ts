import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { CallKind, CallOutcome } from "../../src/api/port.ts";
import { memoryStore } from "../../src/state/memory.ts";
import { run } from "../builders/run.ts";
import { campaign, video } from "../builders/world.ts";
import { fakeClock } from "../fakes/clock.ts";
import { fakeService, ongoing, succeeded } from "../fakes/service.ts";

const MINUTE = 60_000;
const TOO_MANY: CallOutcome<CallKind> = {
	class: "refused",
	evidence: { httpStatus: 429 },
	message: "too many requests",
	next: "retry",
	retryAfterMs: MINUTE,
};

const putOff = suite("a task that the service has no room for");
putOff("is not sent again before its time, while the run goes on with another task", async () => {
	const clock = fakeClock();
	const sent: number[] = [];
	const fake = fakeService({ readings: [...Array.from({ length: 12 }, () => ongoing), succeeded] });
	const refusing = {
		...fake,
		send: async (...args: Parameters<typeof fake.send>) => {
			sent.push(clock.monotonic());
			return sent.length === 1 ? (TOO_MANY as never) : fake.send(...args);
		},
	};
	await run({
		store: memoryStore(),
		service: refusing as typeof fake,
		campaigns: [campaign({ videos: [video(), video({ name: "other" })], posts: [] })],
		over: { clock },
	});
	const [refused = 0, other = 0, again = 0] = sent;
	assert.equal([sent.length, other], [3, refused]);
	assert.ok(again >= MINUTE, `sent again after ${again} ms`);
	assert.ok(clock.waits.filter((ms) => ms < MINUTE).length > 2, "the other task was not read meanwhile");
});

putOff("is sent again after a pause of its own where the service names none", async () => {
	const clock = fakeClock();
	const sent: number[] = [];
	const { retryAfterMs: _, ...refused } = TOO_MANY;
	const fake = fakeService();
	const refusing = {
		...fake,
		send: async (...args: Parameters<typeof fake.send>) => {
			sent.push(clock.monotonic());
			return sent.length === 1 ? (refused as never) : fake.send(...args);
		},
	};
	await run({
		store: memoryStore(),
		service: refusing as typeof fake,
		campaigns: [campaign({ posts: [] })],
		over: { clock },
	});
	const [first = 0, again = 0] = sent;
	assert.is(sent.length, 2);
	assert.ok(again - first >= 15_000, `sent again after ${again - first} ms`);
});
putOff.run();
