import { suite } from "uvu";
import * as assert from "uvu/assert";
import { NO_LEDGER } from "../../src/api/rate-ledger.ts";
import { createLimiter, type Priority } from "../../src/api/rate-limit.ts";
import type { Clock } from "../../src/system/clock.ts";
import { type FakeClock, fakeClock } from "../fakes/clock.ts";

const limits = suite("requests a minute");
const never = new AbortController().signal;

/** When each of so many requests left, in milliseconds. */
async function departures(clock: FakeClock, perMinute: number, count: number): Promise<number[]> {
	const limiter = createLimiter(perMinute, clock);
	const left: number[] = [];
	for (let each = 0; each < count; each++) {
		await limiter.turn("read", never);
		left.push(clock.monotonic());
	}
	return left;
}

limits("the first ones leave at once, the next when a minute has passed", async () =>
	assert.equal(await departures(fakeClock(), 3, 7), [0, 0, 0, 61_000, 61_000, 61_000, 122_000]),
);

limits("no minute ever sees more than the limit", async () => {
	const clock = fakeClock();
	const limiter = createLimiter(15, clock);
	const left: number[] = [];
	for (let each = 0; each < 200; each++) {
		await limiter.turn(each % 3 ? "read" : "write", never);
		left.push(clock.monotonic());
		clock.pass((each * 7_919) % 9_000);
	}
	assert.ok(left.every((at, each) => (left[each + 15] ?? Number.POSITIVE_INFINITY) - at > 60_000));
});

limits("a request waits as long as what machines share says, and asks again", async () => {
	const clock = fakeClock();
	const [asked, waits] = [[] as number[], [5_000, 1_000, 0, 0]];
	const share = async (perMinute: number) => {
		asked.push(perMinute);
		return waits.shift() ?? 0;
	};
	const ledger = { ...NO_LEDGER, share };
	const limiter = createLimiter(15, clock, { ledger });
	await limiter.turn("write", never);
	assert.is(clock.monotonic(), 6_000);
	await limiter.turn("read", never);
	assert.equal([clock.monotonic(), asked], [6_000, [15, 15, 15, 15]]);
});

limits("an unhurried client never waits", async () => {
	const clock = fakeClock();
	const limiter = createLimiter(15, clock);
	for (let each = 0; each < 40; each++) {
		await limiter.turn("read", never);
		clock.pass(5_000);
	}
	assert.equal(clock.waits, []);
});

limits(
	"what is left comes back a minute after it was taken, and is nothing while the service asks to wait",
	async () => {
		const clock = fakeClock();
		const limiter = createLimiter(3, clock);
		const left = [limiter.left()];
		await limiter.turn("read", never);
		await limiter.turn("read", never);
		left.push(limiter.left());
		limiter.hold(1_000);
		left.push(limiter.left());
		clock.pass(61_000);
		left.push(limiter.left(), createLimiter(Number.POSITIVE_INFINITY, clock).left());
		assert.equal(left, [3, 1, 0, 3, Number.POSITIVE_INFINITY]);
	},
);

limits("Infinity is no limit", async () => {
	const clock = fakeClock();
	await departures(clock, Number.POSITIVE_INFINITY, 1_000);
	assert.equal(clock.waits, []);
});

limits("writes leave before reads, each in the order they came", async () => {
	const limiter = createLimiter(1, fakeClock());
	const order: string[] = [];
	const turn = (name: string, priority: Priority) =>
		limiter.turn(priority, never).then(() => void order.push(name));
	await Promise.all([
		turn("first", "read"),
		turn("read 1", "read"),
		turn("write 1", "write"),
		turn("read 2", "read"),
		turn("write 2", "write"),
	]);
	assert.equal(order, ["first", "write 1", "write 2", "read 1", "read 2"]);
});

/** A clock whose waits end only with their signal. */
function stoppedClock(): Clock & { sleeping: number } {
	const clock = {
		...fakeClock(),
		sleeping: 0,
		sleep(_: number, signal: AbortSignal) {
			clock.sleeping++;
			return new Promise<void>((_done, fail) => {
				signal.addEventListener("abort", () => {
					clock.sleeping--;
					fail(signal.reason);
				});
			});
		},
	};
	return clock;
}

limits(
	"who gives up leaves the line with the signal's reason, and the last one stops the clock",
	async () => {
		const clock = stoppedClock();
		const limiter = createLimiter(1, clock);
		await limiter.turn("read", never);
		const [one, other] = [new AbortController(), new AbortController()];
		const waiting = [limiter.turn("read", one.signal), limiter.turn("write", other.signal)].map((each) =>
			each.catch((reason: unknown) => reason),
		);
		one.abort("tired");
		assert.is(await waiting[0], "tired");
		assert.is(clock.sleeping, 1);
		other.abort("tired too");
		assert.is(await waiting[1], "tired too");
		assert.is(clock.sleeping, 0);
	},
);

limits("after everybody gave up, the next one is served", async () => {
	const clock = fakeClock();
	const limiter = createLimiter(1, clock);
	await limiter.turn("read", never);
	const gone = new AbortController();
	const given = limiter.turn("read", gone.signal).catch((reason: unknown) => reason);
	gone.abort("tired");
	assert.is(await given, "tired");
	await limiter.turn("read", never);
	assert.ok(clock.monotonic() >= 61_000);
});

limits("who comes with an ended signal takes no token", async () => {
	const limiter = createLimiter(1, fakeClock());
	assert.is(await limiter.turn("read", AbortSignal.abort("gone")).catch((reason: unknown) => reason), "gone");
	const clock = fakeClock();
	assert.equal(await departures(clock, 1, 1), [0]);
});

limits.run();
