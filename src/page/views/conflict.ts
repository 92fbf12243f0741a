import { fromTerminal } from "./from-terminal.ts";
import { type Html, html } from "./html.ts";

/** What a decision would have changed in a file that somebody else has edited meanwhile. */
export function conflictPage(diff: string, back: string): Html {
	return html`<p>The file says something else about this clip than what you looked at. Nothing was written. This is what your decision would have changed:</p>
<pre class="terminal" tabindex="0" aria-label="The difference">${fromTerminal(diff)}</pre>
<p><a class="button" href="${back}">Look at it as it is now</a></p>`;
}
