import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import { approvalOf } from "../../src/reconcile/approval.ts";
import { BreakerFault, type BreakerState, openBreaker } from "../../src/reconcile/breaker.ts";
import { loopUntilDone } from "../../src/reconcile/loop.ts";
import { emptyMemory } from "../../src/reconcile/memory.ts";
import { makePlan } from "../../src/reconcile/pass.ts";
import { memoryStore } from "../../src/state/memory.ts";
import { recordingWith } from "../builders/run.ts";
import { campaign, clip, post, settledVideo, snapshot, TALK } from "../builders/world.ts";
import { fakeClock } from "../fakes/clock.ts";
import { fakeService } from "../fakes/service.ts";

const breakers = suite("the circuit breaker");

const MINUTE = 60_000;

/** A breaker after some outcomes. */
function after(outcomes: readonly ("done" | "refused" | "not-sent" | "unknown")[], before?: BreakerState) {
	const clock = fakeClock();
	const breaker = openBreaker(clock.now, before);
	for (const outcome of outcomes) breaker.note(outcome);
	const isOpen = () => {
		try {
			breaker.mustBeClosed();
			return false;
		} catch (error) {
			assert.instance(error, BreakerFault);
			return true;
		}
	};
	return { breaker, clock, isOpen };
}

breakers("opens after three unknown outcomes in a row, and says until when", () => {
	const { breaker, isOpen } = after(["unknown", "unknown"]);
	assert.is(isOpen(), false);
	breaker.note("unknown");
	assert.throws(() => breaker.mustBeClosed(), /^Sending has stopped: 3 outcomes in a row are unknown/);
});

breakers("counts from the start after an answer, and not what was not sent", () => {
	assert.is(after(["unknown", "unknown", "done", "unknown", "unknown"]).isOpen(), false);
	assert.is(after(["unknown", "unknown", "refused", "unknown"]).isOpen(), false);
	assert.is(after(["unknown", "not-sent", "unknown", "not-sent", "unknown"]).isOpen(), true);
});

breakers("lets one attempt through after its pause, and waits twice as long when that is unknown too", () => {
	const { breaker, clock, isOpen } = after(["unknown", "unknown", "unknown"]);
	clock.pass(5 * MINUTE);
	assert.is(isOpen(), false);
	breaker.note("unknown");
	clock.pass(9 * MINUTE);
	assert.is(isOpen(), true);
	clock.pass(1 * MINUTE);
	assert.is(isOpen(), false);
	breaker.note("done");
	assert.equal(breaker.state, { unknowns: 0 });
});

breakers("stays open over a restart, unless the clock was wrong", () => {
	const { breaker } = after(["unknown", "unknown", "unknown"]);
	assert.is(after([], breaker.state).isOpen(), true);
	const { until = 0 } = breaker.state;
	assert.is(after([], { unknowns: 3, until: epochMs(until + 90 * MINUTE) }).isOpen(), false);
});

breakers("hears of every outcome of a run, and keeps the fourth attempt back", async () => {
	const { breaker, isOpen } = after([]);
	const service = fakeService({ behaviours: Array.from({ length: 4 }, () => "lose-answer" as const) });
	const places = [0, 1, 2, 3].map((rank) => post({ name: `p${rank}`, clips: { ranks: [rank] } }));
	const clips = [clip(0), clip(1), clip(2), clip(3)];
	const store = memoryStore(snapshot({ [TALK]: settledVideo(clips) }));
	const given = { store, service, campaigns: [campaign({ posts: places })] };
	const failure = await recordingWith(given, async ({ recording, known }) => {
		const memory = { ...emptyMemory(), breaker };
		const plan = await makePlan(recording, recording.writer.snapshot(), known);
		const run = { first: { plan, memory }, approval: approvalOf(plan) };
		return await loopUntilDone(recording, known, run).then(
			() => undefined,
			(error) => error,
		);
	});
	assert.instance(failure, BreakerFault);
	assert.equal([service.commits.length, isOpen()], [3, true]);
});

breakers.run();
