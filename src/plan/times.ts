import type { AddressText } from "../model/address.ts";
import { type EpochMs, epochMs } from "../model/brand.ts";
import type { Schedule } from "../model/campaign.ts";
import type { Booking } from "../model/observed.ts";
import type { SlotState } from "../model/slot-state.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { bookedBefore } from "./booked.ts";
import { type Bookings, dayFinder, type Limits, type SlotConflict } from "./bookings.ts";
import { type Calendar, calendarOf } from "./calendar.ts";
import type { WantedPost } from "./desired/wanted.ts";
import { soonest, windowOf } from "./window.ts";

/** When a post is to go out. */
export type Timing =
	/** As soon as possible, and that is now. */
	| { readonly kind: "now" }
	| { readonly kind: "at"; readonly at: EpochMs }
	/** As soon as possible, and that is later. */
	| {
			readonly kind: "held";
			readonly reason: SlotConflict["reason"] | "handover-later";
			readonly until: EpochMs;
	  }
	/** Only a person can go on. `at`: the time it should have gone out. */
	| {
			readonly kind: "stuck";
			readonly reason: "slot-missed" | "slot-none" | SlotConflict["reason"];
			readonly at?: EpochMs;
	  };

/** What times follow from. */
export interface Timetable {
	readonly snapshot: Snapshot;
	readonly now: EpochMs;
	/** Names of the campaigns the posts are from. */
	readonly loaded: ReadonlySet<string>;
	/** Posts of other workspaces at their accounts. Absent: none are known. */
	readonly elsewhere?: readonly Booking[];
}

/**
 * Gives every post its time. What is fixed comes first: times in the campaign, then slots given before,
 * which stay as long as the schedule has them.
 * Those that lose theirs take the next free one from its day on, so that they stay where they were in the
 * calendar; new posts take the first free slots in order, behind them those whose slot was missed; what
 * goes as soon as possible takes what its account still allows.
 */
export function timesOf(
	posts: readonly WantedPost[],
	timetable: Timetable,
): ReadonlyMap<AddressText, Timing> {
	const scheduler = openScheduler(posts, timetable);
	const queues: Record<Turn, WantedPost[]> = {
		fixed: [],
		given: [],
		lost: [],
		fresh: [],
		missed: [],
		soon: [],
	};
	for (const post of posts) queues[turnOf(post, scheduler)].push(post);
	for (const post of queues.fixed) fix(post, scheduler);
	const bySlot = (a: WantedPost, b: WantedPost) => slotOf(a, scheduler) - slotOf(b, scheduler);
	const taken = queues.given.sort(bySlot).filter((post) => !keep(post, scheduler));
	for (const post of [...taken, ...queues.lost].sort(bySlot))
		takeSlot(post, scheduler, dayOfSlot(post, scheduler));
	for (const post of queues.fresh) takeSlot(post, scheduler);
	for (const post of queues.missed) takeSlot(post, scheduler);
	for (const post of queues.soon) takeNow(post, scheduler);
	return scheduler.times;
}

/** What posts get their times from, one after the other. */
interface Scheduler extends Timetable {
	readonly bookings: Bookings;
	readonly times: Map<AddressText, Timing>;
	readonly calendar: (schedule: Schedule) => Calendar;
	readonly dayOf: ReturnType<typeof dayFinder>;
	/**
	 * Where the next free slot, or moment, is looked for: bookings only grow, so what was not free before is
	 * not free now.
	 */
	readonly marks: Map<string, number>;
	/** What a schedule is called in a mark: one that campaigns share may have other times in each of them. */
	readonly numbers: Map<Schedule, number>;
}

function openScheduler(posts: readonly WantedPost[], timetable: Timetable): Scheduler {
	const { snapshot, now } = timetable;
	const first = posts.reduce<EpochMs>(
		(least, { address }) => epochMs(Math.min(least, snapshot.slots?.[address]?.at ?? now)),
		now,
	);
	const calendars = new Map<Schedule, Calendar>();
	const calendar = (schedule: Schedule) => {
		const known = calendars.get(schedule) ?? calendarOf(schedule, first);
		calendars.set(schedule, known);
		return known;
	};
	return {
		...timetable,
		calendar,
		dayOf: dayFinder(),
		bookings: bookedBefore(snapshot, timetable),
		times: new Map(),
		marks: new Map(),
		numbers: new Map(),
	};
}

function slotOf({ address }: WantedPost, { snapshot }: Scheduler): number {
	return snapshot.slots?.[address]?.at ?? 0;
}

/** When the day began that a post was given a slot of. */
function dayOfSlot(post: WantedPost, scheduler: Scheduler): EpochMs {
	return scheduler.dayOf(post.schedule?.timezone ?? "UTC", epochMs(slotOf(post, scheduler))).from;
}

