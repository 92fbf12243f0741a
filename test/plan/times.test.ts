import { suite } from "uvu";
import * as assert from "uvu/assert";
import { accountKey } from "../../src/model/account.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { Campaign, CampaignAccount, Post } from "../../src/model/campaign.ts";
import { defined } from "../../src/model/defined.ts";
import type { Change, Plan } from "../../src/model/plan.ts";
import type { Snapshot } from "../../src/model/snapshot.ts";
import { plan } from "../../src/plan/plan.ts";
import { daily, schedule } from "../builders/schedule.ts";
import {
	ACCOUNT,
	addressOf,
	campaign,
	clip,
	ledgerOf,
	NOW,
	operation,
	post,
	posted,
	postRequest,
	settledVideo,
	snapshot,
	TALK,
	world,
} from "../builders/world.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const place = { file: "k.campaign.yaml", line: 1, column: 1 };
const TUBE: CampaignAccount = {
	platform: "youtube",
	username: "Acme",
	place,
	timezone: "Europe/Berlin",
	premium: false,
};
const target = (account: string) => ({ account, place, body: { title: "{{ clip.title }}" }, places: {} });

interface Given {
	/** Over what each post has; undefined takes a field away. */
	readonly posts?: readonly { readonly [Name in keyof Post]?: Post[Name] | undefined }[];
	readonly schedule?: Parameters<typeof schedule>[0];
	readonly account?: Partial<CampaignAccount>;
	readonly over?: Partial<Campaign>;
	readonly state?: Snapshot;
	readonly now?: number;
	readonly tokenValid?: false;
}

/** Plans a campaign whose posts take a slot each morning at nine in Berlin, which is eight in UTC. */
function planned({
	posts = [{}],
	schedule: times,
	account,
	over,
	state,
	now = NOW,
	tokenValid,
}: Given): Plan {
	const tube = { ...TUBE, ...account };
	const other = { ...tube, username: "Other" };
	const campaigns = [
		campaign({
			schedules: { mornings: schedule(times) },
			accounts: { tube, other },
			posts: posts.map((each, index) =>
				post(
					defined({
						name: `p${index}`,
						schedule: "mornings",
						clips: { top: 3 },
						targets: [target("tube")],
						...each,
					}),
				),
			),
			...over,
		}),
	];
	const accounts = ["Acme", "Other"].map((username) => ({
		...ACCOUNT,
		username: username.toLowerCase(),
		...(tokenValid === false && { tokenValid }),
	}));
	const given = world({ campaigns, state: state ?? snapshot({ [TALK]: settledVideo() }), accounts });
	return plan({ ...given, observed: { ...given.observed, now: epochMs(now) } });
}

/** `p0@2 11-24 08:00`: which post, which clip, when; with what keeps it. */
function told({ changes }: Plan): string[] {
	return changes
		.map((change) => {
			const [, name, from, account] = /\.post\.(\w+)\["talk@(\d+)-\d+"\]\.(\w+)/.exec(change.address) ?? [];
			return `${name}@${Number(from) / 100_000}${account === "tube" ? "" : ` ${account}`} ${when(change)}`;
		})
		.sort();
}

function when(change: Change): string {
	if (change.action === "publish")
		return change.request.scheduledAt === undefined ? "now" : utc(change.request.scheduledAt);
	if (change.action === "wait")
		return `${change.reason} ${change.until === undefined ? "" : utc(change.until)}${change.at === change.until ? "" : ` for ${utc(change.at ?? 0)}`}`;
	return change.reason;
}

const utc = (at: number) => new Date(at).toISOString().slice(5, 16).replace("T", " ");

/** State after the slots of a plan were written down. */
function given(plan: Plan, before: Snapshot = snapshot({ [TALK]: settledVideo() })): Snapshot {
	const slots = { ...before.slots, ...plan.slots?.given };
	return {
		...before,
		slots: Object.fromEntries(
			Object.entries(slots).filter(([address]) => !plan.slots?.freed.includes(address as never)),
		),
	};
}

