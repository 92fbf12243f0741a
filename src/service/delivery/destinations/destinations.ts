import type { Destination } from "../destination.ts";
import { type Outbox, openOutbox } from "./outbox.ts";

/** How an account's posts leave, by kind. Absent of an account: into its folder of the outbox. */
export type DestinationSettings = { readonly kind: "outbox" };

/** What destinations are made of that is the same for all accounts. */
export type DestinationParts = Outbox;

type Makers = {
	readonly [Kind in DestinationSettings["kind"]]: (
		settings: Extract<DestinationSettings, { readonly kind: Kind }>,
	) => Destination;
};

/** Gives the destination of an account. */
export type Destinations = (settings: DestinationSettings | undefined) => Destination;

/** One entry per kind of account. */
export function openDestinations(parts: DestinationParts): Destinations {
	const outbox = openOutbox(parts);
	const makers: Makers = { outbox: () => outbox };
	return (settings = { kind: "outbox" }) => makers[settings.kind](settings);
}
