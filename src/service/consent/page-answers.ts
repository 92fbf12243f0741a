import type { Core } from "../core.ts";
import { failureMessage } from "../failure-messages.ts";
import { PAGE_HEADERS } from "../http/html-page.ts";
import { Refusal } from "../refusal.ts";
import { type ConsentOutcome, outcomePage } from "./pages.ts";

const STATUS: Readonly<Record<ConsentOutcome["kind"], number>> = {
	connected: 200,
	reconnected: 200,
	refused: 200,
	used: 410,
	expired: 410,
	forged: 403,
	foreign: 403,
	unknown: 404,
};

/** Answers how it ended. */
export function ended(outcome: ConsentOutcome): Response {
	return html(outcomePage(outcome), STATUS[outcome.kind]);
}

/** A person looks at the answer: whatever goes wrong is a page too. */
export async function asPage(core: Core, make: () => Promise<Response>): Promise<Response> {
	try {
		return await make();
	} catch (error) {
		const words = failureMessage(error, core.options.log ?? (() => undefined));
		return html(outcomePage({ kind: "failed", words }), error instanceof Refusal ? error.status : 500);
	}
}

/** Answers with a page. */
export function html(text: string, status = 200): Response {
	return new Response(text, { status, headers: PAGE_HEADERS });
}
