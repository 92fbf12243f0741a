import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import { plan } from "../../src/plan/plan.ts";
import {
	ACCOUNT,
	addressOf,
	campaign,
	clip,
	type Given,
	ledgerOf,
	NOW,
	operation,
	post,
	posted,
	request,
	settledVideo,
	snapshot,
	submitted,
	TALK,
	video,
	world,
} from "../builders/world.ts";

const HOUR = 3_600_000;
const settledWith = (resources = {}, over = {}) => snapshot({ [TALK]: settledVideo(), ...resources }, over);
const bothPosted = { [addressOf(clip(0))]: posted(clip(0)), [addressOf(clip(1))]: posted(clip(1)) };
const at = (wall: string) => [
	campaign({ posts: [post({ clips: { top: 1 }, at: { wall, place: { file: "f", line: 1, column: 1 } } })] }),
];
const titled = (title: string) => [
	campaign({
		posts: [
			post({
				clips: { top: 1 },
				targets: [{ account: "tube", place: { file: "f", line: 1, column: 1 }, body: { title }, places: {} }],
			}),
		],
	}),
];

const first = 'k.post.shorts["talk@0-40000"].tube';
const second = 'k.post.shorts["talk@100000-140000"].tube';
const any = 'k.post.shorts["talk@*"].tube';

