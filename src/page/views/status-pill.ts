import { parseAddress } from "../../model/address.ts";
import { AGENDA_STATUSES, type AgendaItem, type AgendaStatus } from "../../model/agenda.ts";
import { PLATFORM_TITLES } from "../../model/platform-titles.ts";
import { statusMark } from "../../views/agenda-status.ts";
import { offsetOf, wallTime } from "../../views/ink.ts";
import { type Html, html } from "./html.ts";

/** How things stand, as mark, colour and words. */
export function pill(standing: AgendaStatus, words: string = AGENDA_STATUSES[standing]): Html {
	return html`<span class="state is-${standing}"><span aria-hidden="true">${statusMark(standing)}</span> ${words}</span>`;
}

/** A time in a zone, with how far off it is. */
export function timeIn(at: number, zone: string, now: number): Html {
	const wall = wallTime(at, zone);
	return html`<time datetime="${new Date(at).toISOString()}" title="${zone} ${offsetOf(at, wall)}">${wall}</time> <span class="dim">${relative(at, now)}</span>`;
}

const UNITS = [
	["day", 86_400_000],
	["hour", 3_600_000],
	["minute", 60_000],
] as const;

/** `in 3 hours`, `2 days ago`. */
export function relative(at: number, now: number): string {
	const off = Math.abs(at - now);
	const [unit, ms] = UNITS.find(([, each]) => off >= each) ?? ["minute", 60_000];
	const count = Math.round(off / ms);
	if (count === 0) return "now";
	const words = `${count} ${unit}${count === 1 ? "" : "s"}`;
	return at > now ? `in ${words}` : `${words} ago`;
}

/** What an item is called: its title, else what its address says. */
export function nameOf({ title, address }: Pick<AgendaItem, "title" | "address">): Html {
	return title === undefined || title === "" ? html`<code>${address}</code>` : html`<bdi>${title}</bdi>`;
}

/** The page of one address. */
export function linkOf(address: string): string {
	return `post?address=${encodeURIComponent(address)}`;
}

/** Platform and name of where it goes, or what the campaign calls it. */
export function accountWords({
	account,
	address,
}: Pick<AgendaItem, "account" | "address">): Html | undefined {
	if (account !== undefined)
		return html`<span class="account"><span class="platform">${PLATFORM_TITLES[account.platform]}</span> <bdi>${account.username}</bdi></span>`;
	const parts = parseAddress(address);
	return parts?.kind === "post"
		? html`<span class="account">to <bdi>${parts.account}</bdi></span>`
		: undefined;
}
