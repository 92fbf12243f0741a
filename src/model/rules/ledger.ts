import { CHECKED, type Rule } from "./rule.ts";

/** What the ledger of posts has to say about a plan. */
export const LEDGER_RULES = {
	"moments-posted": {
		title: "Moments of this video were already posted to this account",
		severity: "warning",
		why: "A clip that overlaps such a moment is not posted again, while submitting the video costs units.",
		fix:
			"If a name changed, declare it with `moved`. " +
			"If not, remove the post, or set `repeat` in it to post moments once more.",
		source: "the ledger of this user",
		checked: CHECKED,
	},
	"same-content": {
		title: "Two videos hold the same content and post to the same account",
		severity: "warning",
		why: "A moment of both is posted once, while submitting both costs units twice.",
		fix: "Remove one of the videos, or post it to another account.",
		source: "bytes, streams, sound and picture of the sources",
		checked: CHECKED,
	},
	"forgotten-post": {
		title: "This moment was posted before and taken out of the ledger",
		severity: "warning",
		why: "If it is still on the platform, it is posted there twice.",
		fix: "Check the platform before applying, or exclude the clip.",
		source: "the ledger of this user",
		checked: CHECKED,
	},
} as const satisfies Readonly<Record<string, Rule>>;
