import { CHECKED, type Rule } from "./rule.ts";

/** What schedules and hand-overs must be. */
export const TIME_RULES = {
	"schedule-empty": {
		title: "A schedule has no slot",
		severity: "error",
		why: "Every post that waits for one of its slots would wait for ever.",
		fix: "Correct `from`, `until` or `except`.",
		limits: [{ unit: "days", most: 400, note: "without a slot, and it counts as over" }],
		source: "the campaign language",
		checked: CHECKED,
		locked: "all",
	},
	"schedule-unused": {
		title: "No post takes slots of a schedule",
		severity: "warning",
		why: "It does nothing; perhaps a post should name it.",
		fix: "Name it in a post with `schedule`, or delete it.",
		source: "the campaign language",
		checked: CHECKED,
	},
	"handover-unused": {
		title: "A hand-over is put off for a post without a time",
		severity: "warning",
		why: "A post that goes out as soon as possible is handed over at once.",
		fix: "Give the post `at` or `schedule`, or delete `handover`.",
		source: "the campaign language",
		checked: CHECKED,
	},
	"handover-short": {
		title: "A hand-over is put off until the last minutes",
		severity: "warning",
		why: "The service takes no time that is less than 5 minutes away, and a try may fail, so posts are handed over 15 minutes before at the latest.",
		fix: "Say `handover: 15m` or more; an hour leaves room for a service that is down.",
		limits: [{ unit: "minutes", least: 15 }],
		source: "the campaign language",
		checked: CHECKED,
	},
} as const satisfies Readonly<Record<string, Rule>>;
