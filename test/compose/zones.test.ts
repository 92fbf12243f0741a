import moment from "moment-timezone";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { slots } from "../../src/compose/slots.ts";
import { daysOf } from "../../src/compose/zone.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { Schedule } from "../../src/model/campaign.ts";
import { daily, schedule } from "../builders/schedule.ts";

/**
 * Zones whose clocks change by an hour, by half an hour, at midnight, twice around a month of
 * fasting, downwards in winter, or not at all.
 */
const ZONES = [
	...[
		"Europe/Berlin",
		"Europe/Dublin",
		"Europe/London",
		"Atlantic/Azores",
		"America/New_York",
		"America/St_Johns",
		"America/Havana",
	],
	...[
		"America/Santiago",
		"America/Asuncion",
		"America/Sao_Paulo",
		"America/Nuuk",
		"Africa/Casablanca",
		"Africa/Cairo",
		"Asia/Beirut",
	],
	...[
		"Asia/Gaza",
		"Asia/Kolkata",
		"Asia/Kathmandu",
		"Australia/Lord_Howe",
		"Australia/Adelaide",
		"Pacific/Auckland",
		"Pacific/Chatham",
		"Pacific/Apia",
	],
];
const DAYS = Array.from({ length: 3 * 365 + 1 }, (_, index) =>
	new Date(Date.UTC(2023, 0, 1 + index)).toISOString().slice(0, 10),
);
const FEW = ["00:00", "00:30", "02:15", "02:30", "09:00", "23:45"];
const MANY = Array.from({ length: 96 }, (_, index) => new Date(index * 900_000).toISOString().slice(11, 16));

/** Where both sets of zone data agree, day by day; they are of different versions. */
function agreed(zone: string): boolean {
	const format = new Intl.DateTimeFormat("en-CA", {
		timeZone: zone,
		dateStyle: "short",
		timeStyle: "medium",
		hourCycle: "h23",
	});
	return DAYS.every((day) => {
		const at = Date.parse(`${day}T12:00Z`);
		return format.format(at).replace(", ", "T") === moment.tz(at, zone).format("YYYY-MM-DDTHH:mm:ss");
	});
}

/** The same slots by the other library, from its own zone data. It takes long to read a text. */
function expected(zone: string, days: readonly string[], times: readonly string[]): number[] {
	const clocks = times.map((time) => time.split(":").map(Number));
	const all = days.flatMap((day) =>
		clocks.map((clock) => moment.tz([...dateOf(day), ...clock], zone).valueOf()),
	);
	return [...new Set(all)].sort((a, b) => a - b);
}

/** As that library counts months: from 0. */
function dateOf(day: string): readonly [year: number, month: number, day: number] {
	const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
	return [year, month - 1, date];
}

function found(over: Partial<Schedule>): number[] {
	return [...slots(schedule(over), epochMs(0))].map(({ at }) => at);
}

/** Days on which a clock changes. */
function changing(zone: string): string[] {
	return DAYS.filter((day) => {
		const first = moment.tz([...dateOf(day)], zone);
		const last = moment.tz([...dateOf(day), 23, 59], zone);
		return first.utcOffset() !== last.utcOffset() || first.format("HH:mm") !== "00:00";
	});
}

const known = ZONES.filter(agreed);
const changes = new Map(known.map((zone) => [zone, changing(zone)]));
const zones = suite("slots in zones, against other zone data");
zones("both know most of the zones alike", () =>
	assert.ok(known.length >= 20, `not ${ZONES.filter((zone) => !known.includes(zone)).join(", ")}`),
);
for (const zone of known) {
	zones(`${zone}, three years of days`, () => {
		const within = { from: DAYS[0] ?? "", until: DAYS.at(-1) ?? "" };
		assert.equal(found({ timezone: zone, slots: daily(...FEW), ...within }), expected(zone, DAYS, FEW));
	});
	zones(`${zone}, every quarter of an hour of the days its clocks change`, () => {
		for (const day of changes.get(zone) ?? [])
			assert.equal(
				found({ timezone: zone, slots: daily(...MANY), from: day, until: day }),
				expected(zone, [day], MANY),
			);
	});
	zones(`${zone}, where its days begin and end`, () => {
		const dayOf = daysOf(zone);
		const starts = [...DAYS, moment.utc(DAYS.at(-1)).add(1, "day").format("YYYY-MM-DD")].map((day) =>
			moment.tz(day, zone).valueOf(),
		);
		for (const [index, day] of DAYS.entries()) {
			const [from, until] = [starts[index] ?? 0, starts[index + 1] ?? 0];
			for (const at of [from, from + 10_800_000, until - 1])
				assert.equal(dayOf(epochMs(at)), { from, until }, day);
		}
	});
}
zones("enough days on which clocks change were among them", () => {
	const days = [...changes.values()].flat().length;
	assert.ok(days >= 90, `only ${days}`);
});
zones.run();
