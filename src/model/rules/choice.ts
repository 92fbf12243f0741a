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
	"added-clips-overlap": {
		title: "Two clips that are asked for overlap",
		severity: "error",
		why: "They show the same twice, and from 60 % of the shorter one on only one of them can be posted.",
		fix: "Move an edge of one of them, or turn this rule into a warning.",
		source: "the campaign language",
		checked: CHECKED,
	},
	"added-clips-refused": {
		title: "The service makes no clips at given times",
		severity: "error",
		locked: "all",
		why:
			"It does not declare the extension `added_clips`: it would find its own clips, for the units of the " +
			"video, and not those that were asked for. So nothing is submitted.",
		fix: "Remove `clipping.add` and `trim`, or use the embedded service.",
		source: "this program",
		checked: CHECKED,
	},
	"brand-refused": {
		title: "The service draws no brand",
		severity: "error",
		locked: "all",
		why:
			"It does not declare the extension `brand`: its clips would go out without the logo, font and colours " +
			"that were asked for. So nothing is submitted.",
		fix: "Remove `brand`, or use the embedded service.",
		source: "this program",
		checked: CHECKED,
	},
	"brand-font-missing": {
		title: "The font of a brand is not on this machine",
		severity: "error",
		locked: "all",
		why:
			"The embedded service draws captions and hook text with it, and would refuse the video: nothing is " +
			"submitted, and nothing is uploaded for it.",
		fix: "Install the font, name its file in `brand.font`, or name another family.",
		source: "this program",
		checked: CHECKED,
	},
	"added-clip-beyond": {
		title: "A clip is asked for beyond the end of its video",
		severity: "error",
		locked: "all",
		why: "There is nothing to cut it from, so nothing is submitted.",
		fix: "Correct its times: from-to, counted from the begin of the video.",
		source: "this program",
		checked: CHECKED,
	},
	"post-no-clips": {
		title: "A post chooses none of the clips that were found",
		severity: "warning",
		why: "It posts nothing, and does not wait for anything either.",
		fix:
			"Loosen its `clips` (`min_score`, `duration`, `match` …), or look at `showrun clips` for what there " +
			"is. Set the rule to `error` to block such posts.",
		source: "this program",
		checked: CHECKED,
	},
} as const satisfies Readonly<Record<string, Rule>>;
