import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import { keysOf } from "../../src/model/keys.ts";
import { NOTIFY_EVENTS } from "../../src/model/notify.ts";
import type { Change } from "../../src/model/plan.ts";
import type { PostState, Snapshot } from "../../src/model/snapshot.ts";
import { type Facts, findingsOf } from "../../src/notify/conditions.ts";
import { type Announced, newsFor } from "../../src/notify/news.ts";
import { agendaOf } from "../../src/plan/agenda.ts";
import {
	ACCOUNT,
	addressOf,
	clip,
	NOW,
	operation,
	posted,
	postRequest,
	settledVideo,
	snapshot,
	submitted,
	TALK,
} from "../builders/world.ts";

const EVENTS = keysOf(NOTIFY_EVENTS);
const MINUTE = 60_000;
const [first, second] = [addressOf(clip(0)), addressOf(clip(1))];

function facts(state: Snapshot, changes: readonly Change[] = [], over: Partial<Facts> = {}): Facts {
	return {
		now: NOW,
		items: agendaOf({ snapshot: state, plan: { changes }, now: NOW, publishStatus: true }),
		...over,
	};
}

const due = (minutes: number, over: Partial<PostState> = {}) =>
	posted(clip(0), {
		status: "SCHEDULED",
		request: postRequest(clip(0), { scheduledAt: epochMs(NOW - minutes * MINUTE) }),
		...over,
	});
const review = (address: typeof first): Change => ({
	...{ action: "wait", reason: "review-pending", address },
	reasonData: { file: "k.clips.yaml", line: 3 },
});
const token: Change = {
	...{ action: "attention", address: first, reason: "account-token" },
	...{
		reasonData: { platform: "youtube", username: "Acme" },
		remedy: { code: "connect-account", platform: "youtube" },
	},
};
const unknown = snapshot({}, { operations: { "op-1": operation() } });
const failed = (over: Partial<ReturnType<typeof submitted>> = {}) =>
	snapshot({ [TALK]: submitted({ status: "FAILED", error: "no sound", ...over }) });

