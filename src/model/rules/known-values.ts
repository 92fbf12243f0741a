import { CHECKED, type Rule } from "./rule.ts";

/** Rules about values of a list that may have grown since. */
export const KNOWN_VALUE_RULES = {
	"unknown-category": {
		title: "A category of YouTube is not known",
		severity: "error",
		why:
			"YouTube refuses categories it does not have. " +
			"Which ones can be used differs a little between regions.",
		fix: "Use the name or the id of a category, for example `category: Education`.",
		platform: "youtube",
		source: "developers.google.com/youtube/v3/docs/videoCategories",
		checked: CHECKED,
		locked: "errors",
	},
	"unknown-language": {
		title: "A language code is not known",
		severity: "warning",
		why: "The service knows 100 codes; another one may fail or be ignored.",
		fix: "Use a code such as en, de or zh-cn. Javanese is jw, Hebrew he, Tagalog tl.",
		source: "published clients of the service (2026-07)",
		checked: CHECKED,
	},
	"unknown-caption-style": {
		title: "A caption style is not known",
		severity: "warning",
		why: "With a style it does not know the service may fail, or use its default.",
		fix:
			"Use temp-0 to temp-17, temp-static-1 to temp-static-6, game-streamer-1 to game-streamer-7, " +
			"smart-bg-focus, box-highlight, word-focus or underline-focus.",
		source: "published clients of the service (2026-07)",
		checked: CHECKED,
	},
} as const satisfies Readonly<Record<string, Rule>>;
