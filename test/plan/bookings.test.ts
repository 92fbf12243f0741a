import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import { noBookings } from "../../src/plan/bookings.ts";

const HOUR = 3_600_000;
const MIDNIGHT = Date.UTC(2026, 10, 21);
const DAILY = { account: "youtube:acme", timezone: "UTC" } as const;

const booking = suite("bookings");
booking("finds times that were booked in any order, a millisecond apart", () => {
	for (const times of [
		[100, 101],
		[101, 100],
	]) {
		const bookings = noBookings();
		for (const at of times) bookings.add("a", epochMs(at));
		assert.equal(
			[99, 100, 101, 102].map((at) => bookings.taken("a", epochMs(at))),
			[false, true, true, false],
		);
	}
});

booking("a day that is full lasts until its midnight", () => {
	const bookings = noBookings();
	bookings.add(DAILY.account, epochMs(MIDNIGHT + 8 * HOUR));
	const conflict = (hour: number, maxPerDay: number) =>
		bookings.conflict({ ...DAILY, maxPerDay }, epochMs(MIDNIGHT + hour * HOUR));
	assert.equal(
		[conflict(20, 1), conflict(20, 2), conflict(33, 1)],
		[{ reason: "daily-cap", until: MIDNIGHT + 24 * HOUR }, undefined, undefined],
	);
});
booking.run();
