import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { PublishReading } from "../../src/api/port.ts";
import { epochMs } from "../../src/model/brand.ts";
import { StopFault } from "../../src/model/fault.ts";
import type { Snapshot } from "../../src/model/snapshot.ts";
import type { TaskReading } from "../../src/model/task.ts";
import { importTarget } from "../../src/plan/importing.ts";
import { plan } from "../../src/plan/plan.ts";
import { type Imported, type ImportRequest, importResource } from "../../src/reconcile/import.ts";
import { fold } from "../../src/state/snapshot/fold.ts";
import {
	addressOf,
	campaign,
	clip,
	ledgerOf,
	NOW,
	operation,
	post,
	posted,
	settledVideo,
	snapshot,
	submitted,
	TALK,
	world,
} from "../builders/world.ts";
import { fakeClock } from "../fakes/clock.ts";
import { fakeService, ongoing, succeeded } from "../fakes/service.ts";

const CAMPAIGNS = [campaign({ posts: [post({ clips: { top: 1 } })] })];
const FRESH = snapshot();
const KNOWN = snapshot({ [TALK]: settledVideo([clip(0)]) });
const POST = addressOf();

/** As long as the source is. */
const SHORT: TaskReading = { ...succeeded, clips: [clip(0)] };

interface Case {
	readonly state?: Snapshot;
	readonly reading?: TaskReading;
	readonly publishStatus?: PublishReading;
	readonly options?: { readonly publishStatus: boolean };
}

/** The entry that importing an address makes, and what was asked of the service. */
async function imported(
	address: string,
	said: Omit<ImportRequest, "by">,
	{ state = FRESH, reading = SHORT, publishStatus = { status: "DONE" }, options }: Case = {},
) {
	const given = world({ state, campaigns: CAMPAIGNS, options: { publishStatus: true, ...options } });
	const target = importTarget(address, given);
	if (target === undefined) throw new Error(`${address} names nothing`);
	const service = fakeService({ readings: [reading], publishStatus });
	const running = {
		service,
		clock: fakeClock(NOW),
		signal: new AbortController().signal,
		options: given.options,
		emit: () => {},
	};
	return {
		entry: await importResource(running, state, { target, request: { by: "ann", ...said } }),
		calls: service.calls,
		commits: service.commits,
	};
}

function planned(state: Snapshot, entry: Imported): string[] {
	return plan(world({ state: fold(state, entry), campaigns: CAMPAIGNS })).changes.map(
		({ action, address, reason }) => `${action} ${address}: ${reason}`,
	);
}

async function refusal(work: Promise<unknown>): Promise<string> {
	return work.then(
		() => "not refused",
		(error: unknown) => (error instanceof StopFault ? error.message : `a bug: ${error}`),
	);
}

const adopting = suite("importing");

adopting(
	"a succeeded task reads its results and submits nothing; what is left is to read and to post its clips",
	async () => {
		const { entry, calls, commits } = await imported(TALK, { taskId: "task-1" });
		assert.equal([calls, commits], [["results"], []]);
		assert.equal([entry.resource?.status, entry.resource?.taskId, entry.by], ["SUCCEEDED", "task-1", "ann"]);
		assert.equal(planned(FRESH, entry), [
			`read ${TALK}: results-unread`,
			'publish-bounded k.post.shorts["talk@*"].tube: clips-unknown',
		]);
	},
);

adopting("a running task waits for it", async () => {
	const { entry } = await imported(TALK, { taskId: "task-1" }, { reading: ongoing });
	assert.equal(planned(FRESH, entry)[1], `wait ${TALK}: task-running`);
});

adopting(
	"a post made by hand leaves nothing to do, now and when its text changes in the campaign's favour",
	async () => {
		const { entry, calls } = await imported(POST, {}, { state: KNOWN });
		assert.equal(calls, []);
		assert.equal(planned(KNOWN, entry), []);
		const { ledger, resources } = fold(KNOWN, entry);
		assert.equal(
			ledger.map(({ address, account, moment }) => [address, account, moment]),
			[[POST, "youtube:acme", clip(0).moment]],
		);
		assert.equal([resources[POST]?.status, resources[POST]?.taskId], ["DONE", undefined]);
	},
);

adopting("a post of another program asks the service what became of it", async () => {
	const { entry, calls } = await imported(
		POST,
		{ taskId: "p-9" },
		{ state: KNOWN, publishStatus: { status: "DONE", location: "https://y/1" } },
	);
	assert.equal(calls, ["publishTask"]);
	assert.equal(entry.resource?.kind === "post" && [entry.resource.taskId, entry.resource.location], [
		"p-9",
		"https://y/1",
	]);
	assert.equal(
		(await imported(POST, { taskId: "p-9" }, { state: KNOWN, options: { publishStatus: false } })).calls,
		[],
	);
});

