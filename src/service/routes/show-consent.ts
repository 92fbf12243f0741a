import { consentFor, findConnection } from "../consent/connection-link.ts";
import { asPage, ended, html } from "../consent/page-answers.ts";
import { clientFor, toPlatform } from "../consent/platform-consent.ts";
import type { Handler } from "../http/exchange.ts";

/** The page behind `auth_url`, or the way to that of the platform. Looking at it decides nothing. */
export const showConsent: Handler = (core, exchange) =>
	asPage(core, async () => {
		const found = await findConnection(core, exchange);
		if (!("connection" in found)) return ended(found);
		const client = clientFor(core, found.connection.platform);
		return client
			? toPlatform(core, client, found.connection)
			: html(await consentFor(core, { ...found, exchange }));
	});
