import { suite } from "uvu";
import * as assert from "uvu/assert";
import { slots } from "../../src/compose/slots.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { Schedule } from "../../src/model/campaign.ts";
import { daily, schedule } from "../builders/schedule.ts";

/** The first slots from a moment on, as UTC. */
function first(count: number, over: Partial<Schedule>, from = "2026-12-01T00:00:00Z"): string[] {
	const found: string[] = [];
	for (const { at, kind } of slots(schedule(over), epochMs(Date.parse(from)))) {
		if (found.length === count) break;
		found.push(`${new Date(at).toISOString().slice(5, 16)}${kind === "exact" ? "" : ` ${kind}`}`);
	}
	return found;
}

const NEW_YORK = "America/New_York";
const cases: Record<string, [string[], string[]]> = {
	"every day of the week it names": [
		first(3, { slots: { 1: ["09:00"], 5: ["17:30"] } }),
		["12-04T16:30", "12-07T08:00", "12-11T16:30"],
	],
	"several times a day in order": [
		first(3, { slots: daily("09:00", "17:30") }),
		["12-01T08:00", "12-01T16:30", "12-02T08:00"],
	],
	"the moment asked for is included": [first(1, {}, "2026-12-01T08:00:00Z"), ["12-01T08:00"]],
	"what is before it is not": [first(1, {}, "2026-12-01T08:00:00.001Z"), ["12-02T08:00"]],
	"its first day is included": [first(1, { from: "2026-12-10" }), ["12-10T08:00"]],
	"its first minute is included": [first(1, { from: "2026-12-10T09:00" }), ["12-10T08:00"]],
	"a first minute with seconds too": [first(1, { from: "2026-12-10T09:00:00" }), ["12-10T08:00"]],
	"a second later it is over": [first(1, { from: "2026-12-10T09:00:01" }), ["12-11T08:00"]],
	"its last day is included": [first(9, { until: "2026-12-02" }), ["12-01T08:00", "12-02T08:00"]],
	"its last minute is included": [first(9, { until: "2026-12-02T09:00" }), ["12-01T08:00", "12-02T08:00"]],
	"a minute earlier it is not": [first(9, { until: "2026-12-02T08:59" }), ["12-01T08:00"]],
	"days and ranges are left out with both their ends": [
		first(3, {
			except: [
				{ from: "2026-12-01", to: "2026-12-01" },
				{ from: "2026-12-03", to: "2026-12-05" },
			],
		}),
		["12-02T08:00", "12-06T08:00", "12-07T08:00"],
	],
	"times are those of its own zone": [first(1, { timezone: NEW_YORK }), ["12-01T14:00"]],
	"a skipped time moves forward by the gap": [
		first(1, { slots: daily("02:30") }, "2026-03-29T00:00:00Z"),
		["03-29T01:30 gap"],
	],
	"behind the ones it passes": [
		first(3, { slots: daily("02:30", "03:00", "04:00") }, "2026-03-29T00:00:00Z"),
		["03-29T01:00", "03-29T01:30 gap", "03-29T02:00"],
	],
	"two slots that come to one instant are one": [
		first(3, { slots: daily("02:30", "03:30") }, "2026-03-29T00:00:00Z"),
		["03-29T01:30 gap", "03-30T00:30", "03-30T01:30"],
	],
	"a time that occurs twice is taken once, the first": [
		first(2, { slots: daily("02:30") }, "2026-10-25T00:00:00Z"),
		["10-25T00:30 overlap", "10-26T01:30"],
	],
	"a clock change by half an hour": [
		first(2, { slots: daily("02:10", "02:40"), timezone: "Australia/Lord_Howe" }, "2026-10-03T13:00:00Z"),
		["10-03T15:40 gap", "10-04T15:10"],
	],
	"a day that a zone left out falls on the next one": [
		first(3, { timezone: "Pacific/Apia" }, "2011-12-29T00:00:00Z"),
		["12-29T19:00", "12-30T19:00 gap", "12-31T19:00"],
	],
	"a schedule that is over has none": [first(1, { until: "2026-11-30" }), []],
	"neither has one whose every day is left out": [
		first(1, { except: [{ from: "2026-01-01", to: "2099-12-31" }] }),
		[],
	],
	"a break of a year is waited out": [
		first(1, { except: [{ from: "2026-01-01", to: "2027-12-01" }] }),
		["12-02T08:00"],
	],
	"a schedule may begin in years": [first(1, { from: "2036-01-01" }), ["01-01T08:00"]],
};
const calendar = suite("slots");
for (const [title, [found, expected]] of Object.entries(cases))
	calendar(title, () => assert.equal(found, expected));
calendar("they end where they are asked to, included", () => {
	const day = epochMs(Date.parse("2026-12-01T08:00:00Z"));
	assert.equal(
		[...slots(schedule(), day, epochMs(day + 2 * 86_400_000))].map(({ wall }) => wall),
		["2026-12-01T09:00", "2026-12-02T09:00", "2026-12-03T09:00"],
	);
});
calendar.run();
