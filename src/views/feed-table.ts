import type { Feed, FeedFailure, UnusableItem } from "../model/feed.ts";
import type { FeedState } from "../model/feed-state.ts";
import type { ItemOutcome, ItemRow } from "../model/item-row.ts";
import { UNUSABLE } from "./feeds.ts";
import { counted, cut, grouped, type Ink, paint, plain, wallTime, wrap } from "./ink.ts";
import { columns } from "./state.ts";

/** One feed of a campaign, with what is recorded of it. */
export interface FeedLine {
	readonly key: string;
	readonly feed: Feed;
	readonly zone: string;
	/** Absent: nothing was taken from it yet. */
	readonly state: FeedState | undefined;
}

/** One feed a line: where it is, and how its items stand. */
export function renderFeedList(lines: readonly FeedLine[]): string {
	if (lines.length === 0) return "No campaign here has feeds.\n";
	return columns(
		lines.map(({ key, feed, zone, state }) => [
			plain(key),
			feedPlace(feed),
			state === undefined ? "not applied yet" : `since ${wallTime(state.begunAt, zone)}`,
			state === undefined ? "" : itemCounts(state),
		]),
	);
}

/** Where a feed is, without the query of its address. */
export function feedPlace({ from }: Pick<Feed, "from">): string {
	if (from.kind === "youtube") return `youtube ${plain(from.channel)}`;
	if (from.kind === "folder" || from.kind === "list") return `${from.kind} ${plain(from.shown)}`;
	return "env" in from ? `rss from $${plain(from.env)}` : `rss ${plain(from.url.replace(/[?#].*$/s, ""))}`;
}

function itemCounts({ items, left }: FeedState): string {
	const all = Object.values(items);
	const of = (status: string) => all.filter((each) => each.status === status).length;
	const parts = (["taken", "waiting", "doubtful", "skipped"] as const).flatMap((status) =>
		of(status) === 0 ? [] : [`${grouped(of(status))} ${status}`],
	);
	return [...parts, `${grouped(Object.keys(left).length)} ignored`].join(", ");
}

/** How an item stands, for people. */
export function outcomeWord(outcome: ItemOutcome): string {
	return outcome === "left" ? "ignored" : outcome;
}

/** What was found in a feed. */
export interface FeedTable {
	readonly line: FeedLine;
	readonly rows: readonly ItemRow[];
	readonly unusable: readonly UnusableItem[];
	readonly failed?: FeedFailure;
}

/** Every item of a feed a line, with how it stands. */
export function renderFeed({ line, rows, unusable, failed }: FeedTable, ink: Ink): string {
	const { yellow, bold } = paint(ink);
	const head = `${bold(plain(line.key))}  ${feedPlace(line.feed)}\n`;
	const trouble = failed === undefined ? "" : warning(`${failed.failed} ${failed.remedy}`, ink);
	const table = columns(
		rows.map(({ key, title, outcome, publishedAt, isGone }) => [
			outcomeWord(outcome),
			publishedAt === undefined ? "no date" : wallTime(publishedAt, line.zone),
			plain(key),
			`${cut(plain(title), 80)}${isGone && failed === undefined ? " (no longer listed)" : ""}`,
		]),
	);
	const others = unusable.map(
		({ shown, why }) => `${yellow("not usable")}  "${cut(plain(shown), 80)}": ${UNUSABLE[why]}\n`,
	);
	const none = rows.length + unusable.length === 0 ? "Nothing is listed.\n" : "";
	return `${head}${trouble}${rows.length === 0 ? "" : table}${others.join("")}${none}${counted(rows.length, "item")}.\n`;
}

function warning(text: string, ink: Ink): string {
	const [first = "", ...rest] = wrap(plain(text), ink.width - 9);
	return [`${paint(ink).yellow("Warning:")} ${first}`, ...rest.map((each) => `  ${each}`)]
		.map((each) => `${each}\n`)
		.join("");
}
