import { type Action, type Change, type Plan, REASONS, type SubmitChange } from "../model/plan.ts";
import { counted, cut, type Ink, moment, paint, plain } from "./ink.ts";

/** The mark in front of each line (design, section 4). A new action does not compile until it has one. */
const MARKS: Readonly<Record<Action, string>> = {
	submit: "+",
	resubmit: "-/+",
	publish: "+",
	"publish-bounded": "+",
	repeat: "?",
	read: "<=",
	wait: ">",
	attention: "!",
	unknown: "?",
	forget: ".",
};

const VERBS: Readonly<Record<Action, string>> = {
	submit: "submit",
	resubmit: "submit again",
	publish: "publish",
	"publish-bounded": "publish",
	repeat: "send again under the same key",
	read: "read",
	wait: "wait",
	attention: "needs attention",
	unknown: "outcome unknown",
	forget: "forget",
};

/** How a plan is drawn. `zone` is where times are shown. */
export interface PlanInk extends Ink {
	readonly zone: string;
}

/** The plan for a terminal: one entry a change with its reason and place, then the summary line. */
export function renderPlan(plan: Plan, ink: PlanInk): string {
	if (plan.changes.length === 0)
		return `${paint(ink).green("No changes.")} Everything the campaigns ask for is done (${counted(plan.unchanged, "address")}).\n`.replace(
			"addresss",
			"addresses",
		);
	return `${plan.changes.map((change) => renderChange(change, ink)).join("\n")}\n\n${summary(plan)}\n`;
}

/** `Plan: 1 to submit (about 40 units), 0–10 to publish, 2 waiting, 1 blocked.` */
export function summary(plan: Plan): string {
	const parts = [submits(plan), publishes(plan), ...COUNTED.map(([actions, words]) => countOf(plan, actions, words))].filter((part) => part !== "");
	return `Plan: ${parts.join(", ")}.`;
}

const COUNTED: readonly (readonly [readonly Action[], string])[] = [
	[["repeat"], "to send again"],
	[["read"], "to read"],
	[["wait"], "waiting"],
	[["attention", "unknown"], "blocked"],
	[["forget"], "to forget"],
];

function countOf(plan: Plan, actions: readonly Action[], words: string): string {
	const count = plan.changes.filter(({ action }) => actions.includes(action)).length;
	return count === 0 ? "" : `${count} ${words}`;
}

function submits({ changes }: Plan): string {
	const all = changes.filter((change): change is SubmitChange => change.action === "submit" || change.action === "resubmit");
	if (all.length === 0) return "";
	const units = all.map((change) => change.units);
	const known = units.filter((each) => each !== undefined);
	const cost = known.length === all.length ? ` (about ${Math.ceil(known.reduce((sum, each) => sum + each, 0))} units)` : " (cost not known before)";
	return `${all.length} to submit${cost}`;
}

function publishes({ changes }: Plan): string {
	const exact = changes.filter(({ action }) => action === "publish").length;
	const bounded = changes.filter((change) => change.action === "publish-bounded");
	if (exact === 0 && bounded.length === 0) return "";
	const most = bounded.reduce((sum, { atMost }) => sum + (atMost ?? Number.POSITIVE_INFINITY), exact);
	if (bounded.length === 0) return `${exact} to publish`;
	return `${exact}–${Number.isFinite(most) ? most : "any number"} to publish`;
}

function renderChange(change: Change, ink: PlanInk): string {
	const mark = colourOf(change.action, ink)((change.action === "publish-bounded" ? `+ 0..${change.atMost ?? "n"}` : MARKS[change.action]).padEnd(7));
	const indent = " ".repeat(9);
	const lines = [`${VERBS[change.action]}: ${REASONS[change.reason]}${change.detail ? ` (${plain(change.detail)})` : ""}`, ...particulars(change, ink)];
	const place = change.place ? [paint(ink).dim(`${plain(change.place.file)}:${change.place.line}:${change.place.column}`)] : [];
	return [
		`  ${mark}${plain(change.address)}`,
		...[...lines.flatMap((line) => wrap(line, ink.width - indent.length)), ...place].map((line) => `${indent}${line}`),
	].join("\n");
}

/** What a person wants to know of this change before saying yes. */
function particulars(change: Change, ink: PlanInk): string[] {
	if (change.action === "publish") {
		const { scheduledAt, account } = change.request;
		const when = scheduledAt === undefined ? "as soon as possible" : `at ${moment(scheduledAt, ink.zone)}`;
		return [`"${cut(plain(change.title), ink.width - 24)}" to ${account.platform} ${plain(account.username)}, ${when}; it cannot be taken back once sent`];
	}
	if (change.action === "submit" || change.action === "resubmit") return change.units === undefined ? [] : [`about ${Math.ceil(change.units)} units`];
	if (change.action === "wait") return change.until === undefined ? [] : [`will be handed over on ${moment(change.until, ink.zone)}`];
	if (change.action === "attention") return [plain(change.remedy)];
	if (change.action === "unknown") return [`Look whether it was executed, then: showrun resolve ${change.operation.id} --posted | --not-posted | --abandon`];
	return [];
}

function colourOf(action: Action, ink: Ink): (text: string) => string {
	const { green, yellow, red, cyan, dim } = paint(ink);
	if (action === "attention" || action === "unknown") return red;
	if (action === "resubmit" || action === "repeat") return yellow;
	if (action === "submit" || action === "publish" || action === "publish-bounded") return green;
	return action === "forget" ? dim : cyan;
}

/** Breaks at spaces; a word longer than the line stays whole, and so does a command, so that they can be copied. */
function wrap(text: string, columns: number): string[] {
	const lines: string[] = [];
	for (const word of text.split(/(?<!showrun.*) /)) {
		const last = lines.at(-1);
		if (last !== undefined && last.length + 1 + word.length <= Math.max(20, columns)) lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word);
	}
	return lines;
}
