import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ReadFault } from "../../src/api/read-fault.ts";
import { videoAddress } from "../../src/model/address.ts";
import { type EpochMs, epochMs } from "../../src/model/brand.ts";
import type { RunEvent } from "../../src/model/event.ts";
import type { Evidence, Operation, Snapshot } from "../../src/model/snapshot.ts";
import type { ResolvedOutcome, Word } from "../../src/model/unknown.ts";
import { memoryStore } from "../../src/state/memory.ts";
import { type Ran, run } from "../builders/run.ts";
import {
	addressOf,
	campaign,
	clip,
	ledgerOf,
	NOW,
	operation,
	postRequest,
	request,
	settledVideo,
	snapshot,
	TALK,
	video,
} from "../builders/world.ts";
import { type FakeService, fakeService, ongoing, succeeded } from "../fakes/service.ts";

const HOUR_AGO = epochMs(NOW - 3_600_000);
const place = { file: "k.campaign.yaml", line: 1, column: 1 };
const actions = ({ rest }: Pick<Ran, "rest">) =>
	rest.changes.map(({ action, reason }) => `${action} ${reason}`);

function lostSubmit(evidence: Evidence): Snapshot {
	return snapshot(
		{},
		{ operations: { "op-1": operation({ evidence, armedAt: HOUR_AGO, wanted: request() }) } },
	);
}

function lostPost(over: Partial<Omit<Operation, "kind" | "wanted">> = {}): Snapshot {
	const lost = operation({
		kind: "publish",
		address: addressOf(),
		wanted: postRequest(),
		at: HOUR_AGO,
		armedAt: HOUR_AGO,
		...over,
	});
	return snapshot({ [TALK]: settledVideo() }, { operations: { "op-1": lost }, ledger: [ledgerOf()] });
}

const CUT = { httpStatus: 200, rawBody: '{"data":{"id":"task-1","na', error: "the answer broke off" };
const found = (events: readonly RunEvent[]) =>
	events.flatMap((event) =>
		event.type === "resolved" ? [`${event.as} by ${event.by}: ${event.taskId}`] : [],
	);

const asking = suite("asking the service about an unknown outcome");

asking(
	"a task that a broken answer names, and the service knows, was made: the run goes on with it",
	async () => {
		const service = fakeService();
		const ran = await run({ store: memoryStore(lostSubmit(CUT)), service });
		assert.equal(found(ran.events), ["posted by the service: task-1"]);
		assert.equal([ran.report.submitted, ran.report.published, ran.rest.changes], [0, 2, []]);
		assert.ok(!service.calls.includes("submit"));
	},
);

asking("in the very run in which the answer broke off, which then has no failure to report", async () => {
	const unreadable = {
		class: "unknown",
		evidence: CUT,
		message: "very likely accepted",
		next: "stop",
	} as const;
	const service = fakeService({ send: async (_, { arm }) => arm().then(() => unreadable) });
	const { events, report, rest } = await run({
		store: memoryStore(),
		service,
		campaigns: [campaign({ posts: [] })],
	});
	assert.equal([found(events), report.failures, rest.changes], [["posted by the service: task-1"], [], []]);
});

const UNPROVED: Record<string, [evidence: Evidence, over?: Partial<FakeService>, state?: Snapshot]> = {
	"an answer that names nothing": [{ httpStatus: 200, rawBody: "<html>" }],
	"no answer": [{ error: "connection reset" }],
	"an error that names a task": [{ httpStatus: 409, rawBody: '{"error":"exists","id":"task-1"}' }],
	"a task that the service does not know": [
		CUT,
		{ results: () => Promise.reject(new ReadFault("no such task", { next: "stop", fatal: false })) },
	],
	"a task of another name": [CUT, { results: async () => ({ ...succeeded, name: "somebody's" }) }],
};

for (const [title, [evidence, over]] of Object.entries(UNPROVED))
	asking(`${title} proves nothing: it stays unknown, and nothing is sent`, async () => {
		const service = fakeService(over);
		const ran = await run({ store: memoryStore(lostSubmit(evidence)), service });
		assert.equal([found(ran.events), actions(ran)[0], service.commits], [[], "unknown outcome-unknown", []]);
	});

