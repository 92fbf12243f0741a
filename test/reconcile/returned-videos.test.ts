import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Campaign } from "../../src/model/campaign.ts";
import { memoryStore } from "../../src/state/memory.ts";
import { decodeSnapshot } from "../../src/state/snapshot/codec.ts";
import { encodeSnapshot } from "../../src/state/snapshot/encode.ts";
import { fold } from "../../src/state/snapshot/fold.ts";
import { run } from "../builders/run.ts";
import { campaign, NOW, settledVideo, snapshot, TALK, video } from "../builders/world.ts";
import { type FakeService, fakeService } from "../fakes/service.ts";

const WITH = campaign({ posts: [] });
const WITHOUT = campaign({ videos: [], posts: [] });
const OTHER = campaign({
	videos: [video({ clipping: { ...video().clipping, limit: 2 } })],
	posts: [],
});

/** How many tasks were paid after applying one version of the campaign after the other. */
async function paidFor(versions: readonly Campaign[], service: FakeService = fakeService()) {
	const store = memoryStore();
	for (const each of versions) await run({ store, service, campaigns: [each] });
	return { paid: service.commits.length, state: await store.read() };
}

const returned = suite("a video that was taken out of its campaign");

returned("is not paid for again when it returns as it was", async () => {
	const { paid, state } = await paidFor([WITH, WITHOUT, WITH]);
	assert.equal([paid, Object.keys(state.resources), state.leftTasks], [1, [TALK], undefined]);
});

returned("is not in the state, and its task is kept, while it is away", async () => {
	const { paid, state } = await paidFor([WITH, WITHOUT, WITHOUT]);
	assert.equal([paid, state.resources, state.leftTasks?.[TALK]?.taskId], [1, {}, "task-1"]);
	assert.equal(decodeSnapshot(encodeSnapshot(state), "state.json"), state);
});

returned("may go back and forth", async () => {
	assert.is((await paidFor([WITH, WITHOUT, WITH, WITHOUT, WITH])).paid, 1);
});

returned("is clipped anew where it asks for something else", async () => {
	const { paid, state } = await paidFor([WITH, WITHOUT, OTHER]);
	assert.equal([paid, state.leftTasks], [2, undefined]);
});

returned("takes its task up again under the name it was given since", async () => {
	const renamed = { ...WITH, videos: [video({ name: "speech" })] };
	const place = { file: "k.campaign.yaml", line: 1, column: 1 };
	const moved = [{ from: "video.talk", to: "video.speech", place }];
	assert.is((await paidFor([WITH, WITHOUT, { ...renamed, moved }])).paid, 1);
});

returned("has its task read on where that was still running", async () => {
	const { result: _, ...running } = { ...settledVideo(), status: "ONGOING" } as const;
	const store = memoryStore({ ...snapshot(), leftTasks: { [TALK]: running } });
	const service = fakeService();
	const { snapshot: after } = await run({ store, service, campaigns: [WITH] });
	const state = after.resources[TALK];
	assert.equal([service.commits, state?.kind === "video" && state.result?.clips.length], [[], 3]);
});

returned("is forgotten for good on a person's word", () => {
	const known = snapshot({ [TALK]: settledVideo() });
	assert.is(fold(known, { type: "forget", address: TALK, at: NOW }).leftTasks, undefined);
	const away = fold(known, { type: "forget", address: TALK, at: NOW, keepsTask: true });
	assert.equal(Object.keys(away.leftTasks ?? {}), [TALK]);
	assert.is(fold(away, { type: "forget", address: TALK, at: NOW }).leftTasks, undefined);
});

returned.run();
