import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createSkewMeter, type SkewMeter } from "../../src/api/skew-meter.ts";
import { allowanceMs, apartMs, skewWords } from "../../src/model/skew.ts";
import { NOW } from "../builders/world.ts";
import { type FakeClock, fakeClock } from "../fakes/clock.ts";

/** One answer of a service whose clock is so far ahead, written half-way. */
function answer(
	meter: SkewMeter,
	clock: FakeClock,
	{ aheadMs, tripMs }: { readonly aheadMs: number; readonly tripMs: number },
): void {
	const departure = meter.start();
	clock.pass(tripMs / 2);
	const date = new Date(clock.now() + aheadMs).toUTCString();
	clock.pass(tripMs / 2);
	departure.answered({ date });
}

const skews = suite("the difference of the clocks");

skews("is unknown before an answer told the time", () => {
	const meter = createSkewMeter(fakeClock());
	assert.is(meter.read(), undefined);
	meter.start().answered({});
	meter.start().answered({ date: "yesterday" });
	assert.is(meter.read(), undefined);
});

skews("is never claimed where there is none, however slow the answers are", () => {
	for (const tripMs of [0, 40, 900, 5_000, 30_000])
		for (let offset = 0; offset < 1_000; offset += 37) {
			const clock = fakeClock(NOW + offset);
			const meter = createSkewMeter(clock);
			answer(meter, clock, { aheadMs: 0, tripMs });
			assert.is(apartMs(meter.read() ?? { aheadMs: 9, withinMs: 0 }), 0, `${tripMs} ms, ${offset}`);
		}
});

skews("is known to within a second and half the way there and back", () => {
	for (const aheadMs of [-90_000, -3_000, 4_000, 90_000]) {
		const clock = fakeClock(NOW + 321);
		const meter = createSkewMeter(clock);
		answer(meter, clock, { aheadMs, tripMs: 200 });
		const skew = meter.read() ?? { aheadMs: 0, withinMs: 0 };
		assert.is(skew.withinMs, 600);
		assert.ok(Math.abs(skew.aheadMs - aheadMs) <= 600, `${skew.aheadMs} for ${aheadMs}`);
	}
});

skews("is taken from the answer that came back soonest", () => {
	const clock = fakeClock();
	const meter = createSkewMeter(clock);
	answer(meter, clock, { aheadMs: 5_000, tripMs: 4_000 });
	answer(meter, clock, { aheadMs: 5_000, tripMs: 100 });
	answer(meter, clock, { aheadMs: 5_000, tripMs: 8_000 });
	assert.is(meter.read()?.withinMs, 550);
	clock.pass(11 * 60_000);
	answer(meter, clock, { aheadMs: 5_000, tripMs: 1_000 });
	assert.is(meter.read()?.withinMs, 1_000, "an old sample does not count for ever");
});

skews("is forgotten when the wall clock is set, or the machine slept", () => {
	const [inner, jump] = [fakeClock(), { ms: 0 }];
	const clock = { ...inner, now: () => (inner.now() + jump.ms) as ReturnType<typeof inner.now> };
	const meter = createSkewMeter(clock);
	answer(meter, clock, { aheadMs: 90_000, tripMs: 100 });
	assert.ok(apartMs(meter.read() ?? { aheadMs: 0, withinMs: 0 }) > 60_000);
	jump.ms = 90_000;
	assert.is(meter.read(), undefined);
	answer(meter, clock, { aheadMs: 0, tripMs: 9_000 });
	assert.is(apartMs(meter.read() ?? { aheadMs: 9, withinMs: 0 }), 0);
});

skews("is not read from an answer out of a cache", () => {
	const meter = createSkewMeter(fakeClock());
	meter.start().answered({ date: new Date(NOW - 600_000).toUTCString(), age: "600" });
	assert.is(meter.read(), undefined);
});

skews("is allowed for from where it is surely there, and said in words", () => {
	assert.equal(
		[
			undefined,
			{ aheadMs: 2_400, withinMs: 500 },
			{ aheadMs: 2_600, withinMs: 500 },
			{ aheadMs: -9_000, withinMs: 500 },
		].map(allowanceMs),
		[0, 0, 2_600, -9_000],
	);
	assert.is(skewWords({ aheadMs: 75_200, withinMs: 0 }), "This machine's clock is 75 s behind the service's");
	assert.is(
		skewWords({ aheadMs: -7_200_000 * 3, withinMs: 0 }),
		"This machine's clock is 6 h ahead of the service's",
	);
});

skews.run();
