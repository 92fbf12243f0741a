import type { Destination } from "../destination.ts";
import { type CommandParts, type CommandSettings, openCommand } from "./command.ts";
import { NotSentFault } from "./not-sent-fault.ts";
import { type Outbox, openOutbox } from "./outbox.ts";
import { openWebhook, type WebhookParts } from "./webhook.ts";
import type { WebhookSettings } from "./webhook-settings.ts";

/** How an account's posts leave, by kind. Absent of an account: into its folder of the outbox. */
export type DestinationSettings = { readonly kind: "outbox" | "youtube" } | WebhookSettings | CommandSettings;

/** What destinations are made of that is the same for all accounts. */
export type DestinationParts = Outbox & CommandParts & WebhookParts & PlatformDestinations;

interface PlatformDestinations {
	/** Absent: this service was started without what it takes. */
	readonly youtube?: Destination;
}

/** Gives the destination of an account. */
export type Destinations = (settings: DestinationSettings | undefined) => Destination;

export function openDestinations(parts: DestinationParts): Destinations {
	const outbox = openOutbox(parts);
	return (settings = { kind: "outbox" }) => {
		if (settings.kind === "webhook") return openWebhook(settings, parts);
		if (settings.kind === "command") return openCommand(settings, parts);
		return settings.kind === "youtube" ? (parts.youtube ?? noYoutube()) : outbox;
	};
}

function noYoutube(): never {
	throw new NotSentFault(
		"This service was started without credentials of accounts, so it cannot post to YouTube.",
		{
			remedy: "Start it by showrun serve, watch or apply.",
		},
	);
}
