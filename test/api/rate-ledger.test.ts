import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openRateLedger } from "../../src/api/rate-ledger.ts";
import { createLimiter, type Pause } from "../../src/api/rate-limit.ts";
import { NOW } from "../builders/world.ts";
import { type FakeClock, fakeClock } from "../fakes/clock.ts";

const never = new AbortController().signal;

async function withFile(work: (path: string) => Promise<void> | void): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "showrun-rate-ledger-"));
	try {
		await work(join(folder, "requests"));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** A process that asks so often, one request after the other; when each left. */
async function process(
	path: string,
	{ clock, requests }: { readonly clock: FakeClock; readonly requests: number },
): Promise<number[]> {
	const ledger = openRateLedger(path);
	const limiter = createLimiter(15, clock, { ledger });
	const left: number[] = [];
	for (let each = 0; each < requests; each++) {
		await limiter.turn("read", never);
		left.push(clock.now());
	}
	ledger.close();
	return left;
}

const sharing = suite("requests of other processes");

sharing("count: a process that is started again has only what is left of the minute", () =>
	withFile(async (path) => {
		const clock = fakeClock();
		await process(path, { clock, requests: 10 });
		clock.pass(20_000);
		const restarted = fakeClock(clock.now());
		const left = await process(path, { clock: restarted, requests: 7 });
		assert.equal(
			left.map((at) => at - NOW),
			[20_000, 20_000, 20_000, 20_000, 20_000, 61_000, 61_000],
		);
	}),
);

sharing("count while both run: no minute sees more than the limit", () =>
	withFile(async (path) => {
		const clock = fakeClock();
		const [one, other] = [openRateLedger(path), openRateLedger(path)];
		const limiters = [createLimiter(15, clock, { ledger: one }), createLimiter(15, clock, { ledger: other })];
		const left: number[] = [];
		for (let each = 0; each < 100; each++) {
			await limiters[each % 3 === 0 ? 1 : 0]?.turn("read", never);
			left.push(clock.now());
		}
		assert.ok(left.every((at, each) => (left[each + 15] ?? Number.POSITIVE_INFINITY) - at > 60_000));
		for (const each of [one, other]) each.close();
	}),
);

sharing("an hour ago, or after a clock was set back, do not count", () =>
	withFile(async (path) => {
		for (const start of [NOW - 3_600_000, NOW + 3_600_000])
			await process(path, { clock: fakeClock(start), requests: 15 });
		const clock = fakeClock();
		await process(path, { clock, requests: 15 });
		assert.equal(clock.waits, []);
	}),
);

sharing("a pause the service asked for holds for the next process too, and it says until when", () =>
	withFile(async (path) => {
		const [first, announced] = [openRateLedger(path), [] as Pause[]];
		createLimiter(15, fakeClock(), { ledger: first }).hold(90_000);
		first.close();
		const [clock, ledger] = [fakeClock(NOW + 10_000), openRateLedger(path)];
		await createLimiter(15, clock, { ledger, onPause: (pause) => announced.push(pause) }).turn(
			"write",
			never,
		);
		assert.equal(
			[clock.waits, announced],
			[[80_000], [{ forMs: 80_000, until: NOW + 90_000, why: "asked" }]],
		);
		ledger.close();
	}),
);

sharing("damage, a half-written line and foreign words are no requests", () =>
	withFile(async (path) => {
		writeFileSync(path, `t${NOW}\nx\nt-5\nt1e99\nh\n\0\0t${NOW}\nt99999999999999999999\nt179`);
		const clock = fakeClock();
		await process(path, { clock, requests: 14 });
		assert.equal(clock.waits, []);
	}),
);

sharing("the file stays small, is the user's own, and begins anew once it is large", () =>
	withFile(async (path) => {
		await process(path, { clock: fakeClock(), requests: 15 });
		assert.is(readFileSync(path, "utf8"), `t${NOW}\n`.repeat(15));
		assert.is(statSync(path).mode & 0o777, 0o600);
		appendFileSync(path, "t1\n".repeat(400_000));
		openRateLedger(path).close();
		assert.is(statSync(path).size, 0);
	}),
);

sharing("where nothing can be kept, every process counts by itself", async () => {
	const clock = fakeClock();
	await process(join(tmpdir(), "showrun-is-not-there", "requests"), { clock, requests: 16 });
	assert.equal(clock.waits, [61_000]);
});

sharing.run();

const announcing = suite("announced pauses");

announcing("once a pause, with its end; short ones are not announced", async () => {
	const [clock, announced] = [fakeClock(), [] as Pause[]];
	const limiter = createLimiter(2, clock, { onPause: (pause) => announced.push(pause) });
	for (let each = 0; each < 6; each++) await limiter.turn("read", never);
	assert.equal(
		announced.map(({ until, why }) => [until - NOW, why]),
		[
			[61_000, "limit"],
			[122_000, "limit"],
		],
	);
	limiter.hold(1_500);
	await limiter.turn("read", never);
	assert.is(announced.length, 3);
});

announcing.run();
