import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { CallKind, CallOutcome } from "../../src/api/port.ts";
import type { AddressText } from "../../src/model/address.ts";
import { epochMs } from "../../src/model/brand.ts";
import { defined } from "../../src/model/defined.ts";
import type { Snapshot } from "../../src/model/snapshot.ts";
import type { RunContext } from "../../src/reconcile/context.ts";
import { refusalNote } from "../../src/reconcile/refusals.ts";
import { memoryStore } from "../../src/state/memory.ts";
import { type Ran, recordingWith, run } from "../builders/run.ts";
import { campaign, NOW, operation, request, snapshot, TALK, video } from "../builders/world.ts";
import { fakeClock } from "../fakes/clock.ts";
import { type FakeService, fakeService } from "../fakes/service.ts";

const MINUTE = 60_000;
const VIDEO_ONLY = [campaign({ posts: [] })];
const EDITED = [campaign({ posts: [], videos: [video({ export: { resolution: "480p" } })] })];
const options = { idempotency: false, publishStatus: false, replace: [] };
const RETRY = { options: { ...options, retry: (address: AddressText) => address === TALK } };

const NO_UNITS: CallOutcome<CallKind> = {
	class: "refused",
	evidence: { httpStatus: 402 },
	message: "no units",
	next: "wait",
};

/** A service that refuses the first submits. */
function refusing(times = 1): FakeService {
	return fakeService({ behaviours: Array.from({ length: times }, () => "refuse" as const) });
}

/** A service whose every write ends in the same way. */
function ending(outcome: CallOutcome<CallKind>): FakeService {
	const fake = fakeService();
	return {
		...fake,
		send: async (_call: unknown, sending: { readonly arm: () => Promise<void> }) => {
			fake.calls.push("submit");
			await sending.arm();
			return outcome;
		},
	} as FakeService;
}

function submits({ calls }: FakeService): number {
	return calls.filter((call) => call === "submit").length;
}

function reasonsOf({ rest }: Ran): readonly string[] {
	return rest.changes.map(({ action, reason }) => `${action} ${reason}`);
}

/** A run some minutes later. */
function at(minutes: number): Partial<RunContext> {
	const clock = fakeClock();
	return { clock: { ...clock, now: () => epochMs(clock.now() + minutes * MINUTE) } };
}

const refusals = suite("a refused request");
refusals("is not sent by the next run", async () => {
	const [store, service] = [memoryStore(), refusing()];
	const first = await run({ store, service, campaigns: VIDEO_ONLY });
	const second = await run({ store, service, campaigns: VIDEO_ONLY });
	assert.equal(
		[submits(service), first.report.failures.length, second.report.failures.length, reasonsOf(second)],
		[1, 1, 0, ["attention refused-before"]],
	);
});

refusals("is sent once more when the campaign changed", async () => {
	const [store, service] = [memoryStore(), refusing()];
	await run({ store, service, campaigns: VIDEO_ONLY });
	const { snapshot, rest } = await run({ store, service, campaigns: EDITED });
	assert.equal([submits(service), snapshot.refusals, rest.changes], [2, undefined, []]);
});

refusals("is sent once more when a person says so, and once only", async () => {
	const [store, service] = [memoryStore(), refusing(2)];
	await run({ store, service, campaigns: VIDEO_ONLY });
	const { snapshot, ...again } = await run({ store, service, campaigns: VIDEO_ONLY, over: RETRY });
	assert.equal([submits(service), snapshot.refusals?.[TALK]?.times, again.rest.changes.length], [2, 2, 1]);
});

refusals("is sent once more with another key", async () => {
	const [store, service] = [memoryStore(), refusing()];
	await run({ store, service, campaigns: VIDEO_ONLY, over: { credentials: () => "aaaa" } });
	await run({ store, service, campaigns: VIDEO_ONLY, over: { credentials: () => "aaaa" } });
	assert.is(submits(service), 1);
	await run({ store, service, campaigns: VIDEO_ONLY, over: { credentials: () => "bbbb" } });
	assert.is(submits(service), 2);
});

const waits = suite("a request that was refused for now");
waits("has a next time, and is sent again then", async () => {
	const [store, service] = [memoryStore(), ending(NO_UNITS)];
	const { snapshot } = await run({ store, service, campaigns: VIDEO_ONLY });
	const second = await run({ store, service, campaigns: VIDEO_ONLY, over: at(14) });
	assert.equal(
		[submits(service), (snapshot.refusals?.[TALK]?.until ?? 0) - NOW, reasonsOf(second)],
		[1, 15 * MINUTE, ["wait told-to-wait"]],
	);
	const third = await run({ store, service, campaigns: VIDEO_ONLY, over: at(16) });
	const { until = 0, times } = third.snapshot.refusals?.[TALK] ?? {};
	assert.equal([submits(service), until - NOW, times], [2, 46 * MINUTE, 2]);
});

waits("waits no longer than six hours", async () => {
	const [store, service] = [memoryStore(), ending(NO_UNITS)];
	let last = 0;
	for (let round = 0; round < 8; round++) {
		const { snapshot } = await run({ store, service, campaigns: VIDEO_ONLY, over: at(round * 400) });
		last = (snapshot.refusals?.[TALK]?.until ?? 0) - NOW - round * 400 * MINUTE;
	}
	assert.equal([submits(service), last], [8, 360 * MINUTE]);
});

waits("keeps what the service asks for over a restart", async () => {
	const limited = { ...NO_UNITS, next: "retry", retryAfterMs: 5 * MINUTE, message: "too many" } as const;
	const [store, stop] = [memoryStore(), new AbortController()];
	const service = ending(limited);
	const clock = { ...fakeClock(), sleep: async () => stop.abort() };
	await run({ store, service, campaigns: VIDEO_ONLY, over: { clock, signal: stop.signal } });
	const second = await run({ store, service, campaigns: VIDEO_ONLY });
	assert.equal([submits(service), reasonsOf(second)], [1, ["wait told-to-wait"]]);
});

const pauses = suite("the pause after too many requests");
/** Seconds until the next time, after so many refusals of the same request. */
const pauseAfter = (before: number) =>
	recordingWith({ store: memoryStore(), service: fakeService() }, async ({ recording }) => {
		const earlier = { kind: "submit", wanted: request(), operation: "op-0", at: NOW } as const;
		const refusals = { [TALK]: { ...earlier, message: "m", times: before } } as Snapshot["refusals"];
		const snapshotNow = () => snapshot({}, before > 0 ? defined({ refusals }) : {});
		const writer = { ...recording.writer, snapshot: snapshotNow } as RunContext["writer"];
		const outcome = { ...NO_UNITS, next: "retry" } as const;
		const note = refusalNote({ ...recording, writer }, operation(), { outcome, account: undefined });
		return ((note?.until ?? 0) - NOW) / 1_000;
	});

pauses("is half a minute, doubles each time, and is at most a quarter of an hour", async () => {
	const seconds = await Promise.all([0, 1, 2, 4, 5, 20].map(pauseAfter));
	assert.equal(seconds, [30, 60, 120, 480, 900, 900]);
});

refusals.run();
waits.run();
pauses.run();