const first = given(planned({}));
const at = (wall: string) => ({ wall, place });
const handedOver = (idx: number, time: string, name = "p0") => {
	const scheduledAt = epochMs(Date.parse(`2026-${time.replace(" ", "T")}:00Z`));
	const address = addressOf(clip(idx)).replace(".shorts[", `.${name}[`) as ReturnType<typeof addressOf>;
	const state = posted(clip(idx), { status: "SCHEDULED", request: postRequest(clip(idx), { scheduledAt }) });
	return { address, state, entry: ledgerOf(clip(idx), { address, scheduledAt }) };
};
const one = handedOver(0, "11-22 08:00");
const afterOne: Snapshot = {
	...first,
	resources: { ...first.resources, [one.address]: one.state },
	ledger: [one.entry],
};
const two = handedOver(1, "11-23 08:00");
const afterTwo: Snapshot = {
	...first,
	resources: { ...first.resources, [two.address]: two.state },
	ledger: [two.entry],
};

/** The same slots, as another account was given them. */
const others = ({ slots = {}, ...rest }: Snapshot): Snapshot => ({
	...rest,
	slots: Object.fromEntries(
		Object.entries(slots).map(([address, slot]) => [address, { ...slot, account: "youtube:other" }]),
	),
});

const cases: Record<string, [Given, string[]]> = {
	"clips take the next slots in order": [{}, ["p0@0 11-22 08:00", "p0@1 11-23 08:00", "p0@2 11-24 08:00"]],
	"a slot too close to be handed over is none": [
		{ now: NOW + 19 * HOUR + 52 * 60_000 },
		["p0@0 11-23 08:00", "p0@1 11-24 08:00", "p0@2 11-25 08:00"],
	],
	"posts of one schedule share its slots": [
		{ posts: [{ clips: { ranks: [2] } }, { clips: { ranks: [0] } }] },
		["p0@2 11-22 08:00", "p1@0 11-23 08:00"],
	],
	"accounts have slots of their own": [
		{ posts: [{ clips: { top: 1 }, targets: [target("tube"), target("other")] }] },
		["p0@0 11-22 08:00", "p0@0 other 11-22 08:00"],
	],
	"a fixed time takes the slot it falls on": [
		{
			posts: [
				{ clips: { ranks: [0] } },
				{ clips: { ranks: [1] }, schedule: undefined, at: at("2026-11-22T09:00") },
			],
		},
		["p0@0 11-23 08:00", "p1@1 11-22 08:00"],
	],
	"what was handed over keeps its slot, and others go around it": [
		{ state: { ...afterTwo, slots: {} } },
		["p0@0 11-22 08:00", "p0@2 11-24 08:00"],
	],
	"so it does when only the ledger knows it": [
		{
			posts: [{ clips: { ranks: [1] } }],
			state: snapshot({ [TALK]: settledVideo() }, { ledger: [handedOver(2, "11-22 08:00").entry] }),
		},
		["p0@1 11-23 08:00"],
	],
	"beyond the window it waits until the service takes it": [
		{ schedule: { from: "2026-12-31" }, posts: [{ clips: { top: 1 } }] },
		["p0@0 too-early 12-01 09:00 for 12-31 08:00"],
	],
	"a lead keeps it changeable until then": [
		{ posts: [{ clips: { top: 2 }, handoverMs: 6 * HOUR }] },
		["p0@0 handover-later 11-22 02:00 for 11-22 08:00", "p0@1 handover-later 11-23 02:00 for 11-23 08:00"],
	],
	"when the lead has begun it is handed over": [
		{ now: NOW + 15 * HOUR, posts: [{ clips: { top: 1 }, handoverMs: 6 * HOUR }] },
		["p0@0 11-22 08:00"],
	],
	"a fixed time has a lead too": [
		{
			posts: [
				{
					clips: { top: 1 },
					schedule: undefined,
					at: at("2026-11-22T09:00"),
					handoverMs: HOUR,
				},
			],
		},
		["p0@0 handover-later 11-22 07:00 for 11-22 08:00"],
	],
	"a schedule that is over has no slot": [
		{ schedule: { until: "2026-11-23" } },
		["p0@0 11-22 08:00", "p0@1 11-23 08:00", "p0@2 slot-none"],
	],
	"given slots stay as time goes by": [
		{ state: first, now: NOW + 10 * HOUR },
		["p0@0 11-22 08:00", "p0@1 11-23 08:00", "p0@2 11-24 08:00"],
	],
	"and when a better clip is chosen before them": [
		{ state: given(planned({ posts: [{ clips: { ranks: [1, 2] } }] })) },
		["p0@0 11-24 08:00", "p0@1 11-22 08:00", "p0@2 11-23 08:00"],
	],
	"but not when another account was given them": [
		{ state: others(given(planned({ posts: [{ clips: { ranks: [1, 2] } }] }))) },
		["p0@0 11-22 08:00", "p0@1 11-23 08:00", "p0@2 11-24 08:00"],
	],
	"and when one of them is handed over": [{ state: afterOne }, ["p0@1 11-23 08:00", "p0@2 11-24 08:00"]],
	"a slot that a fixed time takes is given up": [
		{
			state: first,
			posts: [
				{ clips: { ranks: [0, 1] } },
				{ clips: { ranks: [2] }, schedule: undefined, at: at("2026-11-22T09:00") },
			],
		},
		["p0@0 11-24 08:00", "p0@1 11-23 08:00", "p1@2 11-22 08:00"],
	],
	"a slot the schedule no longer has is given up": [
		{ state: first, schedule: { slots: daily("10:00") } },
		["p0@0 11-22 09:00", "p0@1 11-23 09:00", "p0@2 11-24 09:00"],
	],
	"a missed slot is left to a person": [
		{ state: first, now: NOW + DAY },
		["p0@0 slot-missed", "p0@1 11-23 08:00", "p0@2 11-24 08:00"],
	],
	"or takes the next one behind the others": [
		{ state: first, now: NOW + DAY, schedule: { missed: { kind: "next-slot" } } },
		["p0@0 11-25 08:00", "p0@1 11-23 08:00", "p0@2 11-24 08:00"],
	],
	"or is made up for at once": [
		{ state: first, now: NOW + 21 * HOUR, schedule: { missed: { kind: "post-within", ms: 2 * HOUR } } },
		["p0@0 now", "p0@1 11-23 08:00", "p0@2 11-24 08:00"],
	],
	"to the last millisecond": [
		{ state: first, now: NOW + 22 * HOUR, schedule: { missed: { kind: "post-within", ms: 2 * HOUR } } },
		["p0@0 now", "p0@1 11-23 08:00", "p0@2 11-24 08:00"],
	],
	"but not before its time": [
		{ state: first, now: NOW + 19.9 * HOUR, schedule: { missed: { kind: "post-within", ms: 2 * HOUR } } },
		["p0@0 handover-later 11-22 08:00", "p0@1 11-23 08:00", "p0@2 11-24 08:00"],
	],
	"and not for ever": [
		{ state: first, now: NOW + 23 * HOUR, schedule: { missed: { kind: "post-within", ms: 2 * HOUR } } },
		["p0@0 slot-missed", "p0@1 11-23 08:00", "p0@2 11-24 08:00"],
	],
	"a daily limit moves clips to later slots": [
		{ schedule: { slots: daily("09:00", "17:00") }, account: { maxPerDay: 1 } },
		["p0@0 11-21 16:00", "p0@1 11-22 16:00", "p0@2 11-23 16:00"],
	],
	"a gap too": [
		{ schedule: { slots: daily("17:00", "18:00", "19:30") }, account: { minGapMs: 2 * HOUR } },
		["p0@0 11-21 16:00", "p0@1 11-21 18:30", "p0@2 11-22 16:00"],
	],
	"given slots give way to a narrower limit": [
		{ state: first, account: { minGapMs: 25 * HOUR } },
		["p0@0 11-22 08:00", "p0@1 11-26 08:00", "p0@2 11-24 08:00"],
	],
	"what goes as soon as possible waits for its day": [
		{ posts: [{ schedule: undefined }], account: { maxPerDay: 1 } },
		["p0@0 now", "p0@1 daily-cap 11-22 12:00", "p0@2 daily-cap 11-23 12:00"],
	],
	"or for its gap, counted from what was posted": [
		{
			posts: [{ schedule: undefined, clips: { ranks: [1] } }],
			account: { minGapMs: 2 * HOUR },
			state: snapshot(
				{ [TALK]: settledVideo() },
				{ ledger: [ledgerOf(clip(0), { at: epochMs(NOW - HOUR) })] },
			),
		},
		["p0@1 min-gap 11-21 13:00"],
	],
	"what the service cancelled takes nobody's place": [
		{
			posts: [{ schedule: undefined, clips: { ranks: [1] } }],
			account: { minGapMs: 2 * HOUR },
			state: snapshot(
				{ [TALK]: settledVideo(), [one.address]: { ...one.state, status: "CANCELLED" } },
				{ ledger: [{ ...one.entry, at: NOW, scheduledAt: NOW }] },
			),
		},
		["p0@0 post-failed", "p0@1 now"],
	],
	"a fixed time past the limit is left to a person": [
		{
			posts: [{ schedule: undefined, at: at("2026-11-22T09:00"), clips: { top: 2 } }],
			account: { minGapMs: HOUR },
		},
		["p0@0 11-22 08:00", "p0@1 min-gap"],
	],
};
const times = suite("times of posts");
for (const [title, [world, expected]] of Object.entries(cases))
	times(title, () => assert.equal(told(planned(world)), expected));

