import { suite } from "uvu";
import * as assert from "uvu/assert";
import { approvalOf } from "../../src/reconcile/approval.ts";
import type { RunContext } from "../../src/reconcile/context.ts";
import { firstPassUnread, loopUntilDone, refresh } from "../../src/reconcile/loop.ts";
import { makePlanOffline, preview, previewRefresh } from "../../src/reconcile/pass.ts";
import { memoryStore } from "../../src/state/memory.ts";
import { type Opened, recordingWith, run } from "../builders/run.ts";
import {
	addressOf,
	campaign,
	clip,
	posted,
	settledVideo,
	snapshot,
	submitted,
	TALK,
} from "../builders/world.ts";
import { fakeService, succeeded } from "../fakes/service.ts";

const FINAL = snapshot({
	[TALK]: settledVideo(),
	[addressOf()]: posted(),
	[addressOf(clip(1))]: posted(clip(1)),
});
const RUNNING = snapshot({
	[TALK]: submitted({ status: "ONGOING" }),
	[addressOf()]: posted(clip(0), { status: "PROCESSING" }),
});
const TELLING = { idempotency: true, publishStatus: true, replace: [] };

/** Every request of some work on a state. */
async function asked(
	state: typeof FINAL,
	work: (opened: Opened) => Promise<unknown>,
	options: RunContext["options"] = TELLING,
): Promise<readonly string[]> {
	const service = fakeService({ readings: [succeeded] });
	await recordingWith({ store: memoryStore(state), service, over: { options } }, work);
	return service.calls;
}

const asking = suite("requests");
asking("none for what is final, by plan", async () => {
	assert.equal(await asked(FINAL, ({ recording, known }) => preview(recording, FINAL, known)), []);
});
asking("none for what is final, by refreshing", async () => {
	assert.equal(await asked(FINAL, ({ recording }) => previewRefresh(recording, FINAL)), []);
	assert.equal(await asked(FINAL, ({ recording }) => refresh(recording)), []);
});
asking("none for what is final, by apply, and nothing is written", async () => {
	const [store, service] = [memoryStore(FINAL), fakeService()];
	const { report, rest } = await run({ store, service, over: { options: TELLING } });
	assert.equal([service.calls, report.published, rest.changes, await store.read()], [[], 0, [], FINAL]);
});
asking("none for what is final, however much of it there is beside something running", async () => {
	const posts = Object.fromEntries(
		Array.from({ length: 500 }, (_, idx) => [addressOf(clip(idx)), posted(clip(idx))]),
	);
	const state = snapshot({
		[TALK]: settledVideo(),
		...posts,
		[addressOf(clip(2))]: posted(clip(2), { status: "PROCESSING" }),
	});
	assert.equal(await asked(state, ({ recording, known }) => preview(recording, state, known)), [
		"publishTask",
	]);
});
asking("none at all without refreshing, whatever runs", async () => {
	assert.equal(
		await asked(RUNNING, async ({ recording, known }) => makePlanOffline(recording, RUNNING, known)),
		[],
	);
	const first = async ({ recording, known }: Opened) => firstPassUnread(recording, known);
	assert.equal(await asked(RUNNING, first), []);
});
asking("apply without refreshing still reads what it has to wait for", async () => {
	const calls = await asked(RUNNING, async ({ recording, known }) => {
		const first = await firstPassUnread(recording, known);
		await loopUntilDone(recording, known, { first, approval: approvalOf(first.plan) });
	});
	assert.ok(calls.includes("results") && calls.includes("publish"), calls.join());
});
asking("only for what is selected", async () => {
	const other = campaign({ name: "other", posts: [] });
	const state = snapshot({
		...RUNNING.resources,
		["other.video.talk" as typeof TALK]: submitted({ taskId: "task-2" }),
	});
	const options = { ...TELLING, selected: (address: string) => address === TALK };
	assert.equal(
		await asked(
			state,
			({ recording, known }) =>
				preview(recording, state, { ...known, campaigns: [...known.campaigns, other].slice(0, 1) }),
			options,
		),
		["results"],
	);
});
asking("refreshing writes down what it read, and sends nothing that writes", async () => {
	const service = fakeService({ readings: [succeeded] });
	const store = memoryStore(RUNNING);
	await recordingWith({ store, service, over: { options: TELLING } }, ({ recording }) => refresh(recording));
	const { resources } = await store.read();
	assert.equal(
		[resources[TALK]?.status, resources[addressOf()]?.status, service.calls],
		["SUCCEEDED", "DONE", ["results", "publishTask"]],
	);
});
asking.run();
