import { suite } from "uvu";
import * as assert from "uvu/assert";
import { checkCrowding } from "../../src/compose/check-crowding.ts";
import { checkTimes } from "../../src/compose/check-times.ts";
import type { Campaign, CampaignAccount, Post, Schedule } from "../../src/model/campaign.ts";
import { daily, schedule } from "../builders/schedule.ts";
import { campaign, post, video } from "../builders/world.ts";

const place = { file: "k.campaign.yaml", line: 1, column: 1 };
const HOUR = 3_600_000;
const target = (account: string) => ({ account, place, body: {}, places: {} });
const at = (wall: string) => ({ wall, place });
const account = (over: Partial<CampaignAccount> = {}): CampaignAccount => ({
	platform: "youtube",
	username: "Acme",
	place,
	timezone: "Europe/Berlin",
	premium: false,
	...over,
});

interface Given {
	readonly schedule?: Partial<Schedule>;
	readonly posts?: readonly Partial<Post>[];
	readonly account?: Partial<CampaignAccount>;
	/** Most clips that the video has. */
	readonly limit?: number;
}

/** A campaign whose posts take the slots of one schedule, unless said otherwise. */
function given({
	schedule: over,
	posts = [{ schedule: "mornings", clips: { top: 2 } }],
	account: mine,
	limit = 100,
}: Given): Campaign {
	const { clipping } = video();
	return campaign({
		videos: [video({ clipping: { ...clipping, limit } })],
		schedules: { mornings: schedule(over) },
		accounts: { tube: account(mine), second: account({ username: "Second", ...mine }) },
		posts: posts.map((each, index) =>
			post({ name: `p${index}`, clips: { top: 1 }, targets: [target("tube")], ...each }),
		),
	});
}

const found = (world: Given) =>
	[...checkTimes(given(world)), ...checkCrowding(given(world))].map(
		({ severity, rule, detail }) => `${severity} ${rule} ${detail}`,
	);
const some = ["schedule-unused No post says `schedule: mornings`."].map((each) => `warning ${each}`);

