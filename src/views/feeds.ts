import type { UnusableItem } from "../model/feed.ts";
import type { DoubtfulItem, FeedNews, NamedItem } from "../model/feed-state.ts";
import type { PlanInk } from "./change.ts";
import { counted, cut, grouped, paint, plain, wrap } from "./ink.ts";

/** So many items are named in one sentence. */
const MOST_NAMED = 5;

/**
 * What feeds have that is new, and what is wrong with them: a paragraph each; empty where there is nothing.
 */
export function renderFeeds(feeds: readonly FeedNews[] = [], ink: PlanInk): string {
	return feeds.flatMap((news) => paragraphs(news, ink)).join("");
}

function paragraphs(news: FeedNews, ink: PlanInk): string[] {
	const { cyan, yellow } = paint(ink);
	const told = feedSentences(news, ink);
	return [
		...told.news.map((text) => block(cyan("Feed:"), text, ink)),
		...told.warnings.map((text) => block(yellow("Warning:"), text, ink)),
	];
}

function block(head: string, text: string, ink: PlanInk): string {
	const [first = "", ...rest] = wrap(text, ink.width - 9);
	return [`${head} ${first}`, ...rest.map((line) => `  ${line}`)].map((line) => `${line}\n`).join("");
}

/** The same as sentences, without signs of a terminal. */
export function feedSentences(
	news: FeedNews,
	{ detail }: Pick<PlanInk, "detail"> = {},
): { readonly news: readonly string[]; readonly warnings: readonly string[] } {
	const most = detail ? Number.POSITIVE_INFINITY : MOST_NAMED;
	const { feed, failed, missing, doubtful } = news;
	const name = plain(feed);
	const news_ = news.isFirst ? [firstReading(news, most)] : later(news, most);
	return {
		news: news_.map((text) => `${name} ${text}`),
		warnings: [
			...(failed
				? [
						`${name} cannot be read: ${plain(failed.failed)} Items that were recorded are kept. ${plain(failed.remedy)}`,
					]
				: []),
			...DOUBTS.flatMap((why) =>
				doubtSentence(
					name,
					doubtful.filter((each) => each.why === why),
					most,
				),
			),
			...(missing.length > 0
				? [
						`${name}: ${namesOf(missing, most)} ${missing.length === 1 ? "is" : "are"} missing or changed on disk, and not submitted yet. Restore the files, or ignore this.`,
					]
				: []),
			...UNUSABLE_KINDS.flatMap((why) =>
				unusableSentence(
					name,
					news.unusable.filter((each) => each.why === why),
					most,
				),
			),
		],
	};
}

function firstReading({ listed = 0, taken, waiting, left, unusable }: FeedNews, most: number): string {
	if (listed === 0 && unusable.some(({ why }) => why === "still-written"))
		return "lists no whole file yet. What is taken of them is chosen once they are whole.";
	const all = `lists ${counted(listed, "item")}. At the first apply`;
	const none = taken.length + waiting.length === 0;
	const chosen = none
		? "none becomes a video, because the feed says neither `since` nor `newest`, or none fits."
		: `${namesOf(taken, most)} ${taken.length === 1 ? "becomes a video" : "become videos"}${turn(waiting)}.`;
	const rest =
		left === 0
			? ""
			: ` ${grouped(left)} that ${left === 1 ? "is" : "are"} there already ${left === 1 ? "is" : "are"} ignored.`;
	return `${all} ${listed === 0 ? "nothing is taken; what appears after it becomes videos." : chosen + rest}`;
}

function later({ taken, waiting, left }: FeedNews, most: number): string[] {
	if (taken.length + waiting.length + left === 0) return [];
	const new_ =
		taken.length === 0
			? []
			: [`${namesOf(taken, most)} ${taken.length === 1 ? "becomes a video" : "become videos"}`];
	const wait =
		waiting.length === 0
			? []
			: [
					`${grouped(waiting.length)} ${waiting.length === 1 ? "waits" : "wait"} for the next apply (policy.max_new_videos_per_run)`,
				];
	const rest =
		left === 0
			? []
			: [`${counted(left, "new item")} ${left === 1 ? "is" : "are"} excluded by \`since\` or \`match\``];
	return [`has new items: ${[...new_, ...wait, ...rest].join("; ")}.`];
}

function turn(waiting: readonly NamedItem[]): string {
	return waiting.length === 0
		? ""
		: `, ${grouped(waiting.length)} more with the next applies (policy.max_new_videos_per_run)`;
}

const DOUBTS: readonly DoubtfulItem[] = ["older", "renumbered", "alike"];
const WHY: Readonly<Record<DoubtfulItem, string>> = {
	older: "dated long before what was seen last",
	renumbered: "listed in place of all known items, as if the feed had been renumbered",
	alike: "named like a known item",
};

function doubtSentence(
	feed: string,
	doubtful: readonly FeedNews["doubtful"][number][],
	most: number,
): string[] {
	const [first] = doubtful;
	if (first === undefined) return [];
	const are = doubtful.length === 1 ? "is" : "are";
	return [
		`${feed}: ${namesOf(doubtful, most)} ${are} ${WHY[first.why]}, and ${are} not taken. ` +
			`To take one: showrun feeds take ${feed} ${plain(first.key)}; to skip it: showrun feeds skip ${feed} ${plain(first.key)}`,
	];
}

/** Why an item has no video to take, behind "an item". */
export const UNUSABLE: Readonly<Record<UnusableItem["why"], string>> = {
	"no-video": "without a video",
	"sound-only": "with sound alone, which showrun does not cut yet",
	"still-written": "still being written",
	"listed-twice": "listed twice",
	unreadable: "that cannot be read as a video",
	"bad-address": "with an address that cannot be fetched",
};
const UNUSABLE_KINDS = Object.keys(UNUSABLE) as readonly UnusableItem["why"][];

function unusableSentence(feed: string, items: readonly UnusableItem[], most: number): string[] {
	if (items.length === 0) return [];
	const [why] = items.map((each) => each.why);
	const names = listed(
		items.map(({ shown }) => `"${cut(plain(shown), 60)}"`),
		most,
	);
	return why === undefined
		? []
		: [`${feed} lists ${counted(items.length, "item")} ${UNUSABLE[why]}: ${names}.`];
}

/** `"Episode 42" (ep-42)`. */
function namesOf(items: readonly NamedItem[], most: number): string {
	return listed(
		items.map(({ key, title }) =>
			title === key ? plain(key) : `"${cut(plain(title), 60)}" (${plain(key)})`,
		),
		most,
	);
}

function listed(names: readonly string[], most: number): string {
	const shown = names.slice(0, most).join(", ");
	return names.length > most ? `${shown} and ${grouped(names.length - most)} more` : shown;
}