asking("a task that belongs to another video was not made by this attempt", async () => {
	const state = lostSubmit(CUT);
	const other = { ...settledVideo(), taskId: "task-1" };
	const campaigns = [campaign({ videos: [video(), video({ name: "other" })] })];
	const ran = await run({
		store: memoryStore({ ...state, resources: { [videoAddress("k", "other")]: other } }),
		service: fakeService(),
		campaigns,
	});
	assert.equal([found(ran.events), actions(ran)[0]], [[], "unknown outcome-unknown"]);
});

asking("a post is asked about only where the service tells about posts", async () => {
	const evidence = { httpStatus: 200, rawBody: '{"data":{"task_id":"p-7","sta' };
	for (const publishStatus of [false, true]) {
		const options = { idempotency: false, publishStatus, replace: [] };
		const ran = await run({
			store: memoryStore(lostPost({ evidence })),
			service: fakeService(),
			over: { options },
		});
		assert.equal(found(ran.events), publishStatus ? ["posted by the service: p-7"] : []);
		assert.is(actions(ran).includes("unknown outcome-unknown"), !publishStatus);
	}
});

asking("is done once a run", async () => {
	const service = fakeService({ readings: [ongoing, ongoing, succeeded] });
	const state = lostSubmit({ httpStatus: 200, rawBody: '{"data":{"id":"gone"' });
	let asked = 0;
	service.results = (id) => {
		if (id === "gone") asked++;
		return id === "gone"
			? Promise.reject(new ReadFault("no", { next: "stop", fatal: false }))
			: Promise.resolve(succeeded);
	};
	const campaigns = [campaign({ videos: [video(), video({ name: "other" })], posts: [] })];
	await run({ store: memoryStore(state), service, campaigns });
	assert.is(asked, 1);
});

asking.run();

const saying = suite("resolutions of a campaign");

function said(word: Word, over: Partial<ResolvedOutcome> = {}): readonly ResolvedOutcome[] {
	return [{ operation: "op-1", word, by: "ann", why: "looked", place, ...over }];
}

async function ranWith(resolutions: readonly ResolvedOutcome[], armedAt: EpochMs = HOUR_AGO) {
	const service = fakeService();
	const ran = await run({ store: memoryStore(lostPost({ armedAt })), service, over: { resolutions } });
	return { ...ran, service };
}

saying("posted: it is never sent again", async () => {
	const { snapshot: after, rest, service, events } = await ranWith(said({ as: "posted", taskId: "p-9" }));
	const state = after.resources[addressOf()];
	assert.equal([state?.taskId, after.operations, rest.changes], ["p-9", {}, []]);
	assert.equal([found(events), service.commits.length], [["posted by ann: p-9"], 1]);
});

saying("not posted: it is sent again", async () => {
	const { rest, service, snapshot: after } = await ranWith(said({ as: "not-posted" }));
	assert.equal([rest.changes, service.commits.length, after.ledger.length], [[], 2, 2]);
});

saying(
	"not posted, while a late request may still be executed: stays unknown, and says from when on",
	async () => {
		const { rest, service, events } = await ranWith(said({ as: "not-posted" }), epochMs(NOW - 60_000));
		assert.equal([actions({ rest }), service.commits.length], [["unknown outcome-unknown"], 1]);
		const refused = events.filter(({ type }) => type === "unresolved");
		assert.equal(refused.length, 1);
		assert.match(JSON.stringify(refused), "--not-posted is accepted from 2026-11-21T12:41:02.000Z on");
	},
);

saying("about another attempt: stale, and does nothing", async () => {
	const { rest, service } = await ranWith(said({ as: "not-posted" }, { operation: "op-0" }));
	assert.equal([actions({ rest }), service.commits.length], [["unknown outcome-unknown"], 1]);
});

saying("given up: kept as posted, never sent", async () => {
	const { service, snapshot: after } = await ranWith(said({ as: "abandoned" }));
	assert.equal(
		[
			after.operations,
			service.commits.map(({ payload }) => payload.includes(clip(0).title)),
			after.ledger.length,
		],
		[{}, [false], 2],
	);
});

saying.run();
