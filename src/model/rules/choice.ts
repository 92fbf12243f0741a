import { CHECKED, type Rule } from "./rule.ts";

/** What posts choose. */
export const CHOICE_RULES = {
	"post-no-clips": {
		title: "A post chooses none of the clips that were found",
		severity: "warning",
		why: "It posts nothing, and does not wait for anything either.",
		fix:
			"Loosen its `clips` (`min_score`, `duration`, `match` …), or look at `showrun clips` for what there " +
			"is. As an error the rule shows such posts as blocked.",
		source: "this program",
		checked: CHECKED,
	},
} as const satisfies Readonly<Record<string, Rule>>;
