import type { RunEvent } from "../model/event.ts";
import type { Outlook } from "../model/outlook.ts";
import type { Plan } from "../model/plan.ts";
import { formerRule } from "../model/rules/former-ids.ts";
import type { Skew } from "../model/skew.ts";
import { type PastValve, valveMessage, valveRemedy } from "../model/valve.ts";
import { summary } from "./plan.ts";
import { skewEvent } from "./skew.ts";

/** A plan with what is said about it. */
export interface Shown {
	readonly plan: Plan;
	readonly outlook: Outlook;
	/** Limits it goes past. Not empty: it is refused. */
	readonly valves: readonly PastValve[];
	/** The clocks do not agree. Absent: they do, or nothing told. */
	readonly skew?: Skew;
	/** What became known about unknown outcomes while it was made, and apply writes down. Absent: nothing, or it was told already. */
	readonly learnt?: readonly Learnt[];
}

/** What was learnt about an unknown outcome. */
export type Learnt = Extract<RunEvent, { readonly type: "resolved" | "unresolved" }>;

/** The plan as events for `--json`, one a line: `version`, what was learnt about unknown outcomes, a `change` each, a `note` each, `outlook`, `skew` where the clocks do not agree, a `valve` each, `summary`. Names are stable (schemas/plan.schema.json). */
export function planEvents(
	{ plan, outlook, valves, skew, learnt = [] }: Shown,
	version: string,
): readonly object[] {
	const { changes, notes = [], ...rest } = plan;
	return [
		{ type: "version", showrun: version, format: 1 },
		...learnt,
		...changes.map((change) => ({ type: "change", ...change })),
		...notes.map((note) => ({ type: "note", ...note, ...formerRule(note) })),
		{ type: "outlook", ...outlook },
		...(skew ? [skewEvent(skew)] : []),
		...valves.map((valve) => ({
			type: "valve",
			...valve,
			message: valveMessage(valve),
			remedy: valveRemedy(valve),
		})),
		{
			type: "summary",
			changes: changes.length,
			...rest,
			message: changes.length === 0 ? "No changes." : summary(plan),
		},
	];
}
