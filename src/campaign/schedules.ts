import type { Missed, Schedule, Weekday } from "../model/campaign.ts";
import { defined } from "../model/defined.ts";
import type { Draft } from "../yaml/shape.ts";
import type { Schedule as RawSchedule } from "./campaign.gen.ts";
import { lateRuleOf, millisecondsOf } from "./friendly-values.ts";
import type { RuleContext } from "./rule-context.ts";

const DAYS: readonly string[] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** One entry of `schedules` in the words of the model. */
export function scheduleOf(context: RuleContext, name: string, raw: Draft<RawSchedule>): Schedule {
	const { from, until } = raw;
	return defined({
		name,
		place: context.file.spot(["schedules", name], "key").place,
		timezone: raw.timezone ?? context.draft.timezone ?? "UTC",
		slots: slotsOf(raw.slots ?? {}),
		from,
		until,
		except: (raw.except ?? []).map((days) => ({ from: days.slice(0, 10), to: days.slice(-10) })),
		missed: missedOf(raw.missed ?? "skip"),
		late: lateRuleOf(raw.late),
	});
}

function slotsOf(raw: NonNullable<Draft<RawSchedule>["slots"]>): Schedule["slots"] {
	const times = Object.entries(raw).flatMap(([days, clock]) =>
		daysOf(days).flatMap((day) => (clock ?? []).map((time) => ({ day, time }))),
	);
	const by = (day: Weekday) =>
		[...new Set(times.filter((each) => each.day === day).map((each) => each.time))].sort();
	return Object.fromEntries([...new Set(times.map((each) => each.day))].sort().map((day) => [day, by(day)]));
}

/**
 * The days a key of `slots` means: `daily`, `mon`, `mon-fri`, `fri-mon` (over the weekend), joined by commas.
 */
export function daysOf(words: string): readonly Weekday[] {
	if (words === "daily") return [1, 2, 3, 4, 5, 6, 7];
	return words.split(",").flatMap((part) => {
		const [from = -1, to = from] = part.split("-").map((day) => DAYS.indexOf(day));
		const length = ((to - from + 7) % 7) + 1;
		return Array.from({ length }, (_, index) => (((from + index) % 7) + 1) as Weekday);
	});
}

function missedOf(words: string): Missed {
	if (words === "next-slot") return { kind: "next-slot" };
	return words.startsWith("post-within ")
		? { kind: "post-within", ms: millisecondsOf(words.slice("post-within ".length)) }
		: { kind: "skip" };
}
