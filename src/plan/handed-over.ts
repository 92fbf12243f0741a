import { writtenClips, writtenTexts } from "../compose/written.ts";
import { type Account, accountKey } from "../model/account.ts";
import { type Asked, TEXT_FIELDS, type TextField } from "../model/asked.ts";
import type { EpochMs } from "../model/brand.ts";
import type { PostTarget, Schedule } from "../model/campaign.ts";
import { defined } from "../model/defined.ts";
import type { Difference } from "../model/difference.ts";
import { keysOf } from "../model/keys.ts";
import type { LateRule } from "../model/late-rule.ts";
import type { Change } from "../model/plan.ts";
import type { PostBody, PostRequest } from "../model/post.ts";
import { same } from "../model/same.ts";
import type { PostState, ResourceState } from "../model/snapshot.ts";
import { calendarOf } from "./calendar.ts";
import { composedBeside } from "./composed.ts";
import type { WantedPost } from "./desired/wanted.ts";

/**
 * One thing that a post asks for and that was handed over otherwise. `time`: a fixed one, or none; `slot`:
 * the schedule has no such slot (`after`: its name); `text`: what is filled in; `setting`: what is sent as
 * written; `late`: what becomes of it where it is late.
 */
export interface PostDifference extends Difference {
	readonly code: "time" | "slot" | "account" | "text" | "setting" | "resolution" | "late";
}

/** What is known when posts are compared. */
export interface Comparison {
	readonly now: EpochMs;
	/** The connected accounts. Absent: they were not read. */
	readonly accounts?: readonly Account[];
	readonly hasSlot: (schedule: Schedule, at: EpochMs) => boolean;
	/** The service knows rules for late posts. */
	readonly hasLateRules?: boolean;
}

/** Compares posts at a time. Slots are looked for from there on. */
export function comparisonAt(
	now: EpochMs,
	{ accounts, hasLateRules }: Partial<Pick<Comparison, "accounts" | "hasLateRules">> = {},
): Comparison {
	const calendars = new Map<Schedule, ReturnType<typeof calendarOf>>();
	const hasSlot = (schedule: Schedule, at: EpochMs) => {
		const calendar = calendars.get(schedule) ?? calendarOf(schedule, now);
		calendars.set(schedule, calendar);
		return calendar.has(at);
	};
	return { now, hasSlot, ...defined({ accounts, hasLateRules }) };
}

/**
 * Where what a post asks for is not what was handed over; empty where both agree. What the state did not
 * record is not compared, nor words that were generated anew.
 */
export function postDifferences(
	wanted: WantedPost,
	{ request }: Pick<PostState, "request">,
	known: Comparison,
): readonly PostDifference[] {
	return [
		...timeDifference(wanted, request.scheduledAt, known),
		...accountDifference(wanted, request, known.accounts),
		...lateDifference(wanted, request, known),
		...differenceOf("resolution", { before: request.resolution, after: wanted.resolution }),
		...bodyDifferences(wanted, request),
	];
}

/** Of no interest any more once it is out. */
function lateDifference(
	{ late }: WantedPost,
	{ late: before, scheduledAt }: PostRequest,
	{ now, hasLateRules }: Comparison,
): readonly PostDifference[] {
	if (!hasLateRules || scheduledAt === undefined || scheduledAt <= now) return [];
	const rule = (each: LateRule | undefined) => (each?.action === "deliver" ? undefined : each);
	return differenceOf("late", { before: rule(before), after: rule(late) });
}

/** What state records of a post beyond its request, so that it can be compared later. */
export function askedOf(wanted: WantedPost, accountId?: string): Asked {
	const about = { texts: textsOf(wanted), clips: writtenClips(wanted.selection) };
	return { ...about, ...defined({ accountId, keeps: wanted.keep }) };
}

/** Whether a change says that a post goes, or went, to another account. */
export function isOfAccount({ differences = [] }: Pick<Change, "differences">): boolean {
	return differences.some(({ field }) => field === "account");
}

/** Whether a person cancelled a post before it went out. */
export function isWithdrawn(state: ResourceState | undefined): boolean {
	return state?.kind === "post" && state.withdrawn !== undefined;
}

/** When a post that the service holds goes out. Undefined: the service holds nothing of it any more. */
export function heldUntil(state: ResourceState | undefined, now: EpochMs): EpochMs | undefined {
	if (state?.kind !== "post" || !["PENDING", "SCHEDULED"].includes(state.status)) return undefined;
	const { scheduledAt: at } = state.request;
	return at !== undefined && at > now ? at : undefined;
}

