import { type Rule, strict } from "./rule.ts";

/** What entries of `feeds`, and of `videos` with `each`, must say. */
export const FEED_RULES = {
	"unknown-feed": strict(
		"A feed is not known",
		"There is nothing to take videos from.",
		"Correct the name, or add it to `feeds`.",
	),
	"feed-kind": strict(
		"A feed is of one kind",
		"It is not known where its items come from.",
		"Write exactly one of `rss`, `youtube`, `folder` and `file`.",
	),
	"feed-setting": strict(
		"A setting has no effect in this feed",
		"It would be ignored.",
		"Delete it, or write it in a feed of the other kind.",
	),
	"item-entry": strict(
		"An entry for every item says what only one video can have",
		"It would be wrong for all items but one.",
		"Delete it, or give that one video an entry of its own.",
	),
	"unused-feed": {
		title: "A feed is not used",
		severity: "warning",
		why: "Its items become no videos.",
		fix: "Write `each: NAME` in an entry of `videos`, or delete the feed.",
		source: "the campaign language",
		checked: "2026-11-24",
	},
} as const satisfies Readonly<Record<string, Rule>>;
