import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Account } from "../../src/model/account.ts";
import { epochMs } from "../../src/model/brand.ts";
import { accountHealth } from "../../src/plan/account-health.ts";
import { plan } from "../../src/plan/plan.ts";
import { schedule } from "../builders/schedule.ts";
import {
	ACCOUNT,
	addressOf,
	campaign,
	clip,
	type Given,
	NOW,
	post,
	posted,
	postRequest,
	settledVideo,
	snapshot,
	TALK,
	world,
} from "../builders/world.ts";

const SOON: Account = { ...ACCOUNT, tokenExpiringSoon: true };
const INVALID: Account = { ...ACCOUNT, tokenValid: false };
const BOUNDED = 'k.post.shorts["talk@*"].tube';
const AT = epochMs(Date.UTC(2026, 11, 1, 8, 0));
const place = { file: "f", line: 1, column: 1 };
const tomorrow = epochMs(NOW + 86_400_000);
const settled = snapshot({ [TALK]: settledVideo() });
const later = [
	campaign({
		posts: [post({ at: { wall: "2026-12-01T09:00", place }, clips: { top: 1 } })],
	}),
];
const timedAndNot = [
	campaign({
		posts: [
			post({ name: "timed", at: { wall: "2026-12-01T09:00", place }, clips: { top: 1 } }),
			post({ clips: { ranks: [1] } }),
		],
	}),
];
const scheduled = (at: number, over: Partial<ReturnType<typeof posted>> = {}) =>
	snapshot({
		[TALK]: settledVideo(),
		[addressOf()]: posted(clip(0), {
			status: "SCHEDULED",
			request: postRequest(clip(0), { scheduledAt: epochMs(at) }),
			...over,
		}),
	});

const SLOT = Date.UTC(2026, 10, 22, 8, 0);
const slotted = [campaign({ schedules: { mornings: schedule() }, posts: [post({ schedule: "mornings" })] })];

/** Every account with the posts at risk, in words. */
function standing(given: Given): string[] {
	const made = world(given);
	const { campaigns, observed } = made;
	const standings = accountHealth({
		accounts: observed.accounts ?? [],
		snapshot: made.snapshot,
		campaigns,
		plan: plan(made),
		now: observed.now,
	});
	return standings.flatMap(({ account, connected, atRisk }) => [
		`${account.platform} ${account.username}${connected ? "" : " missing"}`,
		...atRisk.map(
			({ address, at, handedOver }) => `${address} ${at ?? "now"}${handedOver ? " handed over" : ""}`,
		),
	]);
}

const cases: Record<string, [Given, string[]]> = {
	"a good token puts nothing at risk": [{}, ["youtube acme"]],
	"a token that expires soon puts what is not made yet at risk": [
		{ accounts: [SOON] },
		["youtube acme", `${BOUNDED} now`],
	],
	"so does one that is invalid": [{ accounts: [INVALID] }, ["youtube acme", `${BOUNDED} now`]],
	"an account that is not connected is named with what needs it": [
		{ accounts: [] },
		["youtube Acme missing", `${BOUNDED} now`],
	],
	"known clips are named one by one": [
		{ accounts: [INVALID], state: settled },
		["youtube acme", `${addressOf(clip(0))} now`, `${addressOf(clip(1))} now`],
	],
	"a time is the one of the campaign": [
		{ accounts: [SOON], state: settled, campaigns: later },
		["youtube acme", `${addressOf()} ${AT}`],
	],
	"what has a time comes before what has none": [
		{ accounts: [SOON], state: settled, campaigns: timedAndNot },
		["youtube acme", `k.post.timed["talk@0-40000"].tube ${AT}`, `${addressOf(clip(1))} now`],
	],
	"a slot is the one the plan gives": [
		{ accounts: [SOON], state: settled, campaigns: slotted },
		["youtube acme", `${addressOf(clip(0))} ${SLOT}`, `${addressOf(clip(1))} ${SLOT + 86_400_000}`],
	],
	"also where the account keeps it from going out": [
		{ accounts: [INVALID], state: settled, campaigns: slotted },
		["youtube acme", `${addressOf(clip(0))} ${SLOT}`, `${addressOf(clip(1))} ${SLOT + 86_400_000}`],
	],
	"what is handed over and not due comes first": [
		{ accounts: [SOON], state: scheduled(tomorrow) },
		["youtube acme", `${addressOf()} ${tomorrow} handed over`, `${addressOf(clip(1))} now`],
	],
	"what has no time comes last, by address": [
		{
			accounts: [INVALID],
			state: settled,
			campaigns: [
				campaign({
					posts: [
						post({ name: "a", clips: { ranks: [0] } }),
						post({ name: "c", clips: { ranks: [1] } }),
						post({ name: "b", clips: { ranks: [2] }, at: { wall: "2026-12-01T09:00", place } }),
					],
				}),
			],
		},
		[
			"youtube acme",
			`k.post.b["talk@200000-240000"].tube ${AT}`,
			'k.post.a["talk@0-40000"].tube now',
			'k.post.c["talk@100000-140000"].tube now',
		],
	],
	"what was due already is not at risk": [
		{ accounts: [SOON], state: scheduled(NOW - 1), campaigns: [] },
		["youtube acme"],
	],
	"what is done is not at risk": [
		{ accounts: [SOON], state: scheduled(tomorrow, { status: "DONE" }), campaigns: [] },
		["youtube acme"],
	],
	"without any campaign what is handed over still is": [
		{ accounts: [INVALID], state: scheduled(tomorrow), campaigns: [] },
		["youtube acme", `${addressOf()} ${tomorrow} handed over`],
	],
	"an account of the same name elsewhere has nothing to do with it": [
		{ accounts: [{ ...INVALID, platform: "tiktok" }, ACCOUNT] },
		["tiktok acme", "youtube acme"],
	],
};
const standings = suite("posts at risk");
for (const [title, [given, expected]] of Object.entries(cases))
	standings(title, () => assert.equal(standing(given), expected));
standings.run();
