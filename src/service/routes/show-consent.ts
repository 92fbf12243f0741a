import { consentFor, findConnection } from "../consent/connection-link.ts";
import { asPage, ended, html } from "../consent/page-answers.ts";
import type { Handler } from "../http/exchange.ts";

/** The page behind `auth_url`. Looking at it decides nothing. */
export const showConsent: Handler = (core, exchange) =>
	asPage(core, async () => {
		const found = await findConnection(core, exchange);
		return "connection" in found ? html(await consentFor(core, { ...found, exchange })) : ended(found);
	});
