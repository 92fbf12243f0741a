import type { RuleContext } from "../rule-context.ts";
import type { RuleFinding } from "./finding.ts";

/** `resolutions` say one thing about each attempt, and an id only of what was executed. */
export function resolutions({ draft }: RuleContext): RuleFinding[] {
	const all = draft.resolutions ?? [];
	return all.flatMap(({ op, outcome, task_id: taskId }, index): RuleFinding[] => {
		const twice = op !== undefined && all.findIndex((each) => each.op === op) < index;
		if (twice) return [{ ...TWICE, path: ["resolutions", index, "op"] }];
		return taskId === undefined || outcome === undefined || outcome === "posted"
			? []
			: [{ ...NOT_EXECUTED, path: ["resolutions", index, "task_id"] }];
	});
}

const TWICE = {
	rule: "bad-resolution",
	summary: "This attempt has two resolutions",
	detail: "An earlier entry says what became of it.",
	hint: "Keep one of the two.",
} as const;

const NOT_EXECUTED = {
	rule: "bad-resolution",
	summary: "Only what was posted has a task id",
	detail: "`task_id` belongs to `outcome: posted`.",
	hint: "Delete `task_id`, or say `outcome: posted`.",
} as const;
