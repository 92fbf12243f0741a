import { may } from "../session/roles.ts";
import { type Html, html } from "./html.ts";
import { type Frame, writing } from "./layout.ts";

/** Decisions that are only on the disk, and the button that commits them. */
export function commitPart(files: readonly string[], frame: Frame): Html {
	return html`<div data-live="commit">${
		files.length > 0 &&
		html`<section class="card is-todo commit" aria-labelledby="commit"><h2 id="commit">Not committed yet</h2>
<p>${files.map((file, at) => html`${at > 0 && ", "}<code>${file}</code>`)}</p>
${may(frame.visitor.role, "review") && commitForm(frame)}</section>`
	}</div>`;
}

function commitForm(frame: Frame): Html {
	return html`<form method="post" action="commit" class="filters">${writing(frame)}
<label>Branch; empty: the one that is checked out <input name="branch" autocomplete="off" spellcheck="false" maxlength="200"></label>
<button>Commit as ${frame.visitor.name}</button></form>
<p class="dim">Nothing else that is staged or changed is committed, and no other branch is checked out.</p>`;
}
