import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { CallOutcome } from "../../src/api/port.ts";
import { StopFault } from "../../src/model/fault.ts";
import type { Action } from "../../src/model/plan.ts";
import type { RunContext } from "../../src/reconcile/context.ts";
import { retry } from "../../src/reconcile/retry.ts";
import { memoryStore } from "../../src/state/memory.ts";
import { run } from "../builders/run.ts";
import { campaign, TALK } from "../builders/world.ts";
import { fakeClock } from "../fakes/clock.ts";
import { fakeService, ongoing } from "../fakes/service.ts";

const DONE: CallOutcome<"submit"> = {
	class: "done",
	answer: { id: "task-1", status: "CREATED" },
	evidence: { httpStatus: 200 },
	message: "accepted",
};
const NOT_SENT: CallOutcome<"submit"> = { class: "not-sent", evidence: {}, message: "no way", next: "retry" };
const LOST: CallOutcome<"submit"> = { class: "unknown", evidence: {}, message: "no answer", next: "stop" };
const TOO_MANY: CallOutcome<"submit"> = {
	class: "refused",
	evidence: { httpStatus: 429 },
	message: "too many",
	next: "retry",
	retryAfterMs: 2_000,
};

/** Makes one call whose attempts end in these ways, in order. */
async function tried(
	outcomes: readonly (CallOutcome<"submit"> | Error)[],
	action: Action = "submit",
	over: Partial<RunContext> = {},
): Promise<readonly [outcome: string, attempts: number, waits: number]> {
	const clock = fakeClock();
	let attempts = 0;
	const context = { clock, signal: new AbortController().signal, emit: () => {}, ...over };
	const { class: last } = await retry<"submit">(context as never, { address: TALK, action }, async () => {
		const next = outcomes[attempts++];
		if (next instanceof Error) throw next;
		return next ?? DONE;
	});
	return [last, attempts, clock.waits.length];
}

const cases: Record<string, [() => Promise<unknown>, unknown]> = {
	"is made once when it is accepted": [() => tried([DONE]), ["done", 1, 0]],
	"is made again while nothing was sent": [() => tried([NOT_SENT, NOT_SENT]), ["done", 3, 2]],
	"is given up after five times": [() => tried(Array(9).fill(NOT_SENT)), ["not-sent", 5, 4]],
	"is not made again when its answer was lost": [() => tried([LOST]), ["unknown", 1, 0]],
	"is made three times when repeating it does nothing twice": [
		() => tried(Array(9).fill(LOST), "repeat"),
		["unknown", 3, 2],
	],
	"waits however often a post is refused for the moment": [
		() => tried(Array(9).fill(TOO_MANY), "publish"),
		["done", 10, 9],
	],
	"lets other tasks go on when a task is refused for the moment": [
		() => tried([TOO_MANY], "submit"),
		["refused", 1, 0],
	],
};
const call = suite("a call");
for (const [title, [found, expected]] of Object.entries(cases))
	call(title, async () => assert.equal(await found(), expected));

call("waits twice as long each time, shortened by chance to no less than half", async () => {
	const clock = fakeClock();
	await tried(Array(9).fill(NOT_SENT), "submit", { clock });
	assert.equal(
		clock.waits.map((ms, index) => [ms >= 500 * 2 ** index, ms <= 1_000 * 2 ** index]),
		Array(4).fill([true, true]),
	);
});

call("waits longer after each refusal for the moment where the service does not say how long", async () => {
	const clock = fakeClock();
	const { retryAfterMs: _, ...unsaid } = TOO_MANY;
	await tried(Array(5).fill(unsaid), "publish", { clock });
	assert.equal(
		clock.waits.map((ms, index) => [ms >= 500 * 2 ** index, ms <= 1_000 * 2 ** index]),
		Array(5).fill([true, true]),
	);
});

call("ends the run where its clock fails", async () => {
	const clock = { ...fakeClock(), sleep: () => Promise.reject(new Error("no clock")) };
	const ran = run({
		store: memoryStore(),
		service: fakeService({ readings: [ongoing] }),
		campaigns: [campaign({ posts: [] })],
		over: { clock },
	});
	assert.is(await ran.catch(({ message }: Error) => message), "no clock");
});

call("is not made again when the run is stopped while it waits", async () => {
	const stop = new AbortController();
	const clock = {
		...fakeClock(),
		sleep: async () => {
			stop.abort(new StopFault("stopped"));
			throw new Error("woken");
		},
	};
	let attempts = 0;
	const count = () => {
		attempts++;
		return NOT_SENT;
	};
	const context = { clock, signal: stop.signal, emit: () => {} };
	const ended = await retry<"submit">(context as never, { address: TALK, action: "submit" }, async () =>
		count(),
	).catch(({ message }: Error) => message);
	assert.equal([ended, attempts], ["stopped", 1]);
});
call.run();
