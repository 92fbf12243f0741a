import type { Outlook } from "../model/outlook.ts";
import type { Action, Change, Plan, SubmitChange } from "../model/plan.ts";
import type { PlanInk } from "./change.ts";
import { renderFeeds } from "./feeds.ts";
import { renderChanges } from "./groups.ts";
import { counted, grouped, paint, wrap } from "./ink.ts";
import { renderMoves } from "./moves.ts";
import { renderNotes } from "./notes.ts";
import { renderOutlook } from "./outlook.ts";

/**
 * The plan for a terminal: one entry a change or a group of posts, each with its reason and place, then the
 * summary and the outlook.
 */
export function renderPlan(plan: Plan, ink: PlanInk, outlook?: Outlook): string {
	const ahead = `${renderFeeds(plan.feeds, ink)}${renderMoves(plan, ink)}`;
	const after = `${renderNotes(plan, ink)}${outlook === undefined ? "" : renderOutlook(outlook, ink)}`;
	if (plan.changes.length > 0)
		return `${ahead}${renderChanges(plan.changes, ink)}\n\n${wrap(summary(plan), ink.width).join("\n")}\n${after}`;
	const done =
		plan.leftOut === undefined
			? `Everything the campaigns ask for is done (${counted(plan.unchanged, "address")}).`
			: `Nothing to do for the selected addresses.${leftOut(plan)}`;
	return `${ahead}${paint(ink).green((plan.moves ?? []).length === 0 ? "No changes." : "No changes other than renames.")} ${done}\n${after}`;
}

/** `Plan: 1 to submit (about 40 units), 0–10 to publish, 2 waiting, 1 blocked. 12 addresses need nothing.` */
export function summary(plan: Plan): string {
	const parts = [
		submits(plan),
		publishes(plan),
		...COUNTED.map(([actions, words]) => countOf(plan, actions, words)),
	].filter((part) => part !== "");
	const rest =
		plan.unchanged === 0
			? ""
			: ` ${counted(plan.unchanged, "address")} ${plan.unchanged === 1 ? "needs" : "need"} nothing.`;
	return `Plan: ${parts.join(", ")}.${rest}${leftOut(plan)}`;
}

/** Something may be missing from what is selected: a person must not take it for everything. */
function leftOut({ leftOut: count }: Plan): string {
	return count === undefined || count === 0
		? ""
		: ` ${counted(count, "change")} left out by --target or --exclude.`;
}

const COUNTED: readonly (readonly [readonly Action[], string])[] = [
	[["update"], "to update"],
	[["replace"], "to cancel and post again"],
	[["cancel"], "to cancel"],
	[["render", "rerender"], "to render"],
	[["repeat"], "to send again"],
	[["read"], "to read"],
	[["wait"], "waiting"],
	[["attention", "unknown"], "blocked"],
	[["forget"], "to forget"],
];

function countOf(plan: Plan, actions: readonly Action[], words: string): string {
	const count = plan.changes.filter(({ action }) => actions.includes(action)).length;
	return count === 0 ? "" : `${grouped(count)} ${words}`;
}

function submits({ changes }: Plan): string {
	const all = changes.filter(
		(change): change is SubmitChange => change.action === "submit" || change.action === "resubmit",
	);
	return all.length === 0 ? "" : `${grouped(all.length)} to submit (${costs(all)})`;
}

/** Known from lengths, judged by earlier tasks, or not known at all. */
function costs(all: readonly SubmitChange[]): string {
	const unknown = all.filter(({ units }) => units === undefined).length;
	if (unknown === all.length) return "cost unknown until submitted";
	const units = counted(Math.ceil(all.reduce((sum, each) => sum + (each.units ?? 0), 0)), "unit");
	const judged = all.some(({ unitsFrom }) => unitsFrom === "history") ? ", judging by earlier tasks" : "";
	return unknown === 0
		? `about ${units}${judged}`
		: `at least about ${units}${judged}; for ${unknown} of them the cost is unknown until submitted`;
}

function publishes({ changes }: Plan): string {
	const exact = changes.filter(({ action }) => action === "publish").length;
	const bounded = changes.filter((change: Change) => change.action === "publish-bounded");
	if (exact === 0 && bounded.length === 0) return "";
	const most = bounded.reduce((sum, { atMost }) => sum + (atMost ?? Number.POSITIVE_INFINITY), exact);
	if (bounded.length === 0) return `${grouped(exact)} to publish`;
	return `${grouped(exact)}–${Number.isFinite(most) ? grouped(most) : "any number"} to publish`;
}
