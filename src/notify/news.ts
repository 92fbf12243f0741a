import type { NotifyEvent } from "../model/notify.ts";
import type { Condition } from "./note.ts";

/** What a channel was told and is still so, by key: how much of it. */
export type Announced = Readonly<Record<string, number>>;

/** What is so now, of what is known: of events that could not be looked at nothing is forgotten. */
export interface Findings {
	readonly conditions: readonly Condition[];
	readonly unread: readonly NotifyEvent[];
}

/**
 * What a channel was not told yet, and what it was told once it is: each thing once for as long as it is so,
 * and again when it comes back.
 */
export function newsFor(
	told: Announced,
	{ conditions, unread }: Findings,
	events: readonly NotifyEvent[],
): { readonly fresh: readonly Condition[]; readonly told: Announced } {
	const wanted = conditions.filter(({ event }) => events.includes(event));
	const fresh = wanted.filter(({ key, amount = 0 }) => {
		const before = Object.hasOwn(told, key) ? told[key] : undefined;
		return before === undefined || amount > before;
	});
	const kept = Object.entries(told).filter(([key]) => unread.some((event) => key.startsWith(`${event} `)));
	const now = wanted.map(({ key, amount = 0 }) => [key, amount] as const);
	return { fresh, told: Object.fromEntries([...kept, ...now]) };
}
