import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Campaign } from "../../src/model/campaign.ts";
import type { Snapshot } from "../../src/model/snapshot.ts";
import type { SourceIdentity } from "../../src/model/task.ts";
import { returnedResources } from "../../src/plan/returned.ts";
import { memoryStore } from "../../src/state/memory.ts";
import { decodeSnapshot } from "../../src/state/snapshot/codec.ts";
import { encodeSnapshot } from "../../src/state/snapshot/encode.ts";
import { fold } from "../../src/state/snapshot/fold.ts";
import { run } from "../builders/run.ts";
import {
	addressOf,
	campaign,
	clip,
	ledgerOf,
	NOW,
	post,
	posted,
	SOURCE,
	settledVideo,
	snapshot,
	TALK,
	video,
} from "../builders/world.ts";
import { type FakeService, fakeService } from "../fakes/service.ts";

const AT = { file: "k.campaign.yaml", line: 1, column: 1 };
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
	const moved = [{ from: "video.talk", to: "video.speech", place: AT }];
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

const POST = addressOf(clip(0));
const IN = campaign({ posts: [post({ clips: { top: 1 } })] });
const OUT = campaign({ posts: [] });
const SENT = snapshot({ [TALK]: settledVideo(), [POST]: posted() }, { ledger: [ledgerOf()] });

/** What is sent, what is left to do, and what the state knows of posts, after one version after the other. */
async function postsAfter(versions: readonly Campaign[], before: Snapshot = SENT) {
	const [store, service] = [memoryStore(before), fakeService()];
	let rest: readonly string[] = [];
	for (const each of versions)
		rest = (await run({ store, service, campaigns: [each] })).rest.changes.map(
			({ action, reason }) => `${action} ${reason}`,
		);
	const { resources, leftTasks = {} } = await store.read();
	const known = Object.keys(resources).filter((address) => address !== TALK);
	return { sent: service.commits.length, rest, known, left: Object.keys(leftTasks) };
}

const back = suite("a post that was taken out of its campaign");

const cases: Readonly<
	Record<string, [readonly Campaign[], Awaited<ReturnType<typeof postsAfter>>, Snapshot?]>
> = {
	"is not in the state, and what was posted is kept, while it is away": [
		[OUT, OUT],
		{ sent: 0, rest: [], known: [], left: [POST] },
	],
	"counts as posted when it returns": [[OUT, IN], { sent: 0, rest: [], known: [POST], left: [] }],
	"may go back and forth": [[OUT, IN, OUT, IN], { sent: 0, rest: [], known: [POST], left: [] }],
	"returns with its video": [
		[campaign({ videos: [], posts: [] }), IN],
		{ sent: 0, rest: [], known: [POST], left: [] },
	],
	"is compared with what was posted": [
		[OUT, campaign({ posts: [post({ clips: { top: 1 }, targets: [other("Another title")] })] })],
		{ sent: 0, rest: ["attention text-changed"], known: [POST], left: [] },
	],
	"returns under the name it was given since": [
		[OUT, { ...campaign({ posts: [post({ name: "clips", clips: { top: 1 } })] }), moved: renamed() }],
		{ sent: 0, rest: [], known: [POST.replace("shorts", "clips")], left: [] },
	],
	"stays away as long as only others are declared": [
		[OUT, campaign({ posts: [post({ name: "others", clips: { ranks: [2] } })] })],
		{ sent: 1, rest: [], known: [addressOf(clip(2)).replace("shorts", "others")], left: [POST] },
	],
	"is posted anew where the service had cancelled it": [
		[OUT, IN],
		{ sent: 1, rest: [], known: [POST], left: [] },
		snapshot({ [TALK]: settledVideo(), [POST]: posted(clip(0), { status: "CANCELLED" }) }),
	],
};
for (const [title, [versions, expected, before]] of Object.entries(cases))
	back(title, async () => assert.equal(await postsAfter(versions, before), expected));

back("stays away where its entry takes another source, with a clip at the same time", () => {
	const away = { ...snapshot(), leftTasks: { [POST]: posted() } };
	const backOf = (source: SourceIdentity) =>
		Object.keys(
			returnedResources({ campaigns: [IN], snapshot: away, observed: { sources: { [TALK]: source } } }),
		);
	assert.equal([backOf(SOURCE), backOf({ kind: "file", sha256: "b".repeat(64) })], [[POST], []]);
});

back("is kept where two machines took it out", () => {
	const out = { type: "forget", address: POST, at: NOW, keepsTask: true } as const;
	const twice = fold(fold(SENT, out), out);
	assert.equal(Object.keys(twice.leftTasks ?? {}), [POST]);
	assert.is(fold(twice, { type: "forget", address: POST, at: NOW }).leftTasks, undefined);
});

back.run();

function other(title: string) {
	return { account: "tube", place: AT, body: { title }, places: {} };
}

function renamed() {
	return [{ from: "post.shorts", to: "post.clips", place: AT }];
}
