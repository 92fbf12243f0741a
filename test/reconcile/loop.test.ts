import { suite } from "uvu";
import * as assert from "uvu/assert";
import { videoAddress } from "../../src/model/address.ts";
import { memoryStore } from "../../src/state/memory.ts";
import { run } from "../builders/run.ts";
import {
	addressOf,
	campaign,
	clip,
	ledgerOf,
	NOW,
	operation,
	post,
	settledVideo,
	snapshot,
	submitted,
	TALK,
	video,
} from "../builders/world.ts";
import { fakeService, Killed, ongoing, succeeded } from "../fakes/service.ts";

const converging = suite("a run");
const RECOGNISED = { idempotency: true, publishStatus: false, replace: [] };
const settled = () => memoryStore(snapshot({ [TALK]: settledVideo() }));
const actions = (rest: { changes: readonly { action: string; reason: string }[] }) =>
	rest.changes.map(({ action, reason }) => `${action} ${reason}`);

converging("submits, waits, settles and publishes", async () => {
	const service = fakeService();
	const { report, rest } = await run({ store: memoryStore(), service });
	assert.equal([report.submitted, report.published, report.failures, rest.changes], [1, 2, [], []]);
	assert.equal(service.calls, ["upload", "submit", "results", "results", "accounts", "publish", "publish"]);
});

converging("does nothing and asks for nothing when run again", async () => {
	const [store, service] = [memoryStore(), fakeService()];
	await run({ store, service });
	service.calls.length = 0;
	const again = await run({ store, service });
	assert.equal([again.report.submitted, again.report.published, service.calls], [0, 0, []]);
});

converging(
	"writes down what is known under an old name, and does nothing of it again under the new one",
	async () => {
		const [store, service] = [settled(), fakeService()];
		const keynote = campaign({
			moved: [
				{ from: "video.talk", to: "video.keynote", place: { file: "k.campaign.yaml", line: 1, column: 1 } },
			],
			videos: [video({ name: "keynote" })],
			posts: [post({ from: "keynote" })],
		});
		const { report, snapshot: state } = await run({ store, service, campaigns: [keynote] });
		assert.equal([report.submitted, report.published], [0, 2]);
		const videos = Object.entries(state.resources).filter(([, { kind }]) => kind === "video");
		assert.equal(
			videos.map(([address]) => address),
			[videoAddress("k", "keynote")],
		);
	},
);

converging("polls at 10 s and settles at 30 s", async () => {
	const readings = [...Array.from({ length: 8 }, () => ongoing), succeeded];
	const { clock } = await run({ store: memoryStore(), service: fakeService({ readings }) });
	assert.is(clock.waits[0], 10_000);
	assert.ok(clock.waits.every((wait) => wait <= 30_000));
	assert.is(clock.waits.at(-1), 30_000);
});

converging("keeps reading while clips have no link, and takes only the complete set", async () => {
	const { progress: _, ...silent } = succeeded;
	const short = { ...silent, clips: [clip(0)], linked: 1 };
	const unlinked = { ...silent, linked: 1 };
	const { snapshot: state } = await run({
		store: memoryStore(),
		service: fakeService({ readings: [short, unlinked, unlinked, silent] }),
	});
	const talk = state.resources[TALK];
	assert.is(talk?.kind === "video" && talk.result?.clips.length, 3);
	assert.is(talk?.kind === "video" && talk.result?.complete, true);
});

converging("takes what there is when links never come, and says that it is incomplete", async () => {
	const { progress: _, ...silent } = succeeded;
	const { snapshot: state } = await run({
		store: memoryStore(),
		service: fakeService({ readings: [{ ...silent, linked: 1 }] }),
	});
	const talk = state.resources[TALK];
	assert.is(talk?.kind === "video" && talk.result?.complete, false);
});

converging("reports a failed task with the service's words and publishes nothing", async () => {
	const service = fakeService({ readings: [{ ...ongoing, status: "FAILED", error: "no space left" }] });
	const { rest } = await run({ store: memoryStore(), service });
	assert.equal(actions(rest), ["attention task-failed", "wait video-failed"]);
	assert.not.ok(service.calls.includes("publish"));
});

converging("submits what is to be replaced once, waits for it and publishes its clips", async () => {
	const failed = memoryStore(snapshot({ [TALK]: submitted({ status: "FAILED", error: "no space left" }) }));
	const options = { idempotency: false, publishStatus: false, replace: [TALK] };
	const { report, rest } = await run({ store: failed, service: fakeService(), over: { options } });
	assert.equal([report.submitted, report.published, report.failures, rest.changes], [1, 2, [], []]);
});

converging(
	"never sends a lost answer again, goes on with the rest, and blocks it in the next run too",
	async () => {
		const [store, service] = [settled(), fakeService({ behaviours: ["lose-answer"] })];
		const first = await run({ store, service });
		assert.equal([first.report.published, actions(first.rest)], [1, ["unknown outcome-unknown"]]);
		const second = await run({ store, service });
		assert.equal(
			[second.report.published, actions(second.rest), service.commits.length],
			[0, ["unknown outcome-unknown"], 2],
		);
	},
);

