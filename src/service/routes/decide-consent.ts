import { isApiPlatform } from "../../model/platform-app.ts";
import { WIRE_LIMITS } from "../../wire/names.ts";
import { decideConnection } from "../connections.ts";
import { type Asking, consentFor, findConnection } from "../consent/connection-link.ts";
import { asPage, ended, html } from "../consent/page-answers.ts";
import { type Core, workersOf } from "../core.ts";
import type { Exchange } from "../http/context.ts";
import { type Handler, readBody } from "../http/exchange.ts";
import { isOwnOrigin } from "../http/origin.ts";
import { sameText } from "../links.ts";
import { PLATFORMS } from "../platforms/platforms.ts";

const USERNAME_LENGTH = 100;

/** The answer given on the page. Connecting costs units (interface 8), refusing nothing. */
export const decideConsent: Handler = (core, exchange) =>
	asPage(core, async () => {
		if (!isSameOrigin(core, exchange)) return ended({ kind: "foreign" });
		// A link that leads nowhere is not worth waiting for a body.
		const before = await findConnection(core, exchange);
		if (!("connection" in before)) return ended(before);
		const form = new URLSearchParams((await readBody(core, exchange)).toString("utf8"));
		workersOf(core);
		return core.store.together(async () => {
			const found = await findConnection(core, exchange);
			return "connection" in found ? decide(core, { ...found, exchange, form }) : ended(found);
		});
	});

/**
 * Browsers name the origin of a form's answer; other programs name none, and hold the page's token all the
 * same.
 */
function isSameOrigin(core: Core, exchange: Exchange): boolean {
	const origin = exchange.req.header("origin");
	const site = exchange.req.header("sec-fetch-site") ?? "same-origin";
	return (origin === undefined || isOwnOrigin(core, exchange, origin)) && site === "same-origin";
}

async function decide(
	core: Core,
	{ connection, exchange, form }: Asking & { readonly form: URLSearchParams },
): Promise<Response> {
	const { id, state, platform } = connection;
	const isOurs =
		core.signer.proves(`csrf\n${id}`, form.get("csrf") ?? "") && sameText(state, form.get("state") ?? "");
	if (!isOurs) return ended({ kind: "foreign" });
	const now = core.options.clock.now();
	const decision = form.get("decision");
	if (decision === "refuse") {
		await decideConnection(core, connection, { decision: "refused", now });
		return ended({ kind: "refused", platform });
	}
	const username = (form.get("username") ?? "").trim();
	const problem = decision === "allow" ? problemOf(username) : "Choose Allow or Refuse.";
	if (problem !== undefined)
		return html(await consentFor(core, { connection, exchange, again: { username, problem } }), 422);
	const known = await core.accounts.named({ platform, username });
	const kind = known && (await core.accounts.viaOf(known.id))?.kind;
	if (isApiPlatform(kind)) {
		const again = {
			username,
			problem: `This account is one of ${PLATFORMS[kind].title} itself: ask for a new link to renew it.`,
		};
		return html(await consentFor(core, { connection, exchange, again }), 422);
	}
	await decideConnection(core, connection, { decision: "allowed", username, now });
	const account = {
		platform,
		username: known?.platform_username ?? username,
		units: WIRE_LIMITS.connectUnits,
	};
	return ended({ kind: known ? "reconnected" : "connected", ...account });
}

function problemOf(username: string): string | undefined {
	if (username.replace(/^@/, "") === "") return "Name the account.";
	if (username.length > USERNAME_LENGTH) return `The name may have at most ${USERNAME_LENGTH} characters.`;
	return /[\p{Cc}\p{Cf}\p{Cs}]/u.test(username)
		? "The name holds characters that cannot be seen."
		: undefined;
}
