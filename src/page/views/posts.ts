import { campaignOf, isPostAddress } from "../../model/address.ts";
import type { AgendaItem, AgendaStatus } from "../../model/agenda.ts";
import { AGENDA_STATUSES } from "../../model/agenda.ts";
import { grouped } from "../../views/ink.ts";
import { deliveredTo } from "../../views/outbox.ts";
import type { Overview } from "../port.ts";
import { type Html, html, type Part } from "./html.ts";
import { NEEDS_PERSON } from "./now.ts";
import { pager, sliceOf, withQuery } from "./page-size.ts";
import { sentences, statusWords, zoneIn } from "./sentences.ts";
import { accountWords, linkOf, nameOf, pill, timeIn } from "./status-pill.ts";

/** Which addresses a list shows; what is empty chooses nothing. */
export interface PostFilter {
	/** `person`: all that need one. */
	readonly status: string;
	readonly campaign: string;
	readonly account: string;
	/** In title or address. */
	readonly text: string;
	readonly page: number;
}

const PAGE_SIZE = 50;

/** Every address with its state. */
export function postsPage(overview: Overview, filter: PostFilter): Html {
	const found = overview.items.filter(matching(filter)).toReversed();
	const slice = sliceOf(found, filter.page, PAGE_SIZE);
	const { page: _, ...query } = filter;
	return html`${filterForm(overview, filter)}
<div data-live="posts">
<p class="dim">${found.length === overview.items.length ? "All" : `${grouped(found.length)} of`} ${grouped(overview.items.length)}, the latest first.</p>
${
	slice.total === 0
		? html`<p class="calm">Nothing matches. <a href="posts">Show all</a></p>`
		: html`<div class="scroll" tabindex="0" role="region" aria-label="Posts"><table class="list"><thead><tr><th>State</th><th>What</th><th>Where</th><th>When</th></tr></thead><tbody>
${slice.shown.map((item) => row(item, overview))}
</tbody></table></div>`
}
${pager(slice, (page) => withQuery("posts", { ...query, page }))}
</div>`;
}

function matching({ status, campaign, account, text }: PostFilter): (item: AgendaItem) => boolean {
	const wanted = text.toLowerCase();
	return (item) =>
		(status === "" ||
			(status === "person" ? NEEDS_PERSON.includes(item.standing) : item.standing === status)) &&
		(campaign === "" || campaignOf(item.address) === campaign) &&
		(account === "" || (item.account !== undefined && accountName(item.account) === account)) &&
		(wanted === "" || `${item.title ?? ""} ${item.address}`.toLowerCase().includes(wanted));
}

/** `youtube:acme`. */
export function accountName({ platform, username }: NonNullable<AgendaItem["account"]>): string {
	return `${platform}:${username}`;
}

/** Several pages of one overview ask for them. */
const namesKnown = new WeakMap<Overview["items"], readonly string[]>();

/** The accounts that something goes to. */
export function accountNames({ items }: Pick<Overview, "items">): readonly string[] {
	const names =
		namesKnown.get(items) ??
		[...new Set(items.flatMap(({ account }) => (account ? [accountName(account)] : [])))].sort();
	namesKnown.set(items, names);
	return names;
}

function filterForm({ items }: Overview, filter: PostFilter): Html {
	const campaigns = [...new Set(items.map(({ address }) => campaignOf(address)))].sort();
	const accounts = accountNames({ items });
	const statuses = (Object.keys(AGENDA_STATUSES) as AgendaStatus[]).map((each): [string, string] => [
		each,
		AGENDA_STATUSES[each],
	]);
	return html`<form class="filters" method="get" action="posts" role="search">
${choice({ label: "State", name: "status", options: [["person", "needs a person"], ...statuses] }, filter.status)}
${choice({ label: "Campaign", name: "campaign", options: named(campaigns) }, filter.campaign)}
${choice({ label: "Account", name: "account", options: named(accounts) }, filter.account)}
<label>Search <input type="search" name="text" value="${filter.text}"></label>
<button>Show</button></form>`;
}

/** A choice of one value, or of all of them. */
interface Choice {
	readonly label: string;
	readonly name: string;
	/** Values and their words. */
	readonly options: readonly (readonly [string, string])[];
}

export function choice({ label, name, options }: Choice, chosen: string): Html {
	return html`<label>${label} <select name="${name}"><option value="">all</option>${options.map(
		([value, words]): Part =>
			value === chosen
				? html`<option value="${value}" selected>${words}</option>`
				: html`<option value="${value}">${words}</option>`,
	)}</select></label>`;
}

/** Names that are their own words. */
export function named(names: readonly string[]): Choice["options"] {
	return names.map((name) => [name, name]);
}

function row(item: AgendaItem, overview: Overview): Html {
	const { state, at, standing, address } = item;
	const [line = ""] = statusWords(item, overview);
	const location = state?.kind === "post" ? state.location : undefined;
	return html`<tr><td>${pill(standing)}</td>
<td><a href="${linkOf(address)}">${nameOf(item)}</a><p class="dim">${sentences(line)}</p></td>
<td>${accountWords(item)}${location !== undefined && html` ${whereIs(item, location, overview)}`}</td>
<td class="when">${at === undefined ? isPostAddress(address) && html`<span class="dim">as soon as possible</span>` : timeIn(at, zoneIn(address, overview), overview.now)}</td></tr>`;
}

/** Where a post is: a link where it is public, and the local outbox by its name. */
export function whereIs(
	{ address }: Pick<AgendaItem, "address">,
	location: string,
	overview: Overview,
): Html {
	return /^https?:\/\//.test(location)
		? html`<a href="${location}" rel="noopener noreferrer" target="_blank">Open the post</a>`
		: html`<span class="place">${deliveredTo(address, location, overview).trim()}</span>`;
}