converging("sends a lost answer again under the same key where keys are recognised", async () => {
	const [store, service] = [settled(), fakeService({ behaviours: ["lose-answer"] })];
	const { report, rest } = await run({ store, service, over: { options: RECOGNISED } });
	assert.equal([report.published, report.failures, rest.changes, service.commits.length], [2, [], [], 2]);
});

converging("does so three times a run: the next run tries again", async () => {
	const lost = ["lose-answer", "lose-answer", "lose-answer"] as const;
	const [store, service] = [settled(), fakeService({ behaviours: ["lose-answer", "accept", ...lost] })];
	const first = await run({ store, service, over: { options: RECOGNISED } });
	assert.equal(
		[first.report.published, first.report.failures.length, actions(first.rest)],
		[1, 1, ["repeat outcome-retried"]],
	);
	const second = await run({ store, service, over: { options: RECOGNISED } });
	assert.equal([second.report.published, second.rest.changes, service.commits.length], [1, [], 2]);
});

converging(
	"learns nothing about the first attempt from a repetition that is refused: it stays unknown, and is not sent as a new one",
	async () => {
		const [store, service] = [
			settled(),
			fakeService({
				behaviours: ["lose-answer", "accept", ...Array.from({ length: 500 }, () => "refuse" as const)],
			}),
		];
		const first = await run({ store, service, over: { options: RECOGNISED } });
		assert.equal(
			[first.report.published, first.report.failures.length, actions(first.rest)],
			[1, 1, ["repeat outcome-retried"]],
		);
		service.behaviours = [];
		const second = await run({ store, service, over: { options: RECOGNISED } });
		assert.equal([second.report.published, second.rest.changes, service.commits.length], [1, [], 2]);
	},
);

converging("waits out a repetition that is put off, under the same key", async () => {
	const [store, service] = [
		settled(),
		fakeService({
			behaviours: ["lose-answer", "accept", ...Array.from({ length: 50 }, () => "too-many" as const)],
		}),
	];
	const { report, rest, clock } = await run({ store, service, over: { options: RECOGNISED } });
	assert.equal(
		[report.published, report.failures, rest.changes, service.commits.length, clock.waits.length],
		[2, [], [], 2, 50],
	);
});

converging("repeats a post whose clips were not known when it was approved", async () => {
	const service = fakeService({ behaviours: ["accept", "lose-answer"] });
	const { report, rest } = await run({ store: memoryStore(), service, over: { options: RECOGNISED } });
	assert.equal([report.published, rest.changes, service.commits.length], [2, [], 3]);
});

converging("retries what provably was not sent", async () => {
	const service = fakeService({ behaviours: ["not-sent", "not-sent"] });
	const { report, clock } = await run({ store: settled(), service });
	assert.equal([report.published, service.commits.length, clock.waits.length], [2, 2, 2]);
});

converging("gives up on what is never sent, and leaves nothing blocked", async () => {
	const service = fakeService({ behaviours: Array.from({ length: 10 }, () => "not-sent" as const) });
	const { report, snapshot: state } = await run({ store: settled(), service });
	assert.equal([report.published, report.failures.length, state.operations, state.ledger], [0, 2, {}, []]);
});

converging("waits out too many requests for as long as the service says", async () => {
	const service = fakeService({ behaviours: Array.from({ length: 12 }, () => "too-many" as const) });
	const { report, clock } = await run({ store: settled(), service });
	assert.is(report.published, 2);
	assert.equal(
		clock.waits,
		Array.from({ length: 12 }, () => 2_000),
	);
});

converging(
	"a task that is put off waits for its turn, however long, while the run goes on with everything else",
	async () => {
		const videos = [video(), video({ name: "other" })];
		const service = fakeService({
			behaviours: ["too-many", "accept", ...Array.from({ length: 30 }, () => "too-many" as const)],
			readings: [succeeded],
		});
		const { report, rest, events } = await run({
			store: memoryStore(),
			service,
			campaigns: [campaign({ videos, posts: [] })],
		});
		assert.equal([report.submitted, report.failures, rest.changes], [2, [], []]);
		const order = events.flatMap((event) =>
			event.type === "settled" || (event.type === "sent" && event.outcome === "done") ? [event.address] : [],
		);
		assert.equal(order, ["k.video.other", "k.video.other", TALK, TALK]);
	},
);

converging("says until when it waits", async () => {
	const { events } = await run({ store: settled(), service: fakeService({ behaviours: ["too-many"] }) });
	const waits = events.flatMap((event) =>
		event.type === "waiting" ? [[event.forMs, event.until - NOW]] : [],
	);
	assert.equal(waits, [[2_000, 2_000]]);
});

converging("a refusal is reported with its remedy and the rest goes on", async () => {
	const { report } = await run({ store: settled(), service: fakeService({ behaviours: ["refuse"] }) });
	assert.equal(
		[report.published, report.failures],
		[1, [{ address: addressOf(), message: "invalid", next: "stop", remedy: "fix it" }]],
	);
});