adopting("a scheduled post keeps its minute, on the campaign's clocks", async () => {
	const { entry } = await imported(
		POST,
		{ taskId: "p-9", at: "2026-12-01T09:00" },
		{ state: KNOWN, publishStatus: { status: "SCHEDULED" } },
	);
	const at = epochMs(Date.UTC(2026, 11, 1, 8));
	assert.equal(
		[
			entry.moment?.scheduledAt,
			entry.resource?.kind === "post" && entry.resource.request.scheduledAt,
			entry.resource?.status,
		],
		[at, at, "SCHEDULED"],
	);
});

adopting("a post of the past is remembered at its time, so that daily limits count it", async () => {
	const { entry } = await imported(POST, { at: "2026-11-20T18:00" }, { state: KNOWN });
	assert.equal([entry.moment?.at, entry.moment?.scheduledAt], [Date.UTC(2026, 10, 20, 17), undefined]);
});

adopting(
	"a moment whose clip nobody knows is remembered alone, and keeps a clip from being posted that overlaps it",
	async () => {
		const { entry } = await imported('k.post.shorts["talk@1000-39000"].tube', {}, { state: FRESH });
		assert.is(entry.resource, undefined);
		assert.equal(planned(KNOWN, entry), [`attention ${POST}: moment-posted`]);
	},
);

const withPost = snapshot({ [TALK]: settledVideo([clip(0)]), [POST]: posted(clip(0)) });
const refusals: Record<string, [() => Promise<unknown>, string]> = {
	"a video that state has": [
		() => imported(TALK, { taskId: "t" }, { state: KNOWN }),
		`${TALK} already exists in the state.`,
	],
	"a post that state has": [
		() => imported(POST, {}, { state: withPost }),
		`${POST} already exists in the state.`,
	],
	"what has an unknown outcome": [
		() => imported(TALK, { taskId: "t" }, { state: snapshot({}, { operations: { "op-1": operation() } }) }),
		`${TALK} has an attempt whose outcome is unknown.`,
	],
	"a moment that counts as posted": [
		() =>
			imported(
				'k.post.shorts["talk@2000-41000"].tube',
				{},
				{ state: snapshot({}, { ledger: [ledgerOf()] }) },
			),
		`This moment counts as posted to this account already: ${POST}.`,
	],
	"a task that is another video's": [
		() => imported(TALK, { taskId: "task-1" }, { state: snapshot({ "k.video.old": submitted() }) }),
		"The task task-1 is k.video.old already.",
	],
	"a failed task": [
		() => imported(TALK, { taskId: "t" }, { reading: { ...succeeded, status: "FAILED", error: "no sound" } }),
		"The task t failed: no sound.",
	],
	"a task of a longer source": [
		() => imported(TALK, { taskId: "t" }, { reading: succeeded }),
		"The task t has a clip that ends at 140.0 s, but the source of k.video.talk is only 90.0 s long.",
	],
	"a task without its id": [() => imported(TALK, {}), "A clipping task needs its id."],
	"a post that was not published": [
		() =>
			imported(
				POST,
				{ taskId: "p" },
				{ state: KNOWN, publishStatus: { status: "ERROR", error: "too long" } },
			),
		"The service says that p was not published: ERROR, too long.",
	],
	"a scheduled post without its minute": [
		() => imported(POST, { taskId: "p" }, { state: KNOWN, publishStatus: { status: "SCHEDULED" } }),
		"The service publishes p later.",
	],
	"a time that is none": [() => imported(POST, { at: "soon" }, { state: KNOWN }), "`soon` is no time."],
};
for (const [title, [work, message]] of Object.entries(refusals))
	adopting(`refuses ${title}`, async () => assert.is(await refusal(work()), message));

const nothing = [
	"k.video.other",
	"k.post.shorts",
	'k.post.shorts["talk@*"].tube',
	'k.post.shorts["other@1-2"].tube',
	'k.post.shorts["talk@2-1"].tube',
	"",
	"k",
	'x.post.shorts["talk@1-2"].tube',
];
for (const address of nothing)
	adopting(`finds nothing under \`${address}\``, () =>
		assert.is(importTarget(address, world({ campaigns: CAMPAIGNS })), undefined),
	);
adopting.run();
