import type { ApiPlatform } from "../../../model/platform-app.ts";
import { PLATFORM_TITLES } from "../../../model/platform-titles.ts";
import type { Destination } from "../destination.ts";
import { type CommandParts, type CommandSettings, openCommand } from "./command.ts";
import { NotSentFault } from "./not-sent-fault.ts";
import { type Outbox, openOutbox } from "./outbox.ts";
import { openWebhook, type WebhookParts } from "./webhook.ts";
import type { WebhookSettings } from "./webhook-settings.ts";

/** How an account's posts leave, by kind. Absent of an account: into its folder of the outbox. */
export type DestinationSettings =
	| { readonly kind: "outbox" | ApiPlatform }
	| WebhookSettings
	| CommandSettings;

/** What destinations are made of that is the same for all accounts. */
export type DestinationParts = Outbox &
	CommandParts &
	WebhookParts & { readonly platforms: PlatformDestinations };

/** Absent of a platform: this service was started without what it takes. */
export type PlatformDestinations = { readonly [Name in ApiPlatform]?: Destination };

/** Gives the destination of an account. */
export type Destinations = (settings: DestinationSettings | undefined) => Destination;

export function openDestinations(parts: DestinationParts): Destinations {
	const outbox = openOutbox(parts);
	return (settings = { kind: "outbox" }) => {
		if (settings.kind === "webhook") return openWebhook(settings, parts);
		if (settings.kind === "command") return openCommand(settings, parts);
		if (settings.kind === "outbox") return outbox;
		return parts.platforms[settings.kind] ?? notHere(settings.kind);
	};
}

function notHere(platform: ApiPlatform): never {
	throw new NotSentFault(
		`This service was started without credentials of accounts, so it cannot post to ${PLATFORM_TITLES[platform]}.`,
		{
			remedy: "Start it by showrun serve, watch or apply.",
		},
	);
}