const cases: Record<string, [Given, string[]]> = {
	"a new video is submitted and its posts are bounded": [
		{},
		["submit k.video.talk: absent", `publish-bounded ${any}: clips-unknown`],
	],
	"a submitted video waits for its task": [
		{ state: snapshot({ [TALK]: submitted() }) },
		[`publish-bounded ${any}: clips-unknown`, "wait k.video.talk: task-running"],
	],
	"a succeeded task that has not settled is read": [
		{ state: snapshot({ [TALK]: submitted({ status: "SUCCEEDED" }) }) },
		["read k.video.talk: results-unread", `publish-bounded ${any}: clips-unknown`],
	],
	"known clips are published, best first": [
		{ state: settledWith() },
		[`publish ${first}: clip-chosen`, `publish ${second}: clip-chosen`],
	],
	"posted clips need nothing": [{ state: settledWith(bothPosted) }, []],
	"a failed task needs a person, and its posts wait": [
		{ state: snapshot({ [TALK]: submitted({ status: "FAILED", error: "no" }) }) },
		["attention k.video.talk: task-failed", `wait ${any}: video-failed`],
	],
	"a failed task asked for again is submitted again": [
		{ state: snapshot({ [TALK]: submitted({ status: "FAILED" }) }), options: { replace: [TALK] } },
		["resubmit k.video.talk: replaced", `publish-bounded ${any}: clips-unknown`],
	],
	"a failed task with other settings is submitted again, and its posts are bounded": [
		{
			campaigns: [campaign({ videos: [video({ export: { resolution: "1080p" } })] })],
			state: snapshot({ [TALK]: submitted({ status: "FAILED" }) }),
		},
		["resubmit k.video.talk: export-changed", `publish-bounded ${any}: clips-unknown`],
	],
	"clips that are to be found again are not known": [
		{ state: settledWith(), options: { replace: [TALK] } },
		["resubmit k.video.talk: replaced", `publish-bounded ${any}: clips-unknown`],
	],
	"another source is submitted again": [
		{ state: settledWith(), source: { kind: "file", sha256: "b".repeat(64) } },
		["resubmit k.video.talk: source-changed", `publish-bounded ${any}: clips-unknown`],
	],
	"another transcript is another source": [
		{
			state: settledWith(),
			source: { kind: "file", sha256: "a".repeat(64), transcriptSha256: "c".repeat(64) },
		},
		["resubmit k.video.talk: source-changed", `publish-bounded ${any}: clips-unknown`],
	],
	"other clipping settings are submitted again": [
		{
			state: snapshot({
				[TALK]: submitted({
					request: request({ clipping: { duration: "0-30s", moreResults: false, express: false } }),
				}),
			}),
		},
		["resubmit k.video.talk: clipping-changed", `publish-bounded ${any}: clips-unknown`],
	],
	"other export settings are submitted again": [
		{ campaigns: [campaign({ videos: [video({ export: { resolution: "1080p" } })] })], state: settledWith() },
		["resubmit k.video.talk: export-changed", `publish-bounded ${any}: clips-unknown`],
	],
	"another limit of rendered clips changes nothing": [
		{ campaigns: [campaign({ videos: [video({ exportLimit: 1 })] })], state: settledWith(bothPosted) },
		[],
	],
	"nor does one that is gone": [
		{
			state: snapshot({
				[TALK]: { ...settledVideo(), request: request({ exportLimit: 1 }) },
				...bothPosted,
			}),
		},
		[],
	],
	"a project name alone changes nothing": [
		{
			state: snapshot({
				[TALK]: { ...settledVideo(), request: request({ projectName: "old" }) },
				...bothPosted,
			}),
		},
		[],
	],
	"a task with an unknown outcome is never submitted again": [
		{ state: snapshot({}, { operations: { "op-1": operation() } }) },
		["unknown k.video.talk: outcome-unknown", `publish-bounded ${any}: clips-unknown`],
	],
	"where the service recognises keys it is sent again under its own": [
		{ state: snapshot({}, { operations: { "op-1": operation() } }), options: { idempotency: true } },
		["repeat k.video.talk: outcome-retried", `publish-bounded ${any}: clips-unknown`],
	],
	"an attempt another process is sending is left to it": [
		{
			state: snapshot({}, { operations: { "op-1": operation({ phase: "armed" }) } }),
			options: { idempotency: true },
		},
		[`publish-bounded ${any}: clips-unknown`, "wait k.video.talk: outcome-unknown"],
	],
	"a post with an unknown outcome is blocked and the next one goes on": [
		{
			state: settledWith(
				{},
				{
					operations: { "op-1": operation({ kind: "publish", address: addressOf() }) },
					ledger: [ledgerOf()],
				},
			),
		},
		[`unknown ${first}: outcome-unknown`, `publish ${second}: clip-chosen`],
	],
	"an unknown outcome survives the removal of its post": [
		{
			campaigns: [campaign({ posts: [] })],
			state: settledWith(
				{},
				{ operations: { "op-1": operation({ kind: "publish", address: addressOf() }) } },
			),
		},
		[`unknown ${first}: outcome-unknown`],
	],
	"a moment already posted under another name is not posted again": [
		{
			campaigns: [campaign({ posts: [post({ name: "renamed", clips: { top: 1 } })] })],
			state: settledWith({ [addressOf()]: posted() }, { ledger: [ledgerOf()] }),
		},
		['attention k.post.renamed["talk@0-40000"].tube: moment-posted', `forget ${first}: undeclared`],
	],
	"a moment shifted by less than 40 % counts as the same": [
		{ state: settledWith({}, { ledger: [ledgerOf(clip(0, { moment: { from: 15_000, to: 55_000 } }))] }) },
		[`attention ${first}: moment-posted`, `publish ${second}: clip-chosen`],
	],
	"a moment shifted by more than 40 % is another": [
		{ state: settledWith({}, { ledger: [ledgerOf(clip(0, { moment: { from: 17_000, to: 57_000 } }))] }) },
		[`publish ${first}: clip-chosen`, `publish ${second}: clip-chosen`],
	],
	"the same moment of another source is another": [
		{ state: settledWith({}, { ledger: [ledgerOf(clip(0), { source: "sha256:other" })] }) },
		[`publish ${first}: clip-chosen`, `publish ${second}: clip-chosen`],
	],
	"two names of one account get one post": [
		{
			campaigns: [
				campaign({
					posts: [
						post({
							clips: { top: 1 },
							targets: ["tube", "second"].map((account) => ({
								account,
								place: { file: "f", line: 1, column: 1 },
								body: { title: "x" },
								places: {},
							})),
						}),
					],
				}),
			],
			state: settledWith(),
		},
		['attention k.post.shorts["talk@0-40000"].second: moment-posted', `publish ${first}: clip-chosen`],
	],
	"a missing account needs a person": [
		{ state: settledWith(), accounts: [] },
		[`attention ${first}: account-missing`, `attention ${second}: account-missing`],
	],
	"an account without a valid token needs a person": [
		{ state: settledWith(), accounts: [{ ...ACCOUNT, tokenValid: false }] },
		[`attention ${first}: account-token`, `attention ${second}: account-token`],
	],
	"a time inside the window is handed over": [
		{ campaigns: at("2026-12-01T09:00"), state: settledWith() },
		[`publish ${first}: clip-chosen`],
	],
	"a time beyond 30 days waits": [
		{ campaigns: at("2027-03-01T09:00"), state: settledWith() },
		[`wait ${first}: too-early`],
	],
	"a time less than five minutes away is too late": [
		{ campaigns: at("2026-11-21T13:05"), state: settledWith() },
		[`attention ${first}: too-late`],
	],
	"a post already handed over is not late": [
		{ campaigns: at("2026-11-21T12:59"), state: settledWith({ [addressOf()]: posted() }) },
		[],
	],
	"a text that came out empty is not sent": [
		{ campaigns: titled("{{ clip.missing }}"), state: settledWith() },
		[`attention ${first}: text-empty`],
	],
	"a text changed after posting is said, never sent": [
		{ campaigns: titled("New"), state: settledWith({ [addressOf()]: posted() }) },
		[`attention ${first}: text-changed`],
	],
	"a post reported as failed needs a person": [
		{
			state: settledWith({ ...bothPosted, [addressOf()]: posted(clip(0), { status: "ERROR", error: "x" }) }),
		},
		[`attention ${first}: post-failed`],
	],
	"a post underway is read where the service tells": [
		{
			state: settledWith({ ...bothPosted, [addressOf()]: posted(clip(0), { status: "PROCESSING" }) }),
			options: { publishStatus: true },
		},
		[`read ${first}: post-underway`],
	],
	"a post underway is final where the service does not tell": [
		{ state: settledWith({ ...bothPosted, [addressOf()]: posted(clip(0), { status: "PROCESSING" }) }) },
		[],
	],
	"a scheduled post is not asked after before its minute": [
		{
			campaigns: at("2026-11-21T14:00"),
			state: settledWith({
				[addressOf()]: posted(clip(0), {
					status: "SCHEDULED",
					request: { ...posted().request, scheduledAt: epochMs(NOW + HOUR) },
				}),
			}),
			options: { publishStatus: true },
		},
		[],
	],
	"a removed video and its posts are forgotten": [
		{ campaigns: [campaign({ videos: [], posts: [] })], state: settledWith(bothPosted) },
		["forget k.video.talk: undeclared", `forget ${first}: undeclared`, `forget ${second}: undeclared`],
	],
	"state of campaigns that were not loaded is left alone": [
		{ campaigns: [campaign({ name: "other", videos: [], posts: [] })], state: settledWith(bothPosted) },
		[],
	],
	"an unknown outcome of a campaign that was not loaded is shown: its file may be gone": [
		{
			campaigns: [campaign({ name: "other", videos: [], posts: [] })],
			state: snapshot(
				{ [TALK]: settledVideo() },
				{ operations: { "op-1": operation({ kind: "publish", address: addressOf() }) } },
			),
		},
		[`unknown ${first}: outcome-unknown`],
	],
	"where keys are recognised the campaign's own next run asks again": [
		{
			campaigns: [campaign({ name: "other", videos: [], posts: [] })],
			state: snapshot(
				{ [TALK]: settledVideo() },
				{ operations: { "op-1": operation({ kind: "publish", address: addressOf() }) } },
			),
			options: { idempotency: true },
		},
		[],
	],
	"posts of clips no longer chosen are kept without a word": [
		{ campaigns: [campaign({ posts: [post({ clips: { top: 1 } })] })], state: settledWith(bothPosted) },
		[],
	],
	"min_score and ranks narrow, top counts what is left": [
		{
			campaigns: [campaign({ posts: [post({ clips: { ranks: [0, 1, 2], minScore: 75, top: 1 } })] })],
			state: settledWith(),
		},
		[`publish ${first}: clip-chosen`],
	],
};

