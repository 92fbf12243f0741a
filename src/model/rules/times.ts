import { CHECKED, type Rule } from "./rule.ts";

/** What schedules and hand-overs must be. */
export const TIME_RULES = {
	"schedule-empty": {
		title: "A schedule has no slot",
		severity: "error",
		why: "Every post that waits for one of its slots would wait for ever.",
		fix: "Correct `from`, `until` or `except`.",
		limits: [{ unit: "days", most: 400, note: "without a slot; after that the schedule has ended" }],
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
		title: "`handover` is set on a post without a time",
		severity: "warning",
		why: "A post that goes out as soon as possible is handed over at once.",
		fix: "Give the post `at` or `schedule`, or delete `handover`.",
		source: "the campaign language",
		checked: CHECKED,
	},
	"handover-short": {
		title: "`handover` is shorter than 15 minutes",
		severity: "warning",
		why:
			"The service takes no time that is less than 5 minutes away, and a try may fail, " +
			"so posts are handed over 15 minutes before at the latest.",
		fix: "Say `handover: 15m` or more; an hour leaves room for a service that is down.",
		limits: [{ unit: "minutes", least: 15 }],
		source: "the campaign language",
		checked: CHECKED,
	},
	"repeat-at": {
		title: "A moment is posted several times at one fixed time",
		severity: "error",
		why: "All posts of the moment would go out in the same minute.",
		fix: "Name a `schedule` instead of `at`, or move `repeat` to a second post with an `at` of its own.",
		source: "the campaign language",
		checked: CHECKED,
		locked: "all",
	},
	"repeat-untimed": {
		title: "A moment is posted several times without a schedule",
		severity: "warning",
		why: "The first post goes out as soon as possible; a further one waits for a time of its own.",
		fix: "Set a `schedule` in the post: each repetition takes its next slot.",
		source: "the campaign language",
		checked: CHECKED,
	},
} as const satisfies Readonly<Record<string, Rule>>;
