import { randomBytes } from "node:crypto";
import type { WireOAuth } from "../../wire/messages.ts";
import { WIRE_LIMITS, WIRE_PLATFORMS, type WirePlatform } from "../../wire/names.ts";
import { type Core, workersOf } from "../core.ts";
import { sameText } from "../links.ts";
import { Refusal } from "../refusal.ts";
import type { ConnectionRecord } from "../store/shapes.ts";
import { type Exchange, type Handler, originOf, readBody } from "./exchange.ts";
import { createOnce } from "./once.ts";
import { consentPage, messagePage, PAGE_HEADERS } from "./page.ts";

const AUTH_URL_MS = 15 * 60_000;
const USERNAME_LENGTH = 100;

/** Interface 4.1: a page, usable once, on which an account is named and allowed or refused. */
export const startConnection: Handler = (core, exchange) =>
	createOnce(core, exchange, {
		check: () => platformOf(exchange.req.param("platform") ?? ""),
		create: async (id, platform) => {
			const state = randomBytes(16).toString("hex");
			const connection: ConnectionRecord = { format: 1, id, createdAt: core.options.clock.now(), platform, state };
			await core.connections.put(connection);
			return authorization(core, connection, originOf(exchange));
		},
		find: async (id) => {
			const connection = await core.connections.get(id);
			return connection && authorization(core, connection, originOf(exchange));
		},
	});

/** The page behind `auth_url`. Looking at it decides nothing. */
export const showConsent: Handler = async (core, exchange) => {
	const connection = await openConnection(core, exchange);
	return html(consent(core, { connection, exchange }));
};

/** The answer given on the page. Connecting costs units (interface 8), refusing nothing. */
export const decideConsent: Handler = async (core, exchange) => {
	checkSameOrigin(exchange);
	const form = new URLSearchParams((await readBody(exchange)).toString("utf8"));
	return workersOf(core).inTurn(async () => {
		const connection = await openConnection(core, exchange);
		checkForm(core, { connection, form });
		if (form.get("decision") !== "allow") return decide(core, connection, { decision: "refused" });
		const username = (form.get("username") ?? "").trim();
		const problem = problemOf(username);
		if (problem !== undefined) return html(consent(core, { connection, exchange, problem }), 422);
		return decide(core, connection, { decision: "allowed", username });
	});
};

function platformOf(name: string): WirePlatform {
	const platform = WIRE_PLATFORMS.find((each) => each === name);
	if (!platform) throw new Refusal(422, `platform must be one of ${WIRE_PLATFORMS.join(", ")}.`);
	return platform;
}

function authorization(core: Core, { id, state }: ConnectionRecord, origin: string): WireOAuth {
	return { auth_url: `${origin}${core.signer.sign(`/connect/${id}`, AUTH_URL_MS)}&state=${state}`, state };
}

/** The connection a link leads to, still undecided. Throws `Refusal`: 403 for a link not ours, 410 once used or expired. */
async function openConnection(core: Core, exchange: Exchange): Promise<ConnectionRecord> {
	core.signer.check(exchange.req.path, exchange.req.query());
	const connection = await core.connections.get(exchange.req.param("id") ?? "");
	if (!connection || !sameText(connection.state, exchange.req.query("state") ?? "")) throw new Refusal(403, "This link was not made by this service.");
	if (connection.decision) throw new Refusal(410, "This link was used already: ask for a new one.");
	if (core.options.clock.now() > connection.createdAt + AUTH_URL_MS) throw new Refusal(410, "This link has expired: ask for a new one.");
	return connection;
}

interface Consent {
	readonly connection: ConnectionRecord;
	readonly exchange: Exchange;
	readonly problem?: string;
}

function consent(core: Core, { connection, exchange, problem }: Consent): string {
	const { pathname, search } = new URL(exchange.req.url);
	const { platform, state, id } = connection;
	const csrf = core.signer.proof(`csrf\n${id}`);
	return consentPage({ platform, state, csrf, action: `${pathname}${search}`, units: WIRE_LIMITS.connectUnits, ...(problem !== undefined && { problem }) });
}

function checkSameOrigin(exchange: Exchange): void {
	const origin = exchange.req.header("origin");
	if (origin !== undefined && origin !== originOf(exchange)) throw new Refusal(403, "This answer did not come from the page of this service.");
}

function checkForm(core: Core, { connection, form }: { connection: ConnectionRecord; form: URLSearchParams }): void {
	const ours = core.signer.proves(`csrf\n${connection.id}`, form.get("csrf") ?? "") && sameText(connection.state, form.get("state") ?? "");
	if (!ours) throw new Refusal(403, "This answer did not come from the page of this service.");
}

function problemOf(username: string): string | undefined {
	if (username.replace(/^@/, "") === "") return "Name the account.";
	if (username.length > USERNAME_LENGTH) return `The name may have at most ${USERNAME_LENGTH} characters.`;
	return /[\p{Cc}\p{Cf}\p{Cs}]/u.test(username) ? "The name holds characters that cannot be seen." : undefined;
}

type Decision = { readonly decision: "refused" } | { readonly decision: "allowed"; readonly username: string };

async function decide(core: Core, { id, platform }: ConnectionRecord, made: Decision): Promise<Response> {
	if (made.decision === "allowed") await core.accounts.connect({ platform, username: made.username }, core.options.clock.now());
	await core.connections.change(id, (before) => ({ ...before, decision: made.decision }));
	if (made.decision === "refused") return html(messagePage("Refused", "No account was connected, and nothing was charged. You can close this page."));
	return html(messagePage("Connected", `${made.username} on ${platform} is connected (${WIRE_LIMITS.connectUnits} API units). You can close this page.`));
}

function html(text: string, status = 200): Response {
	return new Response(text, { status, headers: PAGE_HEADERS });
}
