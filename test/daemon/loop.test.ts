import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startLoop, type Trigger } from "../../src/daemon/loop.ts";
import { type EpochMs, epochMs } from "../../src/model/brand.ts";
import { systemClock } from "../../src/system/clock.ts";
import { NOW } from "../builders/world.ts";
import { fakeClock } from "../fakes/clock.ts";

const looping = suite("the loop");

/** Runs a loop whose passes are scripted; ends after the last one. */
async function passes(
	script: readonly ((
		trigger: (each: Trigger) => void,
	) => EpochMs | undefined | Promise<EpochMs | undefined>)[],
	clock = fakeClock(),
) {
	const stop = new AbortController();
	const seen: string[] = [];
	const loop = startLoop({
		clock,
		signal: stop.signal,
		async pass(triggers) {
			seen.push(triggers.join("+"));
			const step = script[seen.length - 1];
			if (seen.length >= script.length) stop.abort();
			// The loop is not there yet during the very first pass.
			await Promise.resolve();
			return step?.((each) => loop.trigger(each));
		},
	});
	await loop.ended;
	return { seen, clock };
}

looping("starts with a pass", async () => {
	assert.equal((await passes([() => undefined])).seen, ["start"]);
});

looping("triggers during a pass become one pass after it", async () => {
	const storm = (trigger: (each: Trigger) => void) => {
		for (const each of ["files", "cron", "files", "files"] as const) trigger(each);
		return undefined;
	};
	assert.equal((await passes([storm, () => undefined])).seen, ["start", "files+cron"]);
});

looping("wakes when something is due, and not before", async () => {
	const at = epochMs(NOW + 100_000);
	const { seen, clock } = await passes([() => at, () => undefined]);
	assert.equal(seen, ["start", "due"]);
	assert.ok(clock.now() >= at);
});

looping("a due time is one pass, however late the machine woke up", async () => {
	const clock = fakeClock();
	const asleep = () => {
		clock.pass(10 * 3_600_000);
		return epochMs(NOW + 1_000);
	};
	const { seen } = await passes([asleep, () => undefined], clock);
	assert.equal(seen, ["start", "due"]);
});

looping("a clock that was set, or a machine that slept, is a pass", async () => {
	const clock = fakeClock();
	let setBy = 0;
	const settable = { ...clock, now: () => epochMs(clock.now() + setBy) };
	const set = (ms: number) => () => {
		setBy = ms;
		return epochMs(NOW + 10 * 86_400_000);
	};
	const script = [set(3_600_000), set(-3_600_000), set(-3_600_000 + 1_000), () => undefined];
	const { seen } = await passes(script, settable);
	assert.equal(seen, ["start", "clock", "clock", "due"]);
});

looping("a signal ends an idle loop, which nothing else would end", async () => {
	const stop = new AbortController();
	const loop = startLoop({ clock: systemClock, signal: stop.signal, pass: async () => undefined });
	setTimeout(() => stop.abort(), 30);
	await loop.ended;
});

looping("what a pass throws ends the loop with it", async () => {
	const loop = startLoop({
		clock: fakeClock(),
		signal: new AbortController().signal,
		pass: () => Promise.reject(new Error("bug")),
	});
	await loop.ended.then(
		() => assert.unreachable(),
		(error: Error) => assert.is(error.message, "bug"),
	);
});
looping.run();
