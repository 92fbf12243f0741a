import { type Rule, strict } from "./rule.ts";

/** What a `matrix` of an entry of `videos` must say, and posts of its videos. */
export const MATRIX_RULES = {
	"matrix-value": strict(
		"A value of a matrix is given twice",
		"Two videos would be the same, and have one name.",
		"Delete one of the two.",
	),
	"matrix-size": strict(
		"A matrix stands for no video, or for too many",
		"Every video is a task that is paid for.",
		"Write fewer values, or take back what `except` leaves out.",
	),
	"matrix-language": strict(
		"A matrix of languages needs the spoken language",
		"It is not known which of them is a translation.",
		"Write it into `clipping`: `language: en`.",
	),
	"matrix-choice": strict(
		"A value is not in the matrix",
		"No video matches it.",
		"Name keys and values of the matrix.",
	),
	"matrix-moment": {
		title: "Several videos of a matrix show the same moment",
		severity: "error",
		why: "An account gets a moment once, whatever its ratio, resolution or language: the others would stay back.",
		fix: "Choose one of them for each account with `where`.",
		source: "the campaign language",
		checked: "2026-11-24",
	},
} as const satisfies Readonly<Record<string, Rule>>;