/** What is out is asked for at another time only where that is still to come, and is in no slot. */
function timeDifference(
	{ at, schedule }: WantedPost,
	before: EpochMs | undefined,
	{ now, hasSlot }: Comparison,
): readonly PostDifference[] {
	const isAhead = before !== undefined && before > now;
	if (at !== undefined) {
		const agrees = isAhead ? at === before : at <= now;
		return agrees ? [] : [{ code: "time", field: "time", after: at, ...defined({ before }) }];
	}
	if (!isAhead) return [];
	if (schedule === undefined) return [{ code: "time", field: "time", before }];
	return hasSlot(schedule, before) ? [] : [{ code: "slot", field: "slot", before, after: schedule.name }];
}

/** By id where ids are known: an account may have another name by now, and a name another account. */
function accountDifference(
	wanted: WantedPost,
	{ account, asked }: PostRequest,
	accounts: readonly Account[] = [],
): readonly PostDifference[] {
	const [before, after] = [accountKey(account), accountKey(wanted.account)];
	const now = accounts.find((each) => accountKey(each) === after);
	const id = asked?.accountId;
	if (before === after) {
		const isOther = id !== undefined && now !== undefined && now.id !== id;
		return isOther && accounts.some((each) => each.id === id)
			? differenceOf("account", { before: `${before} ${id}`, after: `${after} ${now.id}` })
			: [];
	}
	if (now !== undefined && now.id === id) return [];
	// States of 0.1.0 know no ids: a name that is gone most likely became the new one.
	const isRenamed = id === undefined && account.platform === wanted.account.platform;
	const isGone = now !== undefined && !accounts.some((each) => accountKey(each) === before);
	return isRenamed && isGone ? [] : differenceOf("account", { before, after });
}

/** What is sent as the campaign says it, as campaigns write it. */
const SETTINGS: Readonly<Record<Exclude<keyof PostBody, TextField>, string>> = {
	visibility: "visibility",
	thumbnailUrl: "thumbnail_url",
	allowComment: "allow_comment",
	allowDuet: "allow_duet",
	allowStitch: "allow_stitch",
	discloseContent: "disclose_content",
};

/** Texts are made only where somebody may have edited one: most posts of a plan have the recipe they had. */
function bodyDifferences(wanted: WantedPost, request: PostRequest): readonly PostDifference[] {
	if (request.recipe === wanted.recipe) return [];
	const { body: written } = wanted.text.target;
	const settings = keysOf(SETTINGS).flatMap((field) =>
		differenceOf("setting", {
			field: SETTINGS[field],
			before: request.body[field],
			after: written[field],
		}),
	);
	if (wanted.isClipGone) return settings;
	const before = request.asked?.texts;
	const now = textsOf(wanted);
	const edited = TEXT_FIELDS.filter((field) =>
		before === undefined ? !isGenerated(written[field]) : before[field] !== now[field],
	);
	const body = edited.length === 0 ? undefined : composedBeside(wanted, request);
	if (body === undefined) return settings;
	const texts = edited.flatMap((field) =>
		differenceOf("text", { field, before: request.body[field], after: body[field] }),
	);
	return [...texts, ...settings];
}

/** Whether a person can change it where the post is. */
export function isByHand({ code }: Pick<PostDifference, "code">): boolean {
	return code === "text" || code === "setting";
}

/** What a post says once its texts and settings are those that are asked for. */
export function bodyWith(body: PostBody, differences: readonly PostDifference[]): PostBody {
	const changed = differences
		.filter(isByHand)
		.map(({ field, after }) => [keysOf(SETTINGS).find((key) => SETTINGS[key] === field) ?? field, after]);
	return defined({ ...body, ...Object.fromEntries(changed) });
}

/** States of 0.1.0 do not tell words that were generated from an edit of the template around them. */
function isGenerated(template: PostTarget["body"][TextField]): boolean {
	return template !== undefined && String(template).includes("clip");
}

function textsOf({ text, edits }: WantedPost): Readonly<Partial<Record<TextField, string>>> {
	return writtenTexts(text.target, text.subject.campaign, edits);
}

function differenceOf(
	code: PostDifference["code"],
	{ field = code, before, after }: Omit<Difference, "field"> & { readonly field?: string },
): readonly PostDifference[] {
	return same(before, after) ? [] : [{ code, ...defined({ field, before, after }) }];
}
