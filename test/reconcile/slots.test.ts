import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import { memoryStore } from "../../src/state/memory.ts";
import { run } from "../builders/run.ts";
import { schedule } from "../builders/schedule.ts";
import { addressOf, campaign, clip, post, settledVideo, snapshot, TALK } from "../builders/world.ts";
import { fakeService } from "../fakes/service.ts";

const account = "youtube:acme";
const [first, second] = ["2026-11-22T08:00Z", "2026-11-23T08:00Z"].map((at) => epochMs(Date.parse(at)));
const settled = () => memoryStore(snapshot({ [TALK]: settledVideo() }));
const scheduled = (handoverMs?: number) => [
	campaign({
		schedules: { mornings: schedule() },
		posts: [post({ schedule: "mornings", ...(handoverMs !== undefined && { handoverMs }) })],
	}),
];

const slots = suite("slots in a run");
slots("are handed over with the posts, and not kept then", async () => {
	const { snapshot: state, report } = await run({
		store: settled(),
		service: fakeService(),
		campaigns: scheduled(),
	});
	assert.equal(
		[report.published, state.slots, state.ledger.map(({ scheduledAt }) => scheduledAt)],
		[2, undefined, [first, second]],
	);
});

slots("are kept for posts that wait, and written down once", async () => {
	const [store, service] = [settled(), fakeService()];
	const { snapshot: state, report } = await run({ store, service, campaigns: scheduled(3_600_000) });
	assert.equal(
		[report.published, state.slots],
		[0, { [addressOf(clip(0))]: { account, at: first }, [addressOf(clip(1))]: { account, at: second } }],
	);
	const again = await run({ store, service, campaigns: scheduled(3_600_000) });
	assert.equal([again.snapshot.serial, again.snapshot.slots], [state.serial, state.slots]);
});

slots("are given back when the post no longer wants one", async () => {
	const [store, service] = [settled(), fakeService()];
	await run({ store, service, campaigns: scheduled(3_600_000) });
	const { snapshot: state, report } = await run({ store, service });
	assert.equal([report.published, state.slots], [2, undefined]);
});
slots.run();