const cases: Record<string, [Given, string[]]> = {
	"a usual schedule is fine": [{}, []],
	"one that nobody uses does nothing": [{ posts: [] }, some],
	"a schedule ends after it begins": [
		{ schedule: { from: "2026-12-10", until: "2026-12-01" } },
		["error schedule-empty `mornings` ends (2026-12-01) before it begins (2026-12-10)."],
	],
	"a schedule leaves some of its days": [
		{
			schedule: {
				slots: { 1: ["09:00"] },
				from: "2026-12-07",
				until: "2026-12-13",
				except: [{ from: "2026-12-07", to: "2026-12-07" }],
			},
		},
		["error schedule-empty `mornings` has no slot on any of the days it leaves."],
	],
	"a schedule that ended long ago has slots": [{ schedule: { until: "2019-12-31" } }, []],
	"its days are in the calendar": [
		{ schedule: { from: "2027-02-29" } },
		['error time-invalid "2027-02-29" is not in the calendar.'],
	],
	"those it leaves out too": [
		{ schedule: { except: [{ from: "2026-11-31", to: "2026-11-31" }] } },
		['error time-invalid "2026-11-31" is not in the calendar.'],
	],
	"and they are not backwards": [
		{ schedule: { except: [{ from: "2026-12-26", to: "2026-12-24" }] } },
		["error backwards-range `except` of the schedule `mornings` says `2026-12-26..2026-12-24`."],
	],
	"slots in clock changes are named": [
		{ schedule: { slots: daily("02:30"), from: "2026-01-01" } },
		[
			"warning clock-change In the schedule `mornings`: 2026-03-29 02:30 is skipped by the clocks of Europe/Berlin; the post moves forward by the gap.",
			"warning clock-change In the schedule `mornings`: 2026-10-25 02:30 occurs twice on the clocks of Europe/Berlin; the first is taken.",
		],
	],
	"also where no year is named": [
		{ schedule: { slots: { 7: ["02:30"] } } },
		[
			"warning clock-change In the schedule `mornings`: 2027-03-28 02:30 is skipped by the clocks of Europe/Berlin; the post moves forward by the gap.",
			"warning clock-change In the schedule `mornings`: 2027-10-31 02:30 occurs twice on the clocks of Europe/Berlin; the first is taken.",
		],
	],
	"but not those a zone never touches": [
		{ schedule: { slots: daily("02:30"), timezone: "Asia/Kolkata" } },
		[],
	],
	"a hand-over needs a time": [
		{ posts: [{ schedule: "mornings" }, { handoverMs: HOUR }] },
		["warning handover-unused `p1` goes out as soon as possible."],
	],
	"and some minutes": [
		{ posts: [{ schedule: "mornings", handoverMs: HOUR / 12 }] },
		["warning handover-short `p0` is to be handed over 5 minutes before its time."],
	],
	"slots keep an hour between them": [
		{ schedule: { slots: daily("09:00", "09:30") } },
		[
			"warning posts-too-close The slots 2027-01-01 09:00 and 2027-01-01 09:30 of `mornings` are 30 minutes apart, for `tube`.",
		],
	],
	"but one post alone is close to none": [
		{ schedule: { slots: daily("09:00", "09:30") }, posts: [{ schedule: "mornings" }] },
		[],
	],
	"over midnight too": [
		{ schedule: { slots: daily("00:10", "23:50") } },
		[
			"warning posts-too-close The slots 2027-01-01 23:50 and 2027-01-02 00:10 of `mornings` are 20 minutes apart, for `tube`.",
		],
	],
	"unless the account says less": [
		{ schedule: { slots: daily("09:00", "09:30") }, account: { minGapMs: HOUR / 2 } },
		[],
	],
	"or more": [
		{ schedule: { slots: daily("09:00", "11:00") }, account: { minGapMs: 3 * HOUR } },
		[
			"warning posts-too-close The slots 2027-01-01 09:00 and 2027-01-01 11:00 of `mornings` are 120 minutes apart, for `tube`. Where the account says `min_gap`, slots that are too close stay empty.",
		],
	],
	"fixed times on one account as well": [
		{
			posts: [
				{ at: at("2026-12-01T09:30") },
				{ at: at("2026-12-01T09:00") },
				{ at: at("2026-12-01T09:10"), targets: [target("second")] },
			],
		},
		[...some, "warning posts-too-close `p0` follows `p1` on youtube Acme after 30 minutes."],
	],
	"clips at one minute are many at once": [
		{ posts: [{ at: at("2026-12-01T09:00"), clips: { top: 2 } }] },
		[
			...some,
			"warning posts-too-close All clips of `p0` go out at the same minute; a schedule spreads them.",
		],
	],
	"but not where there is one clip": [
		{ posts: [{ at: at("2026-12-01T09:00"), clips: {} }], limit: 1 },
		[...some],
	],
	"nor in slots for one clip": [
		{ schedule: { slots: daily("09:00", "09:30") }, posts: [{ schedule: "mornings", clips: {} }], limit: 1 },
		[],
	],
	"a platform takes so many posts a day": [
		{
			schedule: {
				slots: daily(...Array.from({ length: 16 }, (_, hour) => `${String(hour + 4).padStart(2, "0")}:00`)),
			},
			account: { platform: "tiktok" },
		},
		["warning too-many-posts `mornings` has 16 slots on a day, and `tube` may take 15 posts."],
	],
	"unless the account takes fewer": [
		{
			schedule: {
				slots: daily(...Array.from({ length: 16 }, (_, hour) => `${String(hour + 4).padStart(2, "0")}:00`)),
			},
			account: { platform: "tiktok", maxPerDay: 10 },
		},
		[],
	],
	"its own limit is not above the platform's": [
		{ account: { platform: "tiktok", maxPerDay: 20 } },
		["tube", "second"].map(
			(name) => `warning too-many-posts \`${name}\` says \`max_per_day: 20\`, and may take 15 posts.`,
		),
	],
	"many clips at once count too": [
		{ posts: [{ clips: { top: 31 } }], account: { platform: "facebook" } },
		[...some, "warning too-many-posts `p0` posts up to 31 clips at once, and `tube` may take 30 a day."],
	],
};
const checking = suite("rules about times");
for (const [title, [world, expected]] of Object.entries(cases))
	checking(title, () => assert.equal(found(world), expected));

checking("a schedule with a slot every five minutes is checked", () => {
	const times = Array.from({ length: 288 }, (_, index) =>
		new Date(index * 300_000).toISOString().slice(11, 16),
	);
	assert.ok(found({ schedule: { slots: daily(...times) } }).length > 0);
});
checking.run();
