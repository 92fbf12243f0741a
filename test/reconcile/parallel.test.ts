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

parallel(
	"apply publishes several at once where asked to, each once, with every outcome written down",
	async () => {
		const clips = Array.from({ length: 12 }, (_, idx) => clip(idx));
		const campaigns = [campaign({ posts: [post({ clips: {} })] })];
		let [now, most] = [0, 0];
		const service = fakeService();
		const send = service.send;
		service.send = async (...args) => {
			most = Math.max(most, ++now);
			await soon();
			return send(...args).finally(() => now--);
		};
		const {
			report,
			rest,
			snapshot: state,
		} = await run({
			store: memoryStore(snapshot({ [TALK]: settledVideo(clips) })),
			service,
			campaigns,
			over: { parallelism: 4 },
		});
		assert.equal(
			[report.published, rest.changes, service.commits.length, state.operations, most],
			[12, [], 12, {}, 4],
		);
	},
);
parallel.run();
