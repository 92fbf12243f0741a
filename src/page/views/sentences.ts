import type { AddressText } from "../../model/address.ts";
import type { AgendaItem } from "../../model/agenda.ts";
import type { Campaign } from "../../model/campaign.ts";
import { defined } from "../../model/defined.ts";
import type { Place } from "../../model/place.ts";
import { type Zones, zonesOf } from "../../model/zones.ts";
import { formatPlace, type PlanInk } from "../../views/change.ts";
import { zoneOf } from "../../views/local-time.ts";
import { statusLines } from "../../views/status.ts";
import type { Overview } from "../port.ts";
import { type Html, html, type Part } from "./html.ts";

/** A sentence of a terminal: what stands in backquotes is code. */
export function sentences(text: string): Html {
	return html`${text
		.split(/`([^`]+)`/)
		.map((part, at): Part => (at % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}

/** What `showrun status` says below an address. */
export function statusWords(item: AgendaItem, overview: Overview): readonly string[] {
	return statusLines(item, inkFor(overview));
}

/** How the views of the terminal draw for a page: without colour, as wide as they like, every line. */
function inkFor({ campaigns, outbox }: Pick<Overview, "campaigns" | "outbox">): PlanInk {
	return {
		colour: false,
		width: 100_000,
		zones: zonesAmong(campaigns),
		detail: true,
		...defined({ outbox }),
	};
}

/** The zone of an address's post or campaign. */
export function zoneIn(address: AddressText, overview: Pick<Overview, "campaigns">): string {
	return zoneOf(address, { zones: zonesAmong(overview.campaigns) });
}

/** Many rows ask for the zones of the same campaigns. */
const zonesKnown = new WeakMap<readonly Campaign[], Zones>();

function zonesAmong(campaigns: readonly Campaign[]): Zones {
	const zones = zonesKnown.get(campaigns) ?? zonesOf(campaigns);
	zonesKnown.set(campaigns, zones);
	return zones;
}

/** The place in a campaign that something comes from. */
export function placeNote(place: Place | undefined): Html | undefined {
	return place && html`<p class="place">from <code>${formatPlace(place)}</code></p>`;
}
