import { AGENDA_STATUSES, type AgendaItem, type AgendaStatus } from "../../model/agenda.ts";
import type { PendingReview } from "../../model/review.ts";
import { formatPlace } from "../../views/change.ts";
import { counted, grouped } from "../../views/ink.ts";
import type { Overview, Problem } from "../port.ts";
import { type Html, html, type Part } from "./html.ts";
import type { Frame } from "./layout.ts";
import { placeNote, sentences, statusWords, zoneIn } from "./sentences.ts";
import { accountWords, linkOf, nameOf, pill, timeIn } from "./status-pill.ts";

/** What nobody but a person can go on with, most urgent first. */
export const NEEDS_PERSON: readonly AgendaStatus[] = ["unknown", "failed", "attention"];
const SHOWN = 12;

/** The first page: what needs a person, what waits for what until when, and counts of everything. */
export function nowPage(overview: Overview): Html {
	const { items, reviews, problems, warnings } = overview;
	const urgent = NEEDS_PERSON.flatMap((standing) => items.filter((item) => item.standing === standing));
	const waiting = items.filter(({ standing }) => standing === "waiting");
	const todo = items.filter(({ standing }) => standing === "todo").length;
	const calm = urgent.length + reviews.length + problems.length === 0;
	return html`<div data-live="now">
${warnings.map((words) => html`<p class="notice warn" role="status">${sentences(words)}</p>`)}
${tiles(items)}
<section aria-labelledby="person"><h2 id="person">Needs a person</h2>
${calm && html`<p class="calm">Nothing needs attention.</p>`}
<ul class="cards">
${problems.slice(0, SHOWN).map(problemCard)}
${urgent.slice(0, SHOWN).map((item) => card(item, overview))}
${reviews.slice(0, SHOWN).map(reviewCard)}
</ul>
${urgent.length > SHOWN && html`<p><a href="posts?status=person">All ${grouped(urgent.length)} that need a person</a></p>`}
</section>
${waitingPart(waiting, overview)}
<section aria-labelledby="next"><h2 id="next">To do</h2>
<p>${
		todo === 0
			? "An apply would change nothing."
			: html`${counted(todo, "change")} that an apply would make now: see the <a href="plan">plan</a>.`
	}</p></section>
</div>`;
}

/** How much needs a person, by page, for the navigation. */
export function countsOf({ items, problems, reviews }: Overview): Frame["counts"] {
	return {
		now: problems.length + items.filter(({ standing }) => NEEDS_PERSON.includes(standing)).length,
		clips: reviews.reduce((sum, { clips }) => sum + clips, 0),
	};
}

function tiles(items: readonly AgendaItem[]): Html {
	const statuses = Object.keys(AGENDA_STATUSES) as AgendaStatus[];
	const counts = statuses.flatMap((standing) => {
		const count = items.filter((item) => item.standing === standing).length;
		return count === 0 ? [] : [{ standing, count }];
	});
	if (counts.length === 0)
		return html`<p class="calm">Nothing was applied yet, and no campaign asks for anything.</p>`;
	return html`<ul class="tiles">${counts.map(
		({ standing, count }) =>
			html`<li><a href="posts?status=${standing}"><strong>${grouped(count)}</strong>${pill(standing)}</a></li>`,
	)}</ul>`;
}

function problemCard({ summary, detail, hint, place }: Problem): Html {
	return html`<li class="card is-failed"><h3>${summary}</h3><p>${sentences(detail)}</p>
${hint !== undefined && html`<p class="fix">${sentences(hint)}</p>`}
${place && html`<p class="place"><code>${formatPlace(place)}</code></p>`}</li>`;
}

/** One address with everything that is known about why it stands there. */
function card(item: AgendaItem, overview: Overview): Html {
	const { standing, address, change } = item;
	return html`<li class="card is-${standing}"><div class="card-head">${pill(standing)}
<h3><a href="${linkOf(address)}">${nameOf(item)}</a></h3>${accountWords(item)}</div>
${statusWords(item, overview).map((line) => html`<p>${sentences(line)}</p>`)}
${standing === "unknown" && html`<p><a class="button" href="${linkOf(address)}">Say what became of it</a></p>`}
${placeNote(change?.place)}</li>`;
}

function reviewCard({ video, file, clips }: PendingReview): Html {
	return html`<li class="card is-waiting"><div class="card-head">${pill("waiting", "to review")}
<h3>${counted(clips, "clip")} of <code>${video}</code></h3></div>
<p>Posts wait until somebody has looked. Decisions are kept in <code>${file}</code>.</p>
<p><a class="button" href="clips?video=${encodeURIComponent(video)}&amp;show=open">Review them</a></p></li>`;
}

function waitingPart(waiting: readonly AgendaItem[], overview: Overview): Part {
	if (waiting.length === 0) return undefined;
	const shown = waiting.slice(0, SHOWN);
	return html`<section aria-labelledby="waits"><h2 id="waits">Waits</h2>
<div class="scroll" tabindex="0" role="region" aria-labelledby="waits"><table><thead><tr><th>What</th><th>For what</th><th>Until</th></tr></thead><tbody>
${shown.map((item) => waitingRow(item, overview))}
</tbody></table></div>
${waiting.length > shown.length && html`<p><a href="posts?status=waiting">All ${grouped(waiting.length)} that wait</a></p>`}
</section>`;
}

function waitingRow(item: AgendaItem, overview: Overview): Html {
	const until = (item.change?.action === "wait" ? item.change.until : undefined) ?? item.at;
	return html`<tr><td><a href="${linkOf(item.address)}">${nameOf(item)}</a> ${accountWords(item)}</td>
<td>${statusWords(item, overview).map((line) => html`<p>${sentences(line)}</p>`)}</td>
<td class="when">${until === undefined ? "not known" : timeIn(until, zoneIn(item.address, overview), overview.now)}</td></tr>`;
}
