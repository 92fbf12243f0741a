import { suite } from "uvu";
import * as assert from "uvu/assert";
import { renditionAddress } from "../../src/model/address.ts";
import { StopFault } from "../../src/model/fault.ts";
import { memoryStore } from "../../src/state/memory.ts";
import { run } from "../builders/run.ts";
import { campaign, settledVideo, snapshot, TALK, video } from "../builders/world.ts";
import { fakeService, Killed, ongoing, succeeded } from "../fakes/service.ts";

const SMALL = renditionAddress("k", "talk", "small");
const place = { file: "k.campaign.yaml", line: 1, column: 1 };
const campaigns = [
	campaign({
		videos: [
			video({ renditions: [{ name: "small", place, export: { resolution: "480p" }, clips: { top: 2 } }] }),
		],
		posts: [],
	}),
];
const settled = () => memoryStore(snapshot({ [TALK]: settledVideo() }));

const renditions = suite("renditions in a run");

renditions(
	"are rendered once the clips are known, read until their links are there, and then left alone",
	async () => {
		const store = memoryStore();
		const service = fakeService({ exportReading: { ...succeeded, linked: 2 } });
		const { snapshot: state, rest } = await run({ store, service, campaigns });
		assert.equal(service.calls, ["upload", "submit", "results", "results", "export", "exportResults"]);
		assert.equal(rest.changes, []);
		const small = state.resources[SMALL];
		assert.equal(
			small?.kind === "rendition" && [
				small.taskId,
				small.request.clips,
				small.status,
				small.result?.complete,
			],
			["e-1", [0, 1], "SUCCEEDED", true],
		);
		service.calls.length = 0;
		await run({ store, service, campaigns });
		assert.equal(service.calls, []);
	},
);

renditions("that fail say why and are not rendered again by themselves", async () => {
	const [store, service] = [
		settled(),
		fakeService({ exportReading: { ...ongoing, status: "FAILED", error: "no space left" } }),
	];
	const { rest } = await run({ store, service, campaigns });
	await run({ store, service, campaigns });
	assert.equal(
		rest.changes.map(({ action, reasonData }) => [action, reasonData]),
		[["attention", { message: "no space left" }]],
	);
	assert.is(service.commits.length, 1);
});

renditions("without all their links are taken as they are in the end, and say so", async () => {
	const { snapshot: state } = await run({
		store: settled(),
		service: fakeService({ exportReading: { ...succeeded, linked: 1 } }),
		campaigns,
	});
	const small = state.resources[SMALL];
	assert.is(small?.kind === "rendition" && small.result?.complete, false);
});

renditions("are never paid twice: a lost answer blocks until a person has looked", async () => {
	for (const behaviour of ["lose-answer", "die-after-commit"] as const) {
		const [store, service] = [settled(), fakeService({ behaviours: [behaviour] })];
		await run({ store, service, campaigns }).catch((error: unknown) => assert.instance(error, Killed));
		const { rest } = await run({ store, service, campaigns });
		assert.equal([service.commits.length, rest.changes.map(({ action }) => action)], [1, ["unknown"]]);
	}
});

renditions("are asked for again under their key where the service recognises it", async () => {
	const [store, service] = [
		settled(),
		fakeService({ behaviours: ["lose-answer"], exportReading: { ...succeeded, linked: 2 } }),
	];
	const { rest } = await run({
		store,
		service,
		campaigns,
		over: { options: { idempotency: true, publishStatus: false, replace: [] } },
	});
	assert.equal([service.commits.length, rest.changes], [1, []]);
});

renditions("that cannot be read are named with the reason, and the run goes on", async () => {
	const service = fakeService({
		exportResults: () => Promise.reject(new StopFault("no such task")),
	});
	const { report } = await run({ store: settled(), service, campaigns });
	assert.equal(
		report.failures.map(({ address, message }) => [address, message]),
		[[SMALL, "no such task"]],
	);
});

renditions.run();