times("the day of a limit is the account's own", () => {
	// 00:30 in Auckland on the 22nd is 11:30 UTC on the 21st.
	const ledger = [0, 1].map((idx) =>
		ledgerOf(clip(idx + 5), { at: epochMs(NOW - (idx === 0 ? 1 : 23.9) * HOUR) }),
	);
	const state = snapshot({ [TALK]: settledVideo() }, { ledger });
	const given = { posts: [{ schedule: undefined, clips: { top: 1 } }], state };
	assert.equal(told(planned({ ...given, account: { maxPerDay: 2, timezone: "Pacific/Auckland" } })), [
		"p0@0 daily-cap 11-21 12:06",
	]);
	assert.equal(told(planned({ ...given, account: { maxPerDay: 1, timezone: "Pacific/Auckland" } })), [
		"p0@0 daily-cap 11-22 11:00",
	]);
});

times("slots are written down once, and given back when nothing needs them", () => {
	const again = planned({ state: first });
	assert.is(again.slots, undefined);
	const { slots } = planned({ state: first, posts: [{ clips: { ranks: [0, 1] } }] });
	assert.equal([Object.keys(slots?.given ?? {}).length, slots?.freed.length], [0, 1]);
	assert.equal(planned({ state: afterOne }).slots?.freed, [one.address]);
});

