import { parseClipName } from "../../model/clip-name.ts";
import { timePlace } from "../../model/time-place.ts";
import { type CalendarDays, type Dated, dayTitle } from "./calendar-period.ts";
import { copyablePlace } from "./copyable.ts";
import { type Html, html, type Part } from "./html.ts";
import { pager, sliceOf } from "./page-size.ts";
import { whereIs } from "./posts.ts";
import { accountWords, linkOf, nameOf, pill, relative } from "./status-pill.ts";

const PAGE_SIZE = 100;

/** Posts below the names of their days, with the line that each time comes from. */
export function listOf(days: CalendarDays, view: "day" | "list"): Html {
	const { posts, period, page, link } = days;
	if (posts.length === 0)
		return html`<p class="calm">No posts ${view === "day" ? "on this day" : "in this month"}.</p>`;
	const slice = sliceOf(posts, page, PAGE_SIZE);
	const dates = [...new Set(slice.shown.map(({ day }) => day))];
	return html`${dates.map(
		(date) => html`<section><h3 class="date">${dayTitle(date)}</h3>
<table class="list agenda"><thead class="hidden"><tr><th>Time</th><th>State</th><th>What</th><th>Where the time comes from</th></tr></thead><tbody>
${slice.shown.filter(({ day }) => day === date).map((post) => row(post, days))}
</tbody></table></section>`,
	)}${pager(slice, (at) => link(view, period.first, at))}`;
}

function row({ item, at, wall, standing }: Dated, { overview, linksOf }: CalendarDays): Html {
	const { state, address } = item;
	const location = state?.kind === "post" ? state.location : undefined;
	const place = timePlace(address, overview.campaigns);
	return html`<tr><td class="when"><time datetime="${new Date(at).toISOString()}">${wall.slice(11)}</time> <span class="dim">${relative(at, overview.now)}</span></td>
<td>${pill(standing)}</td>
<td><div class="what">${pictureOf(address, linksOf)}<div><a href="${linkOf(address)}">${nameOf(item)}</a> ${accountWords(item)}${location !== undefined && html`<p>${whereIs(item, location, overview)}</p>`}</div></div></td>
<td>${place === undefined ? html`<span class="dim">no campaign asks for it</span>` : copyablePlace(place)}</td></tr>`;
}

/** A small picture of the clip that a post is of, once it is known. */
function pictureOf(address: string, linksOf: CalendarDays["linksOf"]): Part {
	const clip = parseClipName(address);
	if (clip?.moment === undefined) return undefined;
	const { small } = linksOf({ video: clip.video, moment: clip.moment });
	return html`<img class="small" src="${small}" alt="" loading="lazy" width="45" height="80">`;
}
