/**
 * An edit of a schedule moves the posts whose slots it takes away, and no other: forty posts, one a day,
 * of which the service holds those of the next thirty days.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseAddress } from "../../src/model/address.ts";
import type { Campaign, CampaignAccount, Schedule } from "../../src/model/campaign.ts";
import type { JournalEntry, Snapshot } from "../../src/model/snapshot.ts";
import { plan } from "../../src/plan/plan.ts";
import { absorb, workingCopy } from "../../src/state/snapshot/fold.ts";
import { daily, schedule } from "../builders/schedule.ts";
import {
	campaign,
	clip,
	NOW,
	operation,
	post,
	settledVideo,
	snapshot,
	TALK,
	world,
} from "../builders/world.ts";

const HOUR = 3_600_000;
const CLIPS = Array.from({ length: 42 }, (_, idx) => clip(idx));
const FOUND = snapshot({ [TALK]: settledVideo(CLIPS) });

interface Edit {
	readonly slots?: Partial<Schedule>;
	readonly account?: Partial<CampaignAccount>;
	readonly top?: number;
}

function edited({ slots, account, top = 40 }: Edit): readonly Campaign[] {
	const [tube] = Object.values(campaign().accounts);
	if (tube === undefined) throw new Error("The campaign has no account.");
	return [
		campaign({
			accounts: { tube: { ...tube, ...account } },
			schedules: { mornings: schedule({ from: "2026-11-22", ...slots }) },
			posts: [post({ clips: { top }, schedule: "mornings" })],
		}),
	];
}

/** What state holds once a plan was carried out. */
function applied(edit: Edit, before: Snapshot): Snapshot {
	const { changes, slots } = plan(world({ campaigns: edited(edit), state: before }));
	const working = workingCopy(before);
	if (slots !== undefined) absorb(working, { type: "slots", at: NOW, ...slots });
	for (const change of changes) {
		if (change.action !== "publish") continue;
		const { address, request: wanted } = change;
		const id = `op-${wanted.idx}`;
		const resource = {
			kind: "post",
			request: wanted,
			taskId: id,
			acceptedAt: NOW,
			status: "SCHEDULED",
		} as const;
		const entries: readonly JournalEntry[] = [
			{ type: "intent", operation: operation({ id, kind: "publish", phase: "intent", address, wanted }) },
			{ type: "armed", operation: id, at: NOW },
			{ type: "outcome", operation: id, at: NOW, outcome: "done", resource },
		];
		for (const entry of entries) absorb(working, entry);
	}
	return working;
}

/** The posts that an edit moves: those that were handed over, and where the others go. */
function moved(edit: Edit, before: Snapshot): { readonly held: readonly number[]; readonly others: string } {
	const made = plan(world({ campaigns: edited(edit), state: before }));
	const held = made.changes.flatMap(({ address, action, differences = [] }) =>
		["attention", "update"].includes(action) && differences.some(({ field }) => field === "slot")
			? [numberOf(address)]
			: [],
	);
	const differing = new Set(held);
	const others = Object.entries(made.slots?.given ?? {})
		.filter(([address]) => !differing.has(numberOf(address)))
		.map(([address, { at }]) => `${numberOf(address)} to ${utc(at)}`);
	return { held: held.sort((a, b) => a - b), others: others.join(", ") };
}

const utc = (at: number) => new Date(at).toISOString().slice(5, 16).replace("T", " ");

function numberOf(text: string): number {
	const address = parseAddress(text);
	return address?.kind === "post" && address.moment !== "*" ? address.moment.from / 100_000 : Number.NaN;
}

const state = applied({}, FOUND);
const day = (text: string) => ({ from: `2026-${text}`, to: `2026-${text}` });
const all = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const weekdays = { 1: ["09:00"], 2: ["09:00"], 3: ["09:00"], 4: ["09:00"], 5: ["09:00"] };
/** Number 0 goes out on Sunday, 22 November. */
const weekends = (from: number, to: number) => all(from, to).filter((number) => [0, 6].includes(number % 7));
const NOBODY = { held: [], others: "" };