/** When a post gets its time, compared with the others. `lost`: the schedule no longer has its slot. */
type Turn = "fixed" | "given" | "lost" | "fresh" | "missed" | "soon";

function turnOf(post: WantedPost, scheduler: Scheduler): Turn {
	if (post.at !== undefined) return "fixed";
	if (post.schedule === undefined) return "soon";
	const slot = scheduler.snapshot.slots?.[post.address];
	// A slot that was another account's is no promise.
	if (slot === undefined || slot.account !== post.limits.account) return "fresh";
	if (!scheduler.calendar(post.schedule).has(slot.at)) return "lost";
	if (windowOf(slot.at, scheduler.now).kind !== "too-late") return "given";
	return post.schedule.missed.kind === "next-slot" ? "missed" : "soon";
}

function fix(post: WantedPost, { bookings, times }: Scheduler): void {
	const { address, at, limits } = post;
	if (at === undefined) return;
	const conflict = bookings.conflict(limits, at);
	if (conflict === undefined) bookings.add(limits.account, at);
	times.set(
		address,
		conflict === undefined ? { kind: "at", at } : { kind: "stuck", reason: conflict.reason, at },
	);
}

/** False: something fixed, or a narrower limit, is in the way of the slot it was given. */
function keep({ address, limits }: WantedPost, { snapshot, bookings, times }: Scheduler): boolean {
	const slot: SlotState | undefined = snapshot.slots?.[address];
	if (slot === undefined || bookings.taken(limits.account, slot.at) || bookings.conflict(limits, slot.at))
		return false;
	bookings.add(limits.account, slot.at);
	times.set(address, { kind: "at", at: slot.at });
	return true;
}

/** `from`: no slot before it. */
function takeSlot(post: WantedPost, scheduler: Scheduler, from?: EpochMs): void {
	const at = freeSlot(post, scheduler, from);
	if (at !== undefined) scheduler.bookings.add(post.limits.account, at);
	scheduler.times.set(
		post.address,
		at === undefined ? { kind: "stuck", reason: "slot-none" } : { kind: "at", at },
	);
}

function freeSlot(
	{ schedule, limits }: WantedPost,
	{ calendar, bookings, marks, numbers, now }: Scheduler,
	from: EpochMs | undefined,
): EpochMs | undefined {
	if (schedule === undefined) return undefined;
	const slots = calendar(schedule);
	// Those that lost their slots come in the order of these, so that each finds its own behind the one before.
	const number = numbers.get(schedule) ?? numbers.size;
	numbers.set(schedule, number);
	const mark = `${from === undefined ? "" : "lost "}schedule ${number} ${markOf(limits)}`;
	let earliest = epochMs(Math.max(soonest(now), from ?? 0));
	for (let index = marks.get(mark) ?? 0; ; index++) {
		const at = slots.slot(index);
		marks.set(mark, index);
		if (at === undefined) return undefined;
		if (at < earliest || bookings.taken(limits.account, at)) continue;
		const conflict = bookings.conflict(limits, at);
		if (conflict === undefined) return at;
		earliest = conflict.until;
	}
}

/** As soon as possible, and what a missed slot with `post-within` comes to. */
function takeNow(post: WantedPost, scheduler: Scheduler): void {
	const missed = post.schedule && missedOf(post, post.schedule, scheduler);
	if (missed) scheduler.times.set(post.address, missed);
	else scheduler.times.set(post.address, freeMoment(post, scheduler));
}

/** Undefined: it may still go out, at once. */
function missedOf(
	{ address }: WantedPost,
	{ missed }: Schedule,
	{ snapshot, now }: Scheduler,
): Timing | undefined {
	const at = snapshot.slots?.[address]?.at ?? now;
	if (missed.kind !== "post-within" || now > at + missed.ms)
		return { kind: "stuck", reason: "slot-missed", at };
	return now < at ? { kind: "held", reason: "handover-later", until: at } : undefined;
}

function freeMoment({ limits }: WantedPost, { bookings, marks, now }: Scheduler): Timing {
	const mark = markOf(limits);
	let at = epochMs(Math.max(now, marks.get(mark) ?? now));
	let reason: SlotConflict["reason"] | undefined;
	for (
		let conflict = bookings.conflict(limits, at);
		conflict !== undefined;
		conflict = bookings.conflict(limits, at)
	) {
		at = conflict.until;
		reason ??= conflict.reason;
	}
	marks.set(mark, at);
	bookings.add(limits.account, at);
	return at === now
		? { kind: "now" }
		: { kind: "held", reason: reason ?? bookings.conflict(limits, now)?.reason ?? "min-gap", until: at };
}

function markOf({ account, timezone, maxPerDay, minGapMs }: Limits): string {
	return `${account} ${timezone} ${maxPerDay} ${minGapMs}`;
}
