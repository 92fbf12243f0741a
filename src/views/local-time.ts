import type { AddressText } from "../model/address.ts";
import { type Zones, zoneFor } from "../model/zones.ts";
import { moment } from "./ink.ts";

/** Where times are shown; others in UTC. */
interface ZonedInk {
	readonly zones: Zones;
}

/** A time in the zone of the address's campaign and in UTC. */
export function formatMoment(at: number, address: AddressText, ink: ZonedInk): string {
	return moment(at, zoneOf(address, ink));
}

/** The zone of the post or its campaign. */
export function zoneOf(address: AddressText, { zones }: ZonedInk): string {
	return zoneFor(address, zones) ?? "UTC";
}
