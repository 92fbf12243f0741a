import { type EpochMs, epochMs } from "../model/brand.ts";
import type { Campaign, Post, Schedule } from "../model/campaign.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Place } from "../model/place.ts";
import { RULES, type RuleId } from "../model/rules.ts";
import { type Slot, slots } from "./slots.ts";
import { instantOf } from "./when.ts";

const DAY_MS = 86_400_000;

/**
 * Checks know no day of today, so what depends on the year is looked for from here on where a schedule names
 * none. Rules of clock changes hardly change.
 */
const SAMPLE = Date.UTC(2027, 0, 1);

/**
 * Finds times that do not exist or that clock changes touch, schedules without slots or use, and hand-overs
 * that cannot be as they say.
 */
export function checkTimes(campaign: Campaign): Diagnostic[] {
	const used = new Set(campaign.posts.flatMap(({ schedule }) => (schedule === undefined ? [] : [schedule])));
	const schedules = Object.values(campaign.schedules).flatMap((schedule) => [
		...checkSchedule(schedule),
		...(used.has(schedule.name) ? [] : [unused(schedule)]),
	]);
	return [
		...schedules,
		...campaign.posts.flatMap((post) => [
			...checkAt(post, campaign),
			...checkHandover(post),
			...checkRepeat(post, campaign),
		]),
	];
}

function checkAt({ at }: Post, { timezone }: Campaign): Diagnostic[] {
	if (at === undefined) return [];
	const instant = instantOf(at.wall, timezone);
	if (instant === undefined) return [noSuchDay(at.wall, at.place)];
	const touched = touchedBy(`${at.wall.replace("T", " ")}`, { kind: instant.kind, zone: timezone });
	return touched === undefined ? [] : [found("clock-change", touched, at.place)];
}

function checkHandover({ handoverMs, at, schedule, place, name }: Post): Diagnostic[] {
	if (handoverMs === undefined) return [];
	if (at === undefined && schedule === undefined)
		return [found("handover-unused", `\`${name}\` goes out as soon as possible.`, place)];
	const least = (RULES["handover-short"].limits?.[0]?.least ?? 0) * 60_000;
	return handoverMs < least
		? [
				found(
					"handover-short",
					`\`${name}\` is to be handed over ${handoverMs / 60_000} minutes before its time.`,
					place,
				),
			]
		: [];
}

/** Where another post of the video may make the first one, this one has only further ones to make. */
function checkRepeat(post: Post, { posts }: Campaign): Diagnostic[] {
	const { repeat, schedule, at, name, place } = post;
	if (repeat === 1 || schedule !== undefined || posts.some((other) => sharesAccount(post, other))) return [];
	const detail = `\`${name}\` says \`repeat: ${repeat}\``;
	return at === undefined
		? [found("repeat-untimed", `${detail} and has no time.`, place)]
		: [found("repeat-at", `${detail} and \`at: ${at.wall.replace("T", " ")}\`.`, at.place)];
}

function sharesAccount(post: Post, other: Post): boolean {
	const accounts = new Set(post.targets.map(({ account }) => account));
	return (
		other !== post && other.from === post.from && other.targets.some(({ account }) => accounts.has(account))
	);
}

function checkSchedule(schedule: Schedule): Diagnostic[] {
	const wrong = wrongDays(schedule);
	if (wrong.length > 0) return wrong;
	const year = slotsOfYear(schedule);
	if (year.length === 0) return [found("schedule-empty", whyEmpty(schedule), schedule.place)];
	return clockChanges(schedule, year);
}

function wrongDays({ from, until, except, place, name }: Schedule): Diagnostic[] {
	const days = [from, until, ...except.flatMap((each) => [each.from, each.to])].filter(
		(day) => day !== undefined,
	);
	const missing = [...new Set(days)].filter((day) => instantOf(day, "UTC") === undefined);
	const backwards = except.filter((each) => each.from > each.to);
	return [
		...missing.map((day) => noSuchDay(day, place)),
		...backwards.map((each) =>
			found(
				"backwards-range",
				`\`except\` of the schedule \`${name}\` says \`${each.from}..${each.to}\`.`,
				place,
			),
		),
	];
}

/** So many slots show what a schedule is like; more would only take time. */
const ENOUGH = 20_000;

/**
 * The first slot, and those of a year from it on. A schedule that has ended long ago has slots all the same.
 */
export function slotsOfYear(schedule: Schedule): readonly Slot[] {
	const { from, until, timezone } = schedule;
	const end = until === undefined ? undefined : instantOf(until, timezone)?.at;
	const start =
		from === undefined
			? (end ?? SAMPLE) - (end === undefined ? 0 : 366 * DAY_MS)
			: (instantOf(from, timezone)?.at ?? SAMPLE);
	const [first] = slots(schedule, epochMs(start));
	const year: Slot[] = [];
	if (first === undefined) return year;
	for (const slot of slots(schedule, first.at, epochMs(first.at + 366 * DAY_MS))) {
		year.push(slot);
		if (year.length === ENOUGH) break;
	}
	return year;
}

function whyEmpty({ name, from, until }: Schedule): string {
	if (from !== undefined && until !== undefined && until < from)
		return `\`${name}\` ends (${until}) before it begins (${from}).`;
	return `\`${name}\` has no slot on any of the days it leaves.`;
}

/** Each kind of change once, with the first slots that it touches. */
function clockChanges({ name, place, timezone }: Schedule, year: readonly Slot[]): Diagnostic[] {
	return (["gap", "overlap"] as const).flatMap((kind) => {
		const walls = year.filter((slot) => slot.kind === kind).map(({ wall }) => wall.replace("T", " "));
		const shown = `${walls.slice(0, 3).join(", ")}${walls.length > 3 ? ` and ${walls.length - 3} more in a year` : ""}`;
		const touched = walls.length === 0 ? undefined : touchedBy(shown, { kind, zone: timezone });
		return touched === undefined
			? []
			: [found("clock-change", `In the schedule \`${name}\`: ${touched}`, place)];
	});
}

function touchedBy(
	walls: string,
	{ kind, zone }: { readonly kind: Slot["kind"]; readonly zone: string },
): string | undefined {
	if (kind === "gap")
		return `${walls} is skipped by the clocks of ${zone}; the post moves forward by the gap.`;
	return kind === "overlap"
		? `${walls} occurs twice on the clocks of ${zone}; the first is taken.`
		: undefined;
}

function unused({ name, place }: Schedule): Diagnostic {
	return found("schedule-unused", `No post says \`schedule: ${name}\`.`, place);
}

function noSuchDay(wall: string, place: Place): Diagnostic {
	return found("time-invalid", `"${wall}" is not in the calendar.`, place);
}

/** A finding in the words of its rule. */
export function found(rule: RuleId, detail: string, place: Place): Diagnostic {
	const { title: summary, fix: hint, severity } = RULES[rule];
	return { severity: severity === "error" ? "error" : "warning", rule, summary, detail, hint, place };
}

/** When a post with `at` is to go out. */
export function fixedTime({ at }: Post, { timezone }: Campaign): EpochMs | undefined {
	return at && instantOf(at.wall, timezone)?.at;
}