times("a missed slot stays known until its post is made or changed", () =>
	assert.is(planned({ state: first, now: NOW + DAY }).slots, undefined),
);

times("an attempt without an outcome keeps its slot and takes no other", () => {
	const address = one.address;
	const state: Snapshot = {
		...first,
		operations: { "op-1": operation({ kind: "publish", address, wanted: postRequest(clip(0)) }) },
	};
	const made = planned({ state });
	assert.equal(
		[told(made), made.slots],
		[["p0@0 outcome-unknown", "p0@1 11-23 08:00", "p0@2 11-24 08:00"], undefined],
	);
});

times("campaigns that are not loaded keep their slots", () => {
	const account = accountKey(TUBE);
	const slots = {
		[addressOf(clip(7)).replace("k.", "other.")]: { account, at: epochMs(Date.parse("2026-11-22T08:00Z")) },
	};
	const made = planned({
		posts: [{ clips: { top: 1 } }],
		state: snapshot({ [TALK]: settledVideo() }, { slots }),
	});
	assert.equal([told(made), made.slots?.freed], [["p0@0 11-23 08:00"], []]);
});

times("an account that is not there keeps its slots too", () => {
	assert.equal(Object.keys(planned({ tokenValid: false }).slots?.given ?? {}).length, 3);
});

times("5,000 posts on one schedule with limits are each given a time or put off", () => {
	const clips = Array.from({ length: 5_000 }, (_, idx) => clip(idx));
	const { changes } = planned({
		schedule: { slots: daily("09:00", "13:00", "17:00", "21:00") },
		account: { maxPerDay: 3, minGapMs: HOUR },
		posts: [{ clips: {} }],
		state: snapshot({ [TALK]: settledVideo(clips) }),
	});
	const expected = changes.filter(({ reason }) => reason === "too-early" || reason === "clip-chosen");
	assert.is(expected.length, 5_000);
});
times.run();
