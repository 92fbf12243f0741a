import { CHECKED, type Rule } from "./rule.ts";

/** What posts choose. */
export const CHOICE_RULES = {
	"clips-beyond-limit": {
		title: "More clips are chosen than a video may have",
		severity: "warning",
		why: "`clipping.limit` bounds the clips that are found, so the others are never posted, and nothing says so later.",
		fix: "Raise `limit` before the video is submitted, or choose fewer clips.",
		source: "the campaign language",
		checked: CHECKED,
	},
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
