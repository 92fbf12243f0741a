import type { ItemOutcome, ItemRow } from "../../model/item-row.ts";
import { timeSpan } from "../../model/time-span.ts";
import { feedPlace, outcomeWord } from "../../views/feed-table.ts";
import { UNUSABLE } from "../../views/feeds.ts";
import { counted } from "../../views/ink.ts";
import type { PageFeed } from "../port.ts";
import { may } from "../session/roles.ts";
import { copyablePlace } from "./copyable.ts";
import { type Html, html, type Part } from "./html.ts";
import { type Frame, writing } from "./layout.ts";
import { pager, sliceOf, withQuery } from "./page-size.ts";
import { relative, timeIn } from "./status-pill.ts";

const PAGE_SIZE = 50;

/** What each outcome looks like, its words, and what a person can say about it. */
const OUTCOMES: Readonly<Record<ItemOutcome, readonly [string, string, ...("take" | "skip")[]]>> = {
	taken: ["done", "✓ a video", "skip"],
	waiting: ["waiting", "> queued for a later apply", "skip"],
	new: ["todo", "+ new: with the next apply", "take", "skip"],
	left: ["cancelled", "- ignored", "take"],
	skipped: ["cancelled", "- skipped", "take"],
	older: ["attention", "! older than known items", "take", "skip"],
	renumbered: ["attention", "! maybe a known item, new id", "take", "skip"],
	alike: ["attention", "! named like a known item", "take", "skip"],
};

interface FeedsPage {
	readonly feeds: readonly PageFeed[];
	/** Key of the one whose items are shown; empty: the only one, or none. */
	readonly chosen: string;
	readonly page: number;
	readonly now: number;
	readonly mode: "ui" | "watch";
}

/** Every feed, and the items of one. */
export function feedsPage({ feeds, chosen, page, now, mode }: FeedsPage, frame: Frame): Html {
	if (feeds.length === 0)
		return html`<p class="calm">No campaign here has feeds. With <code>feeds</code>, new episodes and recordings become videos by themselves: <code>showrun init --feed ADDRESS</code> begins with one.</p>`;
	const shown = feeds.find(({ line }) => line.key === chosen) ?? (feeds.length === 1 ? feeds[0] : undefined);
	return html`<div data-live="feeds"><ul class="cards">${feeds.map((feed) => card(feed, { now, mode, frame, isShown: feed === shown }))}</ul>
${shown && items(shown, { page, now, frame })}</div>`;
}

interface CardAround {
	readonly now: number;
	readonly mode: "ui" | "watch";
	readonly frame: Frame;
	readonly isShown: boolean;
}

function card({ line, rows, failed, readAt }: PageFeed, { now, mode, frame, isShown }: CardAround): Html {
	const { key, feed, state, zone } = line;
	const counts = (Object.keys(OUTCOMES) as ItemOutcome[]).flatMap((outcome): Part[] => {
		const count = rows.filter((row) => row.outcome === outcome).length;
		return count === 0
			? []
			: [html`<span class="state is-${OUTCOMES[outcome][0]}">${count} ${outcomeWord(outcome)}</span> `];
	});
	const every = timeSpan(feed.everyMs);
	return html`<li class="card ${failed ? "is-failed" : ""}"><div class="card-head"><h3><a href="${linkTo(key)}">${key}</a></h3><span class="dim">${feedPlace(feed)}</span></div>
<p>${counts}</p>
${failed && html`<p class="notice bad">${failed.failed} ${failed.remedy}</p>`}
<p>${state === undefined ? html`Not applied yet. To choose what the first apply takes, write <code>newest</code> or <code>since</code> in the feed.` : html`Followed since ${timeIn(state.begunAt, zone, now)}; ${counted(Object.keys(state.left).length, "item")} ignored.`}
${readAt === undefined ? "What is shown is what the state remembers." : html`Read here ${relative(readAt, now)}.`}
${mode === "watch" ? `watch reads it every ${every}.` : `While showrun watch runs it is read every ${every}.`}</p>
<div class="buttons"><form method="post" action="read-feed">${writing(frame)}<input type="hidden" name="feed" value="${key}"><button>Read it now</button></form>
${!isShown && html`<a class="button" href="${linkTo(key)}">Its items</a>`}</div>
<p class="place">from ${copyablePlace(feed.place)}</p></li>`;
}

function linkTo(key: string): string {
	return withQuery("feeds", { feed: key });
}

interface ItemsAround {
	readonly page: number;
	readonly now: number;
	readonly frame: Frame;
}

function items({ line, rows, unusable }: PageFeed, { page, now, frame }: ItemsAround): Html {
	const slice = sliceOf(rows, page, PAGE_SIZE);
	return html`<section aria-labelledby="items"><h2 id="items">Items of ${line.feed.name}</h2>
${rows.length === 0 && html`<p class="calm">None is known. Read the feed to see what it lists.</p>`}
${
	rows.length > 0 &&
	html`<div class="scroll" tabindex="0" role="region" aria-labelledby="items"><table class="list"><thead><tr><th>State</th><th>Item</th><th>Published</th><th>Action</th></tr></thead><tbody>
${slice.shown.map((row) => itemRow(row, { key: line.key, zone: line.zone, isBegun: line.state !== undefined, now, frame }))}
</tbody></table></div>`
}
${pager(slice, (at) => withQuery("feeds", { feed: line.key, page: at }))}
${unusable.length > 0 && html`<details><summary>${counted(unusable.length, "more item")} that cannot be taken</summary><ul>${unusable.slice(0, PAGE_SIZE).map(({ shown, why }) => html`<li><bdi>${shown}</bdi> <span class="dim">${UNUSABLE[why]}</span></li>`)}</ul></details>`}</section>`;
}

interface RowAround {
	readonly key: string;
	readonly zone: string;
	/** What is there before the first apply is chosen in the campaign. */
	readonly isBegun: boolean;
	readonly now: number;
	readonly frame: Frame;
}

function itemRow({ key, title, outcome, publishedAt, isGone }: ItemRow, around: RowAround): Html {
	const [kind, words, ...said] = OUTCOMES[outcome];
	const form = sayForm(key, { said, ...around });
	return html`<tr><td><span class="state is-${kind}">${words}</span></td>
<td><bdi>${title}</bdi> <code class="dim">${key}</code>${isGone && html` <span class="dim">no longer listed</span>`}</td>
<td class="when">${publishedAt === undefined ? html`<span class="dim">no date</span>` : timeIn(publishedAt, around.zone, around.now)}</td>
<td>${form && outcome === "taken" ? html`<details><summary>Skip …</summary><p class="dim">Nothing more is made of it, and the next apply cancels its posts that wait.</p>${form}</details>` : form}</td></tr>`;
}

function sayForm(
	item: string,
	{ said, key, isBegun, frame }: RowAround & { readonly said: readonly ("take" | "skip")[] },
): Part {
	if (!may(frame.visitor.role, "run") || !isBegun) return undefined;
	return html`<form method="post" action="say-of-item" class="buttons">${writing(frame)}<input type="hidden" name="feed" value="${key}"><input type="hidden" name="item" value="${item}">
${said.map((as): Part => html`<button name="as" value="${as}">${as === "take" ? "Take" : "Skip"}<span class="hidden"> ${item}</span></button>`)}</form>`;
}
