import { isPostAddress } from "../model/address.ts";
import { followsCancel } from "../model/follows-cancel.ts";
import type { LateRule } from "../model/late-rule.ts";
import { isDraft, isForOutbox } from "../model/outbox.ts";
import type { Place } from "../model/place.ts";
import type { BoundedChange, Change, PublishChange, UpdateChange } from "../model/plan.ts";
import { timeSpan } from "../model/time-span.ts";
import type { Zones } from "../model/zones.ts";
import { differenceLines } from "./differences.ts";
import { counted, cut, type Ink, paint, plain, wrap } from "./ink.ts";
import { formatMoment, zoneOf } from "./local-time.ts";
import { markOf, paintedMark, verbOf } from "./marks.ts";
import { AS_DRAFT, fromThenOn, type OutboxInk } from "./outbox.ts";
import { REASONS, reasonSentence } from "./sentences/reasons.ts";
import { remedySentence } from "./sentences/remedies.ts";
import { sentLine } from "./unknown.ts";

/** How a plan is drawn. */
export interface PlanInk extends Ink, OutboxInk {
	/** Where times are shown; others in UTC. */
	readonly zones: Zones;
	/** Every line of every group, and what differs field by field. */
	readonly detail?: true;
}

/** Columns in front of everything but marks and addresses. */
export const INDENT = " ".repeat(9);

/**
 * One change with its reason, what a person wants to know before saying yes, and the place that caused it.
 */
export function renderChange(change: Change, ink: PlanInk): string {
	const lines = [
		why(change),
		...particulars(change, ink),
		...(ink.detail && !isCompared(change) ? differenceLines(change, ink) : []),
	];
	return [
		headline(change, plain(change.address), ink),
		...indented(lines, ink),
		...placeLine(change.place, ink),
	].join("\n");
}

/** Mark and address. */
export function headline(change: Change, address: string, ink: PlanInk): string {
	return `  ${paintedMark(markOf(change), change.action, ink)}${address}`;
}

/** `read: the task is still running (task t-1, QUEUED)`. */
export function why(change: Change): string {
	return `${verbOf(change.action)}: ${plain(reasonSentence(change))}`;
}

/** `submit: not in state yet`: what holds for every change for this reason. */
export function whyInShort({ action, reason }: Pick<Change, "action" | "reason">): string {
	return `${verbOf(action)}: ${REASONS[reason]}`;
}

/** Lines below a headline, broken at the width. */
export function indented(lines: readonly string[], ink: PlanInk): string[] {
	return lines.flatMap((line) => wrap(line, ink.width - INDENT.length)).map((line) => `${INDENT}${line}`);
}

/** `talk.campaign.yaml:15:7`; nothing for what is no longer declared. */
export function placeLine(place: Place | undefined, ink: PlanInk): string[] {
	return place === undefined ? [] : [`${INDENT}${paint(ink).dim(formatPlace(place))}`];
}

export function formatPlace({ file, line, column }: Place): string {
	return `${plain(file)}:${line}:${column}`;
}

/** What a person wants to know of this change before saying yes. */
export function particulars(change: Change, ink: PlanInk): string[] {
	if (change.action === "publish")
		return [`${titleOf(change, ink)} to ${accountOf(change)}, ${whenPublished(change, ink)}`];
	if (change.action === "cancel")
		return [`cancels what would go out ${formatMoment(change.at, change.address, ink)}`];
	if (change.action === "replace")
		return [
			...differenceLines(change, ink),
			`cancels what would go out ${formatMoment(change.at, change.address, ink)}`,
			`${titleOf(change, ink)} to ${accountOf(change)}, ${whenPublished(change, ink)}`,
		];
	if (change.action === "update") return [...differenceLines(change, ink), updateLine(change, ink)];
	if (change.action === "submit" || change.action === "resubmit") return [costLine(change)];
	if (change.action === "publish-bounded") return [whenBounded(change, ink)];
	if (change.action === "wait") return waitLine(change, ink);
	if (change.action === "forget") return forgetLine(change, ink);
	if (change.action === "attention")
		return [
			...(isCompared(change) ? differenceLines(change, ink) : []),
			...irrevocableLine(change, ink),
			plain(remedySentence(change.remedy)),
		];
	if (change.action === "unknown") return unknownLines(change, ink);
	return [];
}

function unknownLines(
	{ operation, address }: Extract<Change, { readonly action: "unknown" }>,
	ink: PlanInk,
): string[] {
	const sent =
		`sent ${formatMoment(operation.armedAt ?? operation.at, address, ink)}: ` +
		`${sentLine(operation, zoneOf(address, ink))}`;
	return [
		sent,
		"Check whether it was executed, then record the result: " +
			`showrun resolve ${operation.id} --posted | --not-posted | --abandon`,
	];
}

/** What becomes of a post that waits for the one it takes the place of. */
export function oldPostLine(change: Change): string {
	const when = followsCancel(change)
		? "posted by the same apply, once that one is cancelled"
		: "posted once that one is cancelled or out";
	return `${when}; to have both, set \`keep: true\` in the post`;
}

