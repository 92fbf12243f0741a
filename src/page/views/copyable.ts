import type { Place } from "../../model/place.ts";
import { formatPlace } from "../../views/change.ts";
import { type Html, html } from "./html.ts";

/** A text that is copied with one click; without JavaScript one click selects it. */
export function copyable(text: string): Html {
	return html`<span class="copyable"><code>${text}</code><button type="button" class="copy quiet" data-copy="${text}" hidden>Copy<span class="hidden"> ${text}</span></button></span>`;
}

/** A line of a file, as editors and terminals take it. */
export function copyablePlace(place: Place): Html {
	return copyable(formatPlace(place));
}