/** A pass, and the next one: what people are told after each, as `event subject: what`. */
const cases: Record<string, [before: Facts | undefined, after: Facts, told: string[]]> = {
	"an unknown outcome is told with where to look and what to run": [
		undefined,
		facts(unknown),
		[
			"unknown k.video.talk: Sent, but the response does not show whether it was executed (connection reset). Nothing more is sent for it until its outcome is recorded.",
		],
	],
	"what is still so is not told again": [facts(unknown), facts(unknown), []],
	"a failed task is told with the service's words": [
		undefined,
		facts(failed()),
		["failed k.video.talk: no sound"],
	],
	"what failed for another reason in the same task is not told again": [
		facts(failed()),
		facts(failed({ error: "no picture" })),
		[],
	],
	"a task that failed again is told again": [
		facts(failed()),
		facts(failed({ taskId: "t-2" })),
		["failed k.video.talk: no sound"],
	],
	"what failed, was done and fails again is told again": [
		facts(snapshot()),
		facts(failed()),
		["failed k.video.talk: no sound"],
	],
	"clips to approve are told by their video, however many accounts they wait for": [
		undefined,
		facts(snapshot(), [review(first), review(addressOf(clip(0), "tok")), review(second)]),
		["review k.video.talk: 2 clips wait for approval."],
	],
	"more clips to approve are told again": [
		facts(snapshot(), [review(first)]),
		facts(snapshot(), [review(first), review(second)]),
		["review k.video.talk: 2 clips wait for approval."],
	],
	"fewer clips to approve are not": [
		facts(snapshot(), [review(first), review(second)]),
		facts(snapshot(), [review(first)]),
		[],
	],
	"an account that has to be connected again is told once for all of its posts": [
		undefined,
		facts(snapshot(), [token, { ...token, address: second }]),
		["token youtube Acme: It has to be connected again; 2 posts wait for it."],
	],
	"an authorization that ends soon is told": [
		undefined,
		facts(snapshot(), [], { accounts: [{ ...ACCOUNT, tokenExpiringSoon: true }] }),
		["token youtube acme: Its authorization expires soon; posts to it will wait then."],
	],
	"and once more when it has ended": [
		facts(snapshot(), [], { accounts: [{ ...ACCOUNT, tokenExpiringSoon: true }] }),
		facts(snapshot(), [], { accounts: [{ ...ACCOUNT, tokenValid: false }] }),
		["token youtube acme: It has to be connected again."],
	],
	"a post that is not out ten minutes after its minute is late": [
		undefined,
		facts(snapshot({ [first]: due(11) })),
		[`late ${first}: Was due at 2026-11-21 11:49 UTC, 11 min ago, and is not out yet.`],
	],
	"one that is just due is not": [undefined, facts(snapshot({ [first]: due(9) })), []],
	"one that went out late after it was told is not told again": [
		facts(snapshot({ [first]: due(11) })),
		facts(snapshot({ [first]: due(11, { status: "DONE", late: true }) })),
		[],
	],
	"one that nobody saw late is told when it is out": [
		undefined,
		facts(snapshot({ [first]: due(90, { status: "DONE", late: true }) })),
		[`late ${first}: Was due at 2026-11-21 10:30 UTC, and went out after its time.`],
	],
	"one that was late a week ago is history": [
		undefined,
		facts(snapshot({ [first]: due(10_080, { status: "DONE", late: true }) })),
		[],
	],
	"a full disk is told": [
		undefined,
		facts(snapshot(), [], { shortage: "12 MB free." }),
		["disk disk: 12 MB free."],
	],
	"an outage is told after a quarter of an hour": [
		{ now: NOW, trouble: { message: "No route.", since: epochMs(NOW - 14 * MINUTE) } },
		{ now: NOW, trouble: { message: "No route.", since: epochMs(NOW - 16 * MINUTE) } },
		["trouble watch: Every pass of showrun watch has failed for 16 min: No route."],
	],
	"a pass that failed forgets nothing of what it could not look at": [
		{ now: NOW, trouble: { message: "No route.", since: NOW } },
		facts(snapshot()),
		[],
	],
	"what goes well is not told": [
		undefined,
		facts(snapshot({ [TALK]: settledVideo(), [first]: posted(clip(0), { status: "DONE" }) })),
		[],
	],
};

const telling = suite("what people are told");
for (const [title, [before, after, lines]] of Object.entries(cases)) {
	telling(title, () => {
		const start: Announced = before === undefined ? {} : newsFor({}, findingsOf(before), EVENTS).told;
		const { fresh } = newsFor(start, findingsOf(after), EVENTS);
		assert.equal(
			fresh.map(({ event, line }) => `${event} ${line.subject}: ${line.what}`),
			lines,
		);
	});
}
telling("a pass that fails between two good ones repeats nothing", () => {
	const outage = findingsOf({ now: NOW, trouble: { message: "No route.", since: NOW } });
	const told = newsFor({}, findingsOf(facts(unknown)), EVENTS).told;
	const between = newsFor(told, outage, EVENTS).told;
	assert.equal([newsFor(between, findingsOf(facts(unknown)), EVENTS).fresh, between], [[], told]);
});
telling("each line has the command that helps", () => {
	const all = [
		facts(unknown),
		facts(failed()),
		facts(snapshot(), [token]),
		facts(snapshot(), [review(first)]),
	];
	const remedies = all.flatMap((each) => findingsOf(each).conditions.map(({ line }) => line.remedy));
	assert.ok(
		remedies[0]?.endsWith("Then: showrun resolve op-1 --posted | --not-posted | --abandon"),
		remedies[0],
	);
	assert.equal(remedies.slice(1), [
		"showrun status",
		"showrun accounts connect youtube",
		"showrun clips, or set `approve:` in k.clips.yaml",
	]);
});
telling("a channel hears only of its events", () => {
	const findings = findingsOf(facts(unknown, [token], { shortage: "12 MB free." }));
	assert.equal(
		newsFor({}, findings, ["disk"]).fresh.map(({ event }) => event),
		["disk"],
	);
});
telling.run();