function waitLine(change: Extract<Change, { readonly action: "wait" }>, ink: PlanInk): string[] {
	const { until, at, address, reason } = change;
	if (reason === "old-post-held") return [oldPostLine(change)];
	if (until === undefined) return [];
	const when = formatMoment(until, address, ink);
	if (reason === "told-to-wait")
		return [`will be tried again from ${when}; sooner with: showrun apply --retry '${plain(address)}'`];
	if (reason === "post-waits") return [`the service goes on with it from ${when}`];
	if (at === until)
		return [
			`will be ${isForOutbox(address, ink.outbox) ? "delivered to the local outbox" : "posted"} on ${when}, or as soon after as possible`,
		];
	const then = isForOutbox(address, ink.outbox) ? " to the local outbox" : ", irrevocable then";
	return [
		`will be handed over on ${when}${at === undefined ? "" : `, to go out at ${formatMoment(at, address, ink)}${then}`}`,
	];
}

/** What becomes of a post that is public, or soon will be. */
export function forgetLine(
	{ address, withdrawn }: Extract<Change, { readonly action: "forget" }>,
	{ outbox }: OutboxInk,
): string[] {
	if (!isPostAddress(address)) return [];
	if (withdrawn) return ["it was cancelled, so nothing of it goes out"];
	return [
		isForOutbox(address, outbox)
			? "what was delivered stays in the local outbox, and its moment is not delivered there again"
			: "what was posted stays public, and its moment is not posted there again",
	];
}

/** The title in quotes, cut so that it leaves room on its line. */
export function titleOf({ title }: Pick<PublishChange, "title">, ink: PlanInk): string {
	return `"${cut(plain(title), Math.max(20, ink.width - 24))}"`;
}

function accountOf({ request: { account } }: Pick<PublishChange, "request">): string {
	return `${account.platform} ${plain(account.username)}`;
}

function whenPublished(
	{ request: { scheduledAt, late }, address }: Pick<PublishChange, "request" | "address">,
	ink: PlanInk,
): string {
	if (isForOutbox(address, ink.outbox)) {
		const when =
			scheduledAt === undefined ? "as soon as possible" : `at ${formatMoment(scheduledAt, address, ink)}`;
		return `${when}, delivered to the local outbox${lateWords(late)}`;
	}
	if (isDraft(address, ink.outbox)) {
		const when = scheduledAt === undefined ? "" : `at ${formatMoment(scheduledAt, address, ink)},`;
		return `${when || "as soon as possible,"}${AS_DRAFT}${lateWords(late)}`;
	}
	if (scheduledAt === undefined) return "as soon as possible; becomes irrevocable when it is sent";
	return (
		`at ${formatMoment(scheduledAt, address, ink)}; ` +
		`becomes irrevocable then, and can be cancelled at the service until then${lateWords(late)}`
	);
}

/** What becomes of it where it is late, if it does not go out all the same. */
function lateWords(late: LateRule | undefined): string {
	if (late === undefined || late.action === "deliver") return "";
	const then = late.action === "hold" ? "held for a person" : "skipped";
	return `; ${then} if it would be more than ${timeSpan(late.maxMs)} late`;
}

/** When posts go out whose number is only bounded, and from when on nothing can be taken back. */
function whenBounded({ at, schedule, address }: BoundedChange, ink: PlanInk): string {
	const when =
		at === undefined
			? "as soon as possible"
			: `${schedule === undefined ? "at" : `in slots of \`${plain(schedule)}\` from`} ${formatMoment(at, address, ink)}`;
	if (isForOutbox(address, ink.outbox)) return `${when}, each delivered to the local outbox`;
	if (isDraft(address, ink.outbox)) return `${when}, each${AS_DRAFT}`;
	return `${when}; each becomes irrevocable ${at === undefined ? "when it is sent" : "at its time"}`;
}

function updateLine({ address, at, request: { scheduledAt } }: UpdateChange, ink: PlanInk): string {
	const when = scheduledAt ?? at;
	return `${when === at ? "still goes out" : "goes out"} ${formatMoment(when, address, ink)}${fromThenOn(address, ink)}`;
}

function costLine({
	units,
	unitsFrom,
}: {
	readonly units?: number;
	readonly unitsFrom?: "length" | "history";
}): string {
	if (units === undefined)
		return "cost unknown until submitted: no length to read, no earlier task to compare with";
	return unitsFrom === "history"
		? `about ${counted(Math.ceil(units), "unit")}, judging by earlier tasks`
		: `about ${counted(Math.ceil(units), "unit")}`;
}

/** What was handed over and what is asked for are shown side by side, with or without --detail. */
function isCompared({ reason }: Change): boolean {
	return reason === "handed-over-differs" || reason === "posted-differs" || reason === "text-changed";
}

/** Whether the service holds a post and it is asked for otherwise, or not at all. */
export function isHeld({ action, reason, ...change }: Change): boolean {
	const isAsked = reason === "handed-over-differs" || reason === "no-longer-asked";
	return isAsked && action === "attention" && "at" in change && change.at !== undefined;
}

/** When what the service holds goes out. */
function irrevocableLine(change: Change, ink: PlanInk): string[] {
	if (!isHeld(change) || change.action !== "attention" || change.at === undefined) return [];
	return [`goes out ${formatMoment(change.at, change.address, ink)}${fromThenOn(change.address, ink)}`];
}
