import { randomBytes } from "node:crypto";
import { defined } from "../../model/defined.ts";
import type { WireOAuth } from "../../wire/messages.ts";
import { WIRE_LIMITS, WIRE_PLATFORMS, type WirePlatform } from "../../wire/names.ts";
import { decideConnection } from "../connections.ts";
import { type ConsentPage, consentPage, type Outcome, outcomePage } from "../consent/pages.ts";
import { type Core, workersOf } from "../core.ts";
import { failureMessage } from "../failure-messages.ts";
import type { Exchange } from "../http/context.ts";
import { createOnce } from "../http/create-once.ts";
import { type Handler, originOf, readBody } from "../http/exchange.ts";
import { PAGE_HEADERS } from "../http/html-page.ts";
import { sameText } from "../links.ts";
import { Refusal } from "../refusal.ts";
import type { ConnectionRecord } from "../store/shapes.ts";

const AUTH_URL_MS = 15 * 60_000;
const USERNAME_LENGTH = 100;
const LISTED_ACCOUNTS = 20;

/** Interface 4.1: a page, usable once, on which an account is named and allowed or refused. */
export const startConnection: Handler = (core, exchange) =>
	createOnce(core, exchange, {
		check: () => platformOf(exchange.req.param("platform") ?? ""),
		create: async (id, platform) => {
			const state = randomBytes(16).toString("hex");
			const connection: ConnectionRecord = {
				format: 1,
				id,
				createdAt: core.options.clock.now(),
				platform,
				state,
			};
			await core.connections.put(connection);
			return authorization(core, connection, originOf(exchange));
		},
		find: async (id) => {
			const connection = await core.connections.get(id);
			return connection && authorization(core, connection, originOf(exchange));
		},
	});

/** The page behind `auth_url`. Looking at it decides nothing. */
export const showConsent: Handler = (core, exchange) =>
	asPage(core, async () => {
		const found = await findConnection(core, exchange);
		return "connection" in found ? html(await consent(core, { ...found, exchange })) : ended(found);
	});

/** The answer given on the page. Connecting costs units (interface 8), refusing nothing. */
export const decideConsent: Handler = (core, exchange) =>
	asPage(core, async () => {
		if (!isSameOrigin(exchange)) return ended({ kind: "foreign" });
		const form = new URLSearchParams((await readBody(exchange)).toString("utf8"));
		return workersOf(core).inTurn(async () => {
			const found = await findConnection(core, exchange);
			return "connection" in found ? decide(core, { ...found, exchange, form }) : ended(found);
		});
	});

function platformOf(name: string): WirePlatform {
	const platform = WIRE_PLATFORMS.find((each) => each === name);
	if (!platform) throw new Refusal(422, `platform must be one of ${WIRE_PLATFORMS.join(", ")}.`);
	return platform;
}

function authorization(core: Core, { id, state }: ConnectionRecord, origin: string): WireOAuth {
	return { auth_url: `${origin}${core.signer.sign(`/connect/${id}`, AUTH_URL_MS)}&state=${state}`, state };
}

/**
 * The connection a link leads to while it can be decided, else why not. What was answered stays "used",
 * however long ago.
 */
async function findConnection(
	core: Core,
	exchange: Exchange,
): Promise<{ readonly connection: ConnectionRecord } | Outcome> {
	const connection = await core.connections.get(exchange.req.param("id") ?? "");
	if (!connection) return { kind: "unknown" };
	const { platform } = connection;
	const link = core.signer.judge(exchange.req.path, exchange.req.query());
	if (link === "forged" || !sameText(connection.state, exchange.req.query("state") ?? ""))
		return { kind: "forged" };
	if (connection.decision) return { kind: "used", platform };
	return link === "expired" || leftOf(core, connection) < 0 ? { kind: "expired", platform } : { connection };
}

function leftOf(core: Core, { createdAt }: ConnectionRecord): number {
	return createdAt + AUTH_URL_MS - core.options.clock.now();
}

interface Asking {
	readonly connection: ConnectionRecord;
	readonly exchange: Exchange;
	readonly again?: ConsentPage["again"];
}

async function consent(core: Core, { connection, exchange, again }: Asking): Promise<string> {
	const { pathname, search } = new URL(exchange.req.url);
	const { platform, state, id } = connection;
	const accounts = (await core.accounts.list()).filter((account) => account.platform === platform);
	return consentPage({
		platform,
		state,
		csrf: core.signer.proof(`csrf\n${id}`),
		action: `${pathname}${search}`,
		units: WIRE_LIMITS.connectUnits,
		leftMs: leftOf(core, connection),
		known: accounts.slice(0, LISTED_ACCOUNTS).map((account) => account.platform_username),
		...defined({ again }),
	});
}

/**
 * Browsers name the origin of a form's answer; other programs name none, and hold the page's token all the
 * same.
 */
function isSameOrigin(exchange: Exchange): boolean {
	const origin = exchange.req.header("origin");
	const site = exchange.req.header("sec-fetch-site") ?? "same-origin";
	return (origin === undefined || origin === originOf(exchange)) && site === "same-origin";
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
		return html(await consent(core, { connection, exchange, again: { username, problem } }), 422);
	const known = await core.accounts.named({ platform, username });
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

const STATUS: Readonly<Record<Outcome["kind"], number>> = {
	connected: 200,
	reconnected: 200,
	refused: 200,
	used: 410,
	expired: 410,
	forged: 403,
	foreign: 403,
	unknown: 404,
};

function ended(outcome: Outcome): Response {
	return html(outcomePage(outcome), STATUS[outcome.kind]);
}

/** A person looks at the answer: whatever goes wrong is a page too. */
async function asPage(core: Core, make: () => Promise<Response>): Promise<Response> {
	try {
		return await make();
	} catch (error) {
		const words = failureMessage(error, core.options.log ?? (() => undefined));
		return html(outcomePage({ kind: "failed", words }), error instanceof Refusal ? error.status : 500);
	}
}

function html(text: string, status = 200): Response {
	return new Response(text, { status, headers: PAGE_HEADERS });
}