const cases: Record<string, readonly [Edit, ReturnType<typeof moved>]> = {
	nothing: [{}, NOBODY],
	"a blackout date moves the one post of that day, behind all others": [
		{ slots: { except: [day("12-03")] } },
		{ held: [11], others: "" },
	],
	"a blackout date of a post that waits moves that one alone": [
		{ slots: { except: [day("12-27")] } },
		{ held: [], others: "35 to 01-01 08:00" },
	],
	"a week of blackout dates moves its seven": [
		{ slots: { except: [{ from: "2026-12-01", to: "2026-12-07" }] } },
		{ held: all(9, 15), others: "" },
	],
	"a blackout date on which nothing goes out": [{ slots: { except: [day("11-21")] } }, NOBODY],
	"no weekends any more": [
		{ slots: { slots: weekdays } },
		{
			held: weekends(0, 29),
			others: "34 to 01-01 08:00, 35 to 01-04 08:00",
		},
	],
	"another slot a day": [{ slots: { slots: daily("09:00", "18:00") } }, NOBODY],
	"another time of day moves all": [
		{ slots: { slots: daily("10:00") } },
		{
			held: all(0, 29),
			others: all(30, 39)
				.map(
					(number) =>
						`${number} to ${new Date(Date.UTC(2026, 10, 22 + number)).toISOString().slice(5, 10)} 09:00`,
				)
				.join(", "),
		},
	],
	"another zone in which it is the same time": [{ slots: { timezone: "Europe/Paris" } }, NOBODY],
	"another zone with other times moves all": [
		{ slots: { timezone: "Europe/London" } },
		{
			held: all(0, 29),
			others: all(30, 39)
				.map(
					(number) =>
						`${number} to ${new Date(Date.UTC(2026, 10, 22 + number)).toISOString().slice(5, 10)} 09:00`,
				)
				.join(", "),
		},
	],
	"a later beginning moves those before it": [
		{ slots: { from: "2026-11-25" } },
		{ held: [0, 1, 2], others: "" },
	],
	"an end moves nobody before it": [{ slots: { until: "2026-12-31" } }, NOBODY],
	"a gap that all of them keep": [{ account: { minGapMs: 20 * HOUR } }, NOBODY],
	"as many a day as there are": [{ account: { maxPerDay: 1 } }, NOBODY],
	"a gap of two days moves every other one of those that wait": [
		{ account: { minGapMs: 48 * HOUR } },
		{
			held: [],
			others: "30 to 01-02 08:00, 32 to 01-04 08:00, 34 to 01-06 08:00, 36 to 01-08 08:00, 38 to 01-10 08:00",
		},
	],
	"one more post takes the slot behind them": [{ top: 41 }, { held: [], others: "40 to 01-01 08:00" }],
	"one less gives its slot to nobody": [{ top: 39 }, NOBODY],
};

const kept = suite("an edit of a schedule moves no post that keeps its slot");
for (const [title, [edit, expected]] of Object.entries(cases))
	kept(title, () => assert.equal(moved(edit, state), expected));

const TWENTY = applied({ top: 20 }, FOUND);
const updates: Record<string, readonly [Edit, string]> = {
	"a blackout date": [{ slots: { except: [day("12-03")] } }, "11 to 12-12 08:00"],
	"two of them": [{ slots: { except: [day("12-03"), day("11-30")] } }, "8 to 12-12 08:00, 11 to 12-13 08:00"],
	"no weekends any more": [
		{ slots: { slots: weekdays } },
		"0 to 12-14 08:00, 6 to 12-15 08:00, 7 to 12-16 08:00, 13 to 12-17 08:00, 14 to 12-18 08:00",
	],
	"another time of day": [
		{ slots: { slots: daily("08:00") } },
		all(0, 19)
			.map(
				(number) =>
					`${number} to ${new Date(Date.UTC(2026, 10, 22 + number)).toISOString().slice(5, 10)} 07:00`,
			)
			.join(", "),
	],
};
for (const [title, [edit, expected]] of Object.entries(updates))
	kept(`where the service changes what it holds: ${title}`, () => {
		const options = { publishUpdate: true };
		const { changes } = plan(world({ campaigns: edited({ top: 20, ...edit }), state: TWENTY, options }));
		const found = changes.flatMap((change) =>
			change.action === "update"
				? [`${numberOf(change.address)} to ${utc(change.request.scheduledAt ?? 0)}`]
				: [],
		);
		assert.is(found.join(", "), expected);
		assert.is(changes.length, found.length);
	});

kept("a blackout date that is taken back moves nobody, and its day is the next post's", () => {
	const blackout = { slots: { except: [day("12-27")] } };
	const without = applied(blackout, state);
	assert.equal(moved(blackout, without), NOBODY);
	assert.equal(moved({}, without), NOBODY);
	assert.equal(moved({ top: 41 }, without), { held: [], others: "40 to 12-27 08:00" });
});
kept.run();
