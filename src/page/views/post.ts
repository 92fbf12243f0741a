import { isPostAddress } from "../../model/address.ts";
import type { AgendaItem } from "../../model/agenda.ts";
import { parseClipName } from "../../model/clip-name.ts";
import type { PastAttempt } from "../../model/history.ts";
import type { Operation } from "../../model/snapshot.ts";
import { timePlace } from "../../model/time-place.ts";
import { lookLine } from "../../views/unknown.ts";
import type { Overview } from "../port.ts";
import { may } from "../session/roles.ts";
import { copyablePlace } from "./copyable.ts";
import { historyTable } from "./history.ts";
import { type Html, html, type Part } from "./html.ts";
import { type Frame, writing } from "./layout.ts";
import { whereIs } from "./posts.ts";
import { placeNote, sentences, statusWords, zoneIn } from "./sentences.ts";
import { accountWords, pill, timeIn } from "./status-pill.ts";

/** What one address is about. */
export interface PostPage {
	readonly item: AgendaItem;
	readonly overview: Overview;
	/** What was tried for it. */
	readonly attempts: readonly PastAttempt[];
}

/** Everything that is known of one address, with the evidence of what is unknown. */
export function postPage({ item, overview, attempts }: PostPage, frame: Frame): Html {
	const { address, standing, at, state, change, operation } = item;
	const location = state?.kind === "post" ? state.location : undefined;
	const time = timePlace(address, overview.campaigns);
	return html`<div data-live="post">
<div class="facts">${player(item, frame)}<p>${pill(standing)} ${accountWords(item)}</p>
${at !== undefined && html`<p>${timeIn(at, zoneIn(address, overview), overview.now)}</p>`}
<p><code>${address}</code></p>
${location !== undefined && html`<p>${whereIs(item, location, overview)}</p>`}
${statusWords(item, overview).map((line) => html`<p>${sentences(line)}</p>`)}
${placeNote(change?.place)}
${time !== undefined && html`<p class="place">its time is written in ${copyablePlace(time)}</p>`}</div>
${operation && resolvePart(operation, frame)}
${textPart(item)}
<section aria-labelledby="attempts"><h2 id="attempts">Attempts</h2>
${attempts.length === 0 ? html`<p class="calm">Nothing was sent yet.</p>` : historyTable(attempts, overview)}</section>
</div>`;
}

/** The clip that is posted, once it is known. */
function player({ address, title }: AgendaItem, { linksOf }: Frame): Part {
	const clip = isPostAddress(address) ? parseClipName(address) : undefined;
	if (clip?.moment === undefined) return undefined;
	const { media, poster } = linksOf({ video: clip.video, moment: clip.moment });
	return html`<video controls preload="none" playsinline src="${media}" poster="${poster}" aria-label="${title ?? address}"></video>`;
}

function resolvePart(operation: Operation, frame: Frame): Html {
	const { id, evidence, payload, host, pid } = operation;
	const facts: readonly (readonly [string, string])[] = [
		["Attempt", id],
		["Sent from", `${host}, process ${pid}`],
		["Answer", evidence?.httpStatus === undefined ? "none" : `HTTP ${evidence.httpStatus}`],
		["Error", evidence?.error ?? "no answer came"],
	];
	return html`<section aria-labelledby="evidence" class="card is-unknown"><h2 id="evidence">What is known of the attempt</h2>
<dl class="facts-list">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
${evidence?.rawBody !== undefined && html`<details><summary>What came back</summary><pre class="raw" tabindex="0">${evidence.rawBody}</pre></details>`}
${payload !== "" && html`<details><summary>What was sent</summary><pre class="raw" tabindex="0">${payload}</pre></details>`}
<p>${sentences(lookLine(operation))}</p>
${may(frame.visitor.role, "run") ? resolveForm(id, frame) : html`<p class="dim">Recording what became of it needs the role <code>run</code>.</p>`}
<p class="dim">The same on a terminal: <code>showrun resolve ${id} --posted | --not-posted | --abandon</code></p></section>`;
}

function resolveForm(id: string, frame: Frame): Html {
	return html`<form method="post" action="resolve" class="resolve">${writing(frame)}<input type="hidden" name="operation" value="${id}">
<label>Id of the service, if you know it <input name="task" autocomplete="off" pattern="[!-~]{1,256}"></label>
<div class="buttons"><button name="as" value="posted" class="strong">It was executed</button>
<button name="as" value="not-posted">It was not executed</button>
<button name="as" value="abandoned" class="quiet">Abandon it</button></div>
<p class="dim">"Not executed" sends it again with the next apply; be sure. "Abandon" never sends it again.</p></form>`;
}

function textPart({ state, change }: AgendaItem): Part {
	const request =
		state?.kind === "post" ? state.request : change?.action === "publish" ? change.request : undefined;
	if (request === undefined) return undefined;
	const body = Object.entries(request.body).filter(([, value]) => value !== undefined);
	return html`<section aria-labelledby="text"><h2 id="text">What is posted</h2>
<dl class="facts-list">${body.map(
		([name, value]) =>
			html`<dt>${name.replaceAll("_", " ")}</dt><dd class="text">${typeof value === "string" ? value : JSON.stringify(value)}</dd>`,
	)}</dl></section>`;
}
