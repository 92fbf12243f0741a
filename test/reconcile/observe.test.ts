import { suite } from "uvu";
import * as assert from "uvu/assert";
import { renditionAddress } from "../../src/model/address.ts";
import { epochMs } from "../../src/model/brand.ts";
import { StopFault } from "../../src/model/fault.ts";
import type { ResourceState } from "../../src/model/snapshot.ts";
import { emptyMemory } from "../../src/reconcile/memory.ts";
import { observe } from "../../src/reconcile/observe.ts";
import { addressOf, clip, NOW, posted, settledVideo, snapshot, submitted, TALK } from "../builders/world.ts";
import { fakeClock } from "../fakes/clock.ts";
import { type FakeService, fakeService, ongoing, succeeded } from "../fakes/service.ts";

const SMALL = renditionAddress("k", "talk", "small");
const rendition = {
	kind: "rendition",
	request: { taskId: "task-1", clips: [0, 1], export: { resolution: "480p" } },
	taskId: "e-1",
	submittedAt: NOW,
	status: "CREATED",
} as const;
const SCHEDULED = posted(clip(0), { status: "SCHEDULED" });
const settling = { ...succeeded, clips: [clip(0)], linked: 0, progress: 0.9 };

interface Given {
	readonly service?: Partial<FakeService>;
	readonly selected?: (address: string) => boolean;
	readonly stopped?: true;
}

/** What a look at the service says is new, and which addresses could not be read. */
async function seen(resources: Record<string, ResourceState>, given: Given = {}) {
	const { service = {}, selected, stopped } = given;
	const stop = new AbortController();
	if (stopped) stop.abort();
	const options = { idempotency: false, publishStatus: true, replace: [], ...(selected && { selected }) };
	const context = {
		...{ clock: fakeClock(), signal: stop.signal, emit: () => {}, options },
		service: fakeService(service),
	};
	const memory = emptyMemory();
	const entries = await observe(context, snapshot(resources), memory);
	const news = entries.map((entry) => entry.type === "resource" && entry.resource.status);
	return [news, [...memory.unreadable.keys()]];
}

const refused = () => Promise.reject(new StopFault("no such task"));
const cases: Record<string, [() => Promise<unknown>, unknown]> = {
	"notes that a task has begun": [
		() => seen({ [TALK]: submitted() }, { service: { readings: [ongoing] } }),
		[["ONGOING"], []],
	],
	"notes nothing while a task goes on": [
		() => seen({ [TALK]: submitted({ status: "ONGOING" }) }, { service: { readings: [ongoing] } }),
		[[], []],
	],
	"notes that a task succeeded before its clips are final": [
		() => seen({ [TALK]: submitted({ status: "ONGOING" }) }, { service: { readings: [settling] } }),
		[["SUCCEEDED"], []],
	],
	"notes that once": [
		() => seen({ [TALK]: submitted({ status: "SUCCEEDED" }) }, { service: { readings: [settling] } }),
		[[], []],
	],
	"notes the clips when they are final": [
		() => seen({ [TALK]: submitted({ status: "SUCCEEDED" }) }, { service: { readings: [succeeded] } }),
		[["SUCCEEDED"], []],
	],
	"notes that a rendition succeeded before its links are there, once": [
		async () => [
			await seen({ [SMALL]: rendition }, { service: { exportReading: settling } }),
			await seen(
				{ [SMALL]: { ...rendition, status: "SUCCEEDED" } },
				{ service: { exportReading: settling } },
			),
		],
		[
			[["SUCCEEDED"], []],
			[[], []],
		],
	],
	"does not read what is final": [
		() => seen({ [TALK]: settledVideo() }, { service: { results: refused } }),
		[[], []],
	],
	"does not read what is not selected": [
		() => seen({ [TALK]: submitted() }, { service: { results: refused }, selected: () => false }),
		[[], []],
	],
	"remembers a task that cannot be read": [
		() => seen({ [TALK]: submitted() }, { service: { results: refused } }),
		[[], [TALK]],
	],
	"remembers a rendition that cannot be read": [
		() => seen({ [SMALL]: rendition }, { service: { exportResults: refused } }),
		[[], [SMALL]],
	],
	"remembers a post that cannot be read": [
		() => seen({ [addressOf()]: SCHEDULED }, { service: { publishTask: refused } }),
		[[], [addressOf()]],
	],
	"remembers nothing of a read that was stopped": [
		() => seen({ [TALK]: submitted() }, { service: { results: refused }, stopped: true }),
		[[], []],
	],
	"notes that a post was delivered": [() => seen({ [addressOf()]: SCHEDULED }), [["DONE"], []]],
	"notes nothing while a post waits": [
		() =>
			seen({ [addressOf()]: SCHEDULED }, { service: { publishTask: async () => ({ status: "SCHEDULED" }) } }),
		[[], []],
	],
};
const look = suite("a look at the service");
for (const [title, [run, expected]] of Object.entries(cases))
	look(title, async () => assert.equal(await run(), expected));

const FAILED = Object.fromEntries(
	Array.from({ length: 200 }, (_, idx) => {
		const state = posted(clip(idx), { status: "ERROR", acceptedAt: epochMs(NOW - idx) });
		return [`k.post.shorts["talk@${idx}-${idx + 1}"].yt`, { ...state, taskId: `post-${idx}` }];
	}),
);

/** Ids of the failed posts that each of so many passes, half a minute apart, read. */
async function rereads(passes: number, more: object = {}): Promise<readonly (readonly string[])[]> {
	let read: string[] = [];
	const publishTask: FakeService["publishTask"] = async (id) => {
		read.push(id);
		return { status: "ERROR" };
	};
	const clock = fakeClock();
	const options = { idempotency: false, publishStatus: true, replace: [] };
	const context = {
		...{ clock, signal: new AbortController().signal, emit: () => {}, options, ...more },
		service: fakeService({ publishTask }),
	};
	const memory = emptyMemory();
	const found: (readonly string[])[] = [];
	for (let at = 0; at < passes; at++) {
		read = [];
		await observe(context, snapshot(FAILED), memory);
		found.push(read);
		await clock.sleep(30_000, context.signal);
	}
	return found;
}

look("reads ten of 200 failed posts a minute, the newest each time, and all in turn", async () => {
	const found = await rereads(78);
	assert.equal([...new Set(found.map((read) => read.length))], [10, 0]);
	const newest = ["post-0", "post-1", "post-2", "post-3", "post-4"];
	for (const read of found.filter(({ length }) => length > 0)) assert.equal(read.slice(0, 5), newest);
	assert.is(new Set(found.flat()).size, 200);
});

look("reads all failed posts of the service of this machine, which has no limit", async () => {
	const [read] = await rereads(1, { engine: async () => undefined });
	assert.is(read?.length, 200);
});
look.run();