converging("killed before arming, the next run posts once", async () => {
	const [store, service] = [settled(), fakeService({ behaviours: ["die-before-arm"] })];
	await assertKilled(run({ store, service }));
	const { report } = await run({ store, service });
	assert.equal([report.published, service.commits.length], [2, 2]);
});

converging("killed after the service acted, the next run refuses to post again", async () => {
	const [store, service] = [settled(), fakeService({ behaviours: ["die-after-commit"] })];
	await assertKilled(run({ store, service }));
	const { report, rest } = await run({ store, service });
	assert.equal(
		[report.published, actions(rest), service.commits.length],
		[1, ["unknown outcome-unknown"], 2],
	);
});

converging("submits no more tasks than may run at once, and the rest later", async () => {
	const videos = ["a", "b", "c"].map((name) => video({ name }));
	const service = fakeService({ readings: [ongoing, ongoing, succeeded] });
	const { report, events } = await run({
		store: memoryStore(),
		service,
		campaigns: [campaign({ videos, posts: [] })],
		over: { limits: { runningTasks: 1 } },
	});
	assert.is(report.submitted, 3);
	const order = events.flatMap((event) =>
		event.type === "sent" ? ["sent"] : event.type === "settled" ? ["settled"] : [],
	);
	assert.equal(order, ["sent", "settled", "sent", "settled", "sent", "settled"]);
});

converging("counts the tasks that an earlier run left running", async () => {
	const other = videoAddress("k", "other");
	const store = memoryStore(snapshot({ [TALK]: submitted({ status: "ONGOING" }) }));
	const campaigns = [campaign({ videos: [video(), video({ name: "other" })], posts: [] })];
	const { events } = await run({
		store,
		service: fakeService({ readings: [ongoing, succeeded] }),
		campaigns,
		over: { limits: { runningTasks: 1 } },
	});
	const order = events.flatMap((event) =>
		event.type === "settled" || event.type === "sent" ? [`${event.type} ${event.address}`] : [],
	);
	assert.equal(order, [`settled ${TALK}`, `sent ${other}`, `settled ${other}`]);
});

converging("asks again once the titles are known, and a no publishes nothing", async () => {
	const asked: string[] = [];
	const service = fakeService();
	const confirmPosts = async (posts: readonly { title: string }[]) => {
		asked.push(...posts.map(({ title }) => title));
		return false;
	};
	const { report } = await run({ store: memoryStore(), service, over: { confirmPosts } });
	assert.equal([asked, report.published], [["Clip 0", "Clip 1"], 0]);
});

converging("a no is asked for once, however long other tasks go on", async () => {
	let asked = 0;
	const confirmPosts = async () => {
		asked++;
		return false;
	};
	const service = fakeService({ readings: [succeeded, ongoing, ongoing, ongoing, succeeded] });
	const campaigns = [campaign({ videos: [video(), video({ name: "other" })] })];
	await run({ store: memoryStore(), service, campaigns, over: { confirmPosts } });
	assert.is(asked, 1);
});

converging("a stop signal starts nothing new", async () => {
	const service = fakeService();
	const stop = new AbortController();
	const emit = (event: { type: string }) => event.type === "sent" && stop.abort(new Error("stop"));
	const { report } = await run({ store: settled(), service, over: { signal: stop.signal, emit } });
	assert.equal([report.published, service.commits.length], [1, 1]);
});

converging("a post whose time slips out of the window while it waits is not sent", async () => {
	const place = { file: "f", line: 1, column: 1 };
	const soon = [
		campaign({
			timezone: "UTC",
			posts: [post({ clips: { top: 1 }, at: { wall: "2026-11-21T12:08", place } })],
		}),
	];
	const service = fakeService();
	service.accounts = async () => {
		late = true;
		return service.accountList;
	};
	let late = false;
	const { fakeClock } = await import("../fakes/clock.ts");
	const clock = fakeClock(NOW);
	const send = service.send.bind(service);
	service.send = (call, sending) => {
		clock.pass(late ? 5 * 60_000 : 0);
		return send(call, sending);
	};
	const { report, snapshot: state } = await run({
		store: settled(),
		service,
		campaigns: soon,
		over: { clock },
	});
	assert.equal([report.published, report.failures.length, service.commits, state.operations], [0, 1, [], {}]);
});

converging("a moment in the ledger is never posted again, whatever the state forgot", async () => {
	const service = fakeService();
	const { report } = await run({
		store: memoryStore(snapshot({ [TALK]: settledVideo() }, { ledger: [ledgerOf()] })),
		service,
	});
	assert.equal([report.published, service.commits.length], [1, 1]);
});

converging("an unknown submission is not paid for twice", async () => {
	const service = fakeService();
	const { report } = await run({
		store: memoryStore(snapshot({}, { operations: { "op-1": operation() } })),
		service,
	});
	assert.equal([report.submitted, service.commits], [0, []]);
});

async function assertKilled(running: Promise<unknown>): Promise<void> {
	await running.then(
		() => assert.unreachable("the run was not killed"),
		(error) => assert.instance(error, Killed),
	);
}
converging.run();
