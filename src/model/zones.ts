import { type AddressText, campaignOf } from "./address.ts";
import type { Campaign } from "./campaign.ts";

/**
 * IANA names, by the campaign's name, or `CAMPAIGN.post.NAME` where a post's schedule has a zone of its own.
 */
export type Zones = Readonly<Record<string, string>>;

/** The zones that times of these campaigns are written in. */
export function zonesOf(campaigns: readonly Campaign[]): Zones {
	const zones = campaigns.flatMap(({ name, timezone, posts, schedules }): [string, string][] => [
		[name, timezone],
		...posts.flatMap(({ name: post, schedule = "" }): [string, string][] => {
			const own = Object.hasOwn(schedules, schedule) ? schedules[schedule]?.timezone : undefined;
			return own === undefined || own === timezone ? [] : [[`${name}.post.${post}`, own]];
		}),
	]);
	return Object.fromEntries(zones);
}

/** The zone of what an address names. Undefined: its campaign is not known. */
export function zoneFor(address: AddressText, zones: Zones): string | undefined {
	const [head = ""] = address.split("[", 1);
	for (const name of [head, campaignOf(address)]) if (Object.hasOwn(zones, name)) return zones[name];
	return undefined;
}

/** The zone that campaigns agree about. Undefined: they do not, or there are none. */
export function commonZone(campaigns: readonly Pick<Campaign, "timezone">[]): string | undefined {
	const [first, ...others] = new Set(campaigns.map(({ timezone }) => timezone));
	return others.length === 0 ? first : undefined;
}