const planning = suite("plan");
for (const [title, [given, expected]] of Object.entries(cases)) {
	planning(title, () => {
		assert.equal(
			plan(world(given)).changes.map(({ action, address, reason }) => `${action} ${address}: ${reason}`),
			expected,
		);
	});
}

planning("a plan without the accounts says that it needs them", () => {
	const given = world({ state: settledWith() });
	const { accounts: _, ...observed } = given.observed;
	assert.is(plan({ ...given, observed }).needsAccounts, true);
	assert.is(plan(given).needsAccounts, false);
});

planning("bounds are the smallest of top, ranks and limit", () => {
	const bound = plan(world()).changes.find(({ action }) => action === "publish-bounded");
	assert.is(bound?.action === "publish-bounded" && bound.atMost, 2);
});

planning("every change of what is declared has a place", () => {
	assert.ok(plan(world({ state: settledWith() })).changes.every(({ place }) => place !== undefined));
});

planning("5,000 clips are 5,000 posts", () => {
	const clips = Array.from({ length: 5_000 }, (_, idx) => clip(idx));
	const given = world({
		campaigns: [campaign({ posts: [post({ clips: {} })] })],
		state: settledWith({ [TALK]: settledVideo(clips) }),
	});
	assert.is(plan(given).changes.length, 5_000);
});
planning.run();
