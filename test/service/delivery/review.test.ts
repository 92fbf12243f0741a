import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Destination, Progress, PublishOutcome } from "../../../src/service/delivery/destination.ts";
import { nextReview } from "../../../src/service/delivery/review.ts";
import { always, immediate, untilTask, withGround } from "./ground.ts";

const PROGRESS: Progress = { v: 1, step: "ready" };
const MINUTE = 60_000;

const worker = suite("what a worker does for destinations that can be asked later");

/** Takes everything at once, but for what is changed of it. */
function destinationWith(changed: Partial<Destination>): Destination {
	return {
		kind: "test",
		lead: { earliestMs: 0, livesMs: null },
		prepare: async () => ({ kind: "ready", progress: PROGRESS }),
		publish: async (_, __, arm) => {
			await arm();
			return { kind: "posted", id: "v1", url: "https://example.com/v1" };
		},
		...changed,
	};
}

worker("a post that is out is looked at, and what became of it is noted: also by the next process", () =>
	withGround(async (ground) => {
		const seen: (string | undefined)[] = [];
		const review: Destination["review"] = {
			forMs: 24 * 60 * MINUTE,
			look: async (_, { id }) => {
				seen.push(id);
				return { note: seen.length < 2 ? undefined : "It was rejected." };
			},
		};
		await ground.put(immediate("01", ["a"]));
		const first = await ground.start(always(destinationWith({ review })));
		await untilTask(ground, "01", ({ status }) => status === "DONE");
		await first.close(0);
		await ground.start(always(destinationWith({ review })));
		const { targets, status } = await untilTask(ground, "01", ({ targets: [target] }) =>
			Boolean(target?.note),
		);
		assert.equal([status, targets[0]?.note, targets[0]?.platformId], ["DONE", "It was rejected.", "v1"]);
		assert.equal(seen.slice(0, 2), ["v1", "v1"]);
	}),
);

worker("a post is looked at less and less often, and no more when its time is over", () => {
	const target = { status: "DONE", deliveredAt: 0, reviewUntil: 1_440 * MINUTE } as Parameters<
		typeof nextReview
	>[0];
	const times: number[] = [];
	for (let at: number | undefined = 0; at !== undefined; at = nextReview(target, at)) times.push(at / MINUTE);
	assert.equal(times, [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 496, 736, 976, 1216, 1456]);
	assert.is(nextReview({ ...target, status: "ERROR" }, 0), undefined);
});

worker("what it waits for is told once it is due", () =>
	withGround(async (ground) => {
		await ground.put(immediate("01", ["a"]));
		const note = "It is being processed.";
		let looks = 0;
		const prepare: Destination["prepare"] = async () => {
			looks += 1;
			return looks < 3
				? { kind: "wait", ms: 1_000, progress: PROGRESS, note }
				: { kind: "ready", progress: PROGRESS };
		};
		await ground.start(always(destinationWith({ prepare })));
		await untilTask(ground, "01", ({ targets }) => targets[0]?.note === note);
		const { targets } = await untilTask(ground, "01", ({ status }) => status === "DONE");
		assert.is(targets[0]?.note, undefined);
	}),
);

/** Gives these one after the other. */
function inTurn<Value>(values: readonly Value[]): () => Value {
	let at = 0;
	return () => values[Math.min(at++, values.length - 1)] as Value;
}

worker("what was refused for now is published as it was prepared, as if it had never been tried", () =>
	withGround(async (ground) => {
		await ground.put(immediate("01", ["a"]));
		const published: unknown[] = [];
		const outcome = inTurn<PublishOutcome>([
			{ kind: "refused", why: { cause: "quota", message: "Later." } },
			{ kind: "posted" },
		]);
		let discarded = 0;
		const publish: Destination["publish"] = async (_, ready, arm) => {
			published.push(ready);
			await arm({ ...ready, tried: true });
			return outcome();
		};
		const discard = async () => {
			discarded += 1;
		};
		await ground.start(always(destinationWith({ publish, discard })));
		await untilTask(ground, "01", ({ status }) => status === "DONE");
		assert.equal([published, discarded], [[PROGRESS, PROGRESS], 0]);
	}),
);

worker("what can be published once more is, and is neither removed nor prepared again", () =>
	withGround(async (ground) => {
		await ground.put(immediate("01", ["a"]));
		const outcome = inTurn<PublishOutcome>([{ kind: "unknown", seen: "nothing" }, { kind: "posted" }]);
		const counts = { prepared: 0, discarded: 0 };
		const tries: unknown[] = [];
		await ground.start(
			always(
				destinationWith({
					prepare: async () => {
						counts.prepared += 1;
						return { kind: "ready", progress: PROGRESS };
					},
					publish: async (_, ready, arm) => {
						tries.push(ready.tries ?? 0);
						await arm({ ...ready, tries: tries.length });
						return outcome();
					},
					settle: async () => ({ kind: "not_posted", again: "same", byPromise: true }),
					discard: async () => {
						counts.discarded += 1;
					},
				}),
			),
		);
		await untilTask(ground, "01", ({ status }) => status === "DONE");
		assert.equal([tries, counts], [[0, 1], { prepared: 1, discarded: 0 }]);
	}),
);

worker("what is prepared at a platform outlives a reconnection, and is gone on with", () =>
	withGround(async (ground) => {
		await ground.put(immediate("01", ["a"]));
		const from: unknown[] = [];
		const prepare: Destination["prepare"] = async ({ tools }, progress) => {
			from.push(progress);
			await tools.save({ v: 1, step: "uploaded" });
			return from.length === 1
				? { kind: "refused", why: { cause: "reconnect", message: "The token ended." } }
				: { kind: "ready", progress: PROGRESS };
		};
		await ground.start(always(destinationWith({ prepare, keepsPrepared: true })));
		await untilTask(ground, "01", ({ status }) => status === "DONE");
		assert.equal(from, [undefined, { v: 1, step: "uploaded" }]);
	}),
);

worker.run();
