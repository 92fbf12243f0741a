import type { ApplyReport, RunEvent } from "../model/event.ts";
import type { FeedNews } from "../model/feed-state.ts";
import { type LimitExceeded, limitMessage, limitRemedy } from "../model/limit-exceeded.ts";
import type { Outlook } from "../model/outlook.ts";
import type { Change, Plan, PlanNote } from "../model/plan.ts";
import { formerRule } from "../model/rules/former-ids.ts";
import type { SharedUse } from "../model/shared-use.ts";
import type { Skew } from "../model/skew.ts";
import type { Suspension } from "../model/suspension.ts";
import { feedSentences } from "./feeds.ts";
import { summary } from "./plan.ts";
import { findingDetail, findingTitle } from "./sentences/findings.ts";
import { reasonDetail } from "./sentences/reasons.ts";
import { remedyFields } from "./sentences/remedies.ts";
import { sharedEvent } from "./shared-files.ts";
import { skewEvent } from "./skew.ts";
import { suspensionEvent } from "./suspension.ts";

/** A plan with what is said about it. */
export interface PlanReport {
	readonly plan: Plan;
	readonly outlook: Outlook;
	/** Limits it goes past. Not empty: it is refused. */
	readonly limits: readonly LimitExceeded[];
	/** The clocks do not agree. Absent: they do, or nothing told. */
	readonly skew?: Skew;
	/**
	 * What became known about unknown outcomes while it was made, and apply writes down. Absent: nothing, or it
	 * was told already.
	 */
	readonly learnt?: readonly Learnt[];
	/** Shared files behind what it changes. Absent: none. */
	readonly shared?: readonly SharedUse[];
	/** Nothing of it is done before this ends. Absent: nothing is suspended. */
	readonly suspension?: Suspension;
	/**
	 * It stays as it is until the campaigns, the state or these files change, by path with their sha256.
	 * Absent: that is not certain.
	 */
	readonly lastsWith?: Readonly<Record<string, string>>;
}

/**
 * An event of a run for `--json`. What is unknown is told once more as `failed`, as 0.1.0 did, with its
 * `outcome`.
 */
export function runEvents(event: RunEvent): readonly object[] {
	return event.type === "unknown" ? [event, { ...event, type: "failed" }] : [event];
}

/** The end of an apply for `--json`. `failures` has both `failed` and `unknown`, as 0.1.0 had it. */
export function reportEvent(report: ApplyReport, rest: Plan): object {
	const [unknown, failed] = [
		report.failures.filter(({ outcome }) => outcome !== undefined),
		report.failures.filter(({ outcome }) => outcome === undefined),
	];
	return { type: "report", ...report, failed, unknown, rest };
}

/** What was learnt about an unknown outcome. */
export type Learnt = Extract<RunEvent, { readonly type: "resolved" | "unresolved" }>;

/**
 * The plan as events for `--json`, one a line: `version`, what was learnt about unknown outcomes, a `shared`
 * for each shared file, a `feed` each, a `change` each, a `note` each, `outlook`, `skew` where the clocks do
 * not agree, a `limit` each, `summary`. Names are stable (schemas/plan.schema.json).
 */
export function planEvents(
	{ plan, outlook, limits, skew, learnt = [], suspension, shared = [] }: PlanReport,
	version: string,
): readonly object[] {
	const { changes, notes = [], feeds = [], ...rest } = plan;
	return [
		{ type: "version", showrun: version, format: 1 },
		...learnt,
		...(suspension ? [suspensionEvent(suspension)] : []),
		...shared.map(sharedEvent),
		...feeds.map(feedEvent),
		...changes.map(changeEvent),
		...notes.map(noteEvent),
		{ type: "outlook", ...outlook },
		...(skew ? [skewEvent(skew)] : []),
		...limits.map((exceeded) => ({ type: "limit", ...limitOf(exceeded) })),
		...limits.map(formerLimitEvent),
		{
			type: "summary",
			changes: changes.length,
			...rest,
			message: changes.length === 0 ? "No changes." : summary(plan),
		},
	];
}

/** What a feed has that is new; less what the state remembers of it. */
function feedEvent({ entry: _, ...news }: FeedNews): object {
	const { news: told, warnings } = feedSentences(news);
	return { type: "feed", ...news, message: [...told, ...warnings].join("\n") };
}

function limitOf(exceeded: LimitExceeded): object {
	return { ...exceeded, message: limitMessage(exceeded), remedy: limitRemedy(exceeded) };
}

/** What `limit` was called in 0.1.0. */
function formerLimitEvent(exceeded: LimitExceeded): object {
	const { policy, ...rest } = exceeded;
	return {
		type: "valve",
		valve: policy,
		...rest,
		message: limitMessage(exceeded),
		remedy: limitRemedy(exceeded),
	};
}

/** A change with its codes and data, and beside them the sentences that 0.1.0 had: `detail`, `remedy`. */
function changeEvent(change: Change): object {
	const detail = reasonDetail(change);
	return {
		type: "change",
		...change,
		...(detail !== undefined && detail !== "" && { detail }),
		...(change.action === "attention" && remedyFields(change.remedy)),
	};
}

/** The same of a note: `title`, `detail`. */
function noteEvent(note: PlanNote): object {
	return {
		type: "note",
		...note,
		...formerRule(note),
		title: findingTitle(note),
		detail: findingDetail(note.finding),
	};
}
