import { asPage, ended } from "../consent/page-answers.ts";
import { answerOfPlatform, CALLBACK_HEADERS } from "../consent/platform-consent.ts";
import type { Handler } from "../http/exchange.ts";

/** Where the page of a platform leads back to, with a code or a refusal. */
export const finishConnection: Handler = async (core, exchange) => {
	const { req } = exchange;
	const answer = { ...req.query(), platform: req.param("platform") ?? "" };
	const page = await asPage(core, async () => ended(await answerOfPlatform(core, answer)));
	return new Response(page.body, { status: page.status, headers: CALLBACK_HEADERS });
};
