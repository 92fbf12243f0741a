import { suite } from "uvu";
import * as assert from "uvu/assert";
import { inParallel } from "../../src/reconcile/parallel.ts";
import { memoryStore } from "../../src/state/memory.ts";
import { run } from "../builders/run.ts";
import { campaign, clip, post, settledVideo, snapshot, TALK } from "../builders/world.ts";
import { fakeService } from "../fakes/service.ts";

const soon = () => new Promise<void>((settle) => setImmediate(settle));

const parallel = suite("work in parallel");
parallel("never has more under way than allowed, and begins in order", async () => {
	const begun: number[] = [];
	let [now, most] = [0, 0];
	await inParallel([1, 2, 3, 4, 5], {
		most: 2,
		work: async (value) => {
			begun.push(value);
			most = Math.max(most, ++now);
			await soon();
			now--;
		},
	});
	assert.equal([begun, most], [[1, 2, 3, 4, 5], 2]);
});

parallel("begins nothing after a failure, and waits for what was begun before it throws", async () => {
	const done: number[] = [];
	const work = async (value: number) => {
		if (value === 1) throw new Error("first");
		await soon();
		await soon();
		done.push(value);
	};
	await inParallel([1, 2, 3, 4], { most: 2, work }).then(
		() => assert.unreachable(),
		(error: Error) => assert.is(error.message, "first"),
	);
	assert.equal(done, [2]);
});

const CLIPS = Array.from({ length: 12 }, (_, idx) => clip(idx));
const twelve = () => ({
	store: memoryStore(snapshot({ [TALK]: settledVideo(CLIPS) })),
	campaigns: [campaign({ posts: [post({ clips: {} })] })],
});

/** Counts attempts that are under way, and those that are armed, at most at a time. */
function counting(answer: (nth: number) => Promise<void>) {
	const service = fakeService();
	const { send } = service;
	const most = { begun: 0, armed: 0 };
	let [begun, armed, nth] = [0, 0, 0];
	service.send = async (call, sending) => {
		most.begun = Math.max(most.begun, ++begun);
		const arm = async () => {
			await sending.arm();
			most.armed = Math.max(most.armed, ++armed);
			await answer(++nth).finally(() => armed--);
		};
		await soon();
		return send(call, { ...sending, arm }).finally(() => begun--);
	};
	return { service, most };
}

parallel(
	"apply publishes several at once where asked to, each once, with every outcome written down",
	async () => {
		const { service, most } = counting(soon);
		const given = { ...twelve(), service, over: { parallelism: 4 } };
		const { report, rest, snapshot: state } = await run(given);
		assert.equal(
			[report.published, rest.changes, service.commits.length, state.operations],
			[12, [], 12, {}],
		);
		assert.equal(most, { begun: 12, armed: 4 }, "twice as many are got ready, and not armed");
	},
);

parallel("apply that does one thing at a time gets nothing else ready", async () => {
	const { service, most } = counting(soon);
	await run({ ...twelve(), service });
	assert.equal([service.commits.length, most], [12, { begun: 1, armed: 1 }]);
});

parallel("nothing that waits for its turn is armed after a failure that stops the run", async () => {
	let armed = 0;
	const { service, most } = counting(async (nth) => {
		armed = nth;
		await soon();
		if (nth === 1) throw new Error("the disk is gone");
		// The others wait for its turn, and then for this one.
		for (let turn = 0; turn < 10; turn++) await soon();
	});
	const { store, campaigns } = twelve();
	const caught = await run({ store, campaigns, service, over: { parallelism: 2 } }).catch(
		(error: Error) => error.message,
	);
	assert.equal([caught, most, armed], ["the disk is gone", { begun: 6, armed: 2 }, 2]);
	const { operations, ledger } = await store.read();
	const unknown = Object.values(operations).map(({ phase }) => phase);
	assert.equal(unknown, ["unknown"], "what had no turn yet is known not to be sent");
	assert.equal([ledger.length, service.commits.length], [2, 1]);
});
parallel.run();
